// What an import has left out, after the others were imported.
import { FaultyRowsButton, StepBody } from "./step.jsx";
import { counted } from "./texts.js";

export function DoneStep({
  title,
  preview,
  fileName,
  classes,
  heading,
  onAgain,
  onClose,
}) {
  const { faulty } = preview;
  return (
    <>
      <StepBody>
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </h3>
        <p className="mt-2 text-sm text-pretty">
          {counted(faulty, "row had errors and was", "rows had errors and were")} left out. Download{" "}
          {faulty === 1 ? "it" : "them"} with the reasons, correct the file, and import it.
        </p>
        <FaultyRowsButton preview={preview} fileName={fileName} className={`${classes.button} mt-4`} />
      </StepBody>
      <div className={`${classes.foot} flex-wrap`}>
        <button type="button" className={classes.button} onClick={onAgain}>
          Import another file
        </button>
        <button type="button" className={classes.submit} onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

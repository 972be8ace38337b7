// Saves a juror's score as she gives it. What was not sent yet is kept in this browser.
const form = document.querySelector("form[data-score]");
const status = document.querySelector("[data-status]");
const KEY = `score ${location.pathname}`;
const RETRY_MS = 5000;
const TYPING_MS = 800;
let timer, sending, isChanged, isRefused;

const storage = (act) => {
  try {
    return act(localStorage);
  } catch {
    // Blocked or full: the page still sends what is in the form.
    return null;
  }
};
const say = (text) => {
  if (status.textContent !== text) status.textContent = text;
};
const entries = () => [...new FormData(form)];

async function send() {
  clearTimeout(timer);
  if (sending || isRefused) return;
  sending = true;
  isChanged = false;
  let delay = 0;
  say("Saving...");
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(entries()),
      headers: { Accept: "application/json" },
      keepalive: true,
    });
    if (response.status >= 500 || response.status === 429) throw new Error(response.statusText);
    const answer = await response.json();
    if (response.ok) {
      form.elements.was.value = answer.was;
      if (!isChanged) storage((kept) => kept.removeItem(KEY));
      say(isChanged ? "Saving..." : answer.message);
    } else {
      // With what is stored now, the next change or "Save" replaces it.
      if (answer.was) form.elements.was.value = answer.was;
      isRefused = !answer.was;
      say(`Not saved: ${answer.message}`);
    }
  } catch {
    isChanged = true;
    delay = RETRY_MS;
    say("Not sent yet. It is kept on this device and will be sent once you are online.");
  }
  sending = false;
  if (isChanged && !isRefused) timer = setTimeout(send, delay);
}

function change(delay) {
  isChanged = true;
  storage((kept) => kept.setItem(KEY, JSON.stringify(entries())));
  clearTimeout(timer);
  timer = setTimeout(send, delay);
}

function restore() {
  const kept = JSON.parse(storage((found) => found.getItem(KEY)) ?? "null");
  if (!kept) return;
  for (const radio of form.querySelectorAll("[type=radio]")) radio.checked = false;
  for (const [name, value] of kept) if (form.elements[name]) form.elements[name].value = value;
  change(0);
}

// What was kept on the pages of other nominees, while this device was offline.
async function sendOthers() {
  const [base] = location.pathname.match(/^\/jury\/[^/]+/);
  const keys = storage((kept) => Object.keys(kept)) ?? [];
  for (const key of keys.filter((each) => each.startsWith(`score ${base}/`) && each !== KEY)) {
    const body = new URLSearchParams(JSON.parse(storage((kept) => kept.getItem(key))));
    const options = { method: "POST", body, headers: { Accept: "application/json" } };
    const response = await fetch(key.slice("score ".length), options).catch(() => null);
    if (response?.ok) storage((kept) => kept.removeItem(key));
  }
}

addEventListener("online", sendOthers);
// The page of a nominee begins with what is kept of it, so that nothing is sent behind its back.
if (!form) sendOthers();
else {
  restore();
  form.addEventListener("input", (event) => change(event.target.name === "comment" ? TYPING_MS : 0));
  addEventListener("online", () => isChanged && send());
  document.addEventListener("visibilitychange", () => isChanged && send());
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("textarea, select")) return;
  document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
});

// Finds the first syntax error of a JSON text, with its position and a message in plain words.
import { parse, ParseErrorCode } from "jsonc-parser";

const TOO_DEEP = Symbol("too deep");
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

const MESSAGES = {
  [ParseErrorCode.InvalidSymbol]:
    "not a JSON value; text and keys need double quotes, and the only bare words are true, false and null",
  [ParseErrorCode.InvalidNumberFormat]: "not a valid JSON number",
  [ParseErrorCode.PropertyNameExpected]: "a key in double quotes is expected",
  [ParseErrorCode.ValueExpected]: "a value is expected",
  [ParseErrorCode.ColonExpected]: "a colon is expected after the key",
  [ParseErrorCode.CommaExpected]: "a comma is expected before this",
  [ParseErrorCode.CloseBraceExpected]: "a closing brace } is missing",
  [ParseErrorCode.CloseBracketExpected]: "a closing bracket ] is missing",
  [ParseErrorCode.EndOfFileExpected]: "unexpected text after the end of the object",
  [ParseErrorCode.InvalidCommentToken]: "JSON does not allow comments",
  [ParseErrorCode.UnexpectedEndOfComment]: "JSON does not allow comments",
  [ParseErrorCode.UnexpectedEndOfString]: "the closing quote is missing on this line",
  [ParseErrorCode.UnexpectedEndOfNumber]: "the number is incomplete",
  [ParseErrorCode.InvalidUnicode]: "\\u must be followed by four hexadecimal digits",
  [ParseErrorCode.InvalidEscapeCharacter]: "invalid escape: a backslash cannot precede this character",
  [ParseErrorCode.InvalidCharacter]: "this character must be escaped, as in \\n",
};

// Returns a better message for an error at a closing bracket, or undefined.
function messageAtBracket(text, offset, error) {
  const bracket = text[offset];
  if (bracket !== "}" && bracket !== "]") return undefined;
  if (text.slice(0, offset).trimEnd().endsWith(",")) return "remove the comma before this";
  if (error !== ParseErrorCode.CommaExpected) return undefined;
  return bracket === "}" ? "a closing bracket ] is missing before this" : "a closing brace } is missing before this";
}

function errorAt(text, offset, length, message) {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = before.at(-1).length + 1;
  return { from: offset, to: offset + length, line, column, message };
}

// The parser recurses for each level of nesting, so deep nesting overflows the browser's stack.
function parseStrict(text, errors) {
  try {
    return parse(text, errors, STRICT);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

/**
 * Returns the first error of `text` as `{from, to, line, column, message}`, or null if it is a JSON
 * object. Positions are in UTF-16 code units: `from` and `to` from 0, `line` and `column` from 1.
 */
export function firstError(text) {
  const errors = [];
  const value = parseStrict(text, errors);
  if (value === TOO_DEEP) return errorAt(text, 0, 1, "the lists and objects are nested too deeply");
  if (errors.length > 0) {
    const [{ error, offset, length }] = errors;
    return errorAt(text, offset, length, messageAtBracket(text, offset, error) ?? MESSAGES[error]);
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return null;
  const start = text.length - text.trimStart().length;
  return errorAt(text, start, 1, "a section must be an object, which begins with { and ends with }");
}

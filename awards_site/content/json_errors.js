// Finds the first error of a JSON text, with its place and what is wrong there in plain words.
import { parse, ParseErrorCode } from "jsonc-parser";

const TOO_DEEP = Symbol("too deep");
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

const WORDS = {
  [ParseErrorCode.InvalidSymbol]:
    "this is no JSON value; texts and keys stand in double quotes, and the words are true, false and null",
  [ParseErrorCode.InvalidNumberFormat]: "this number is not written as in JSON",
  [ParseErrorCode.PropertyNameExpected]: "a key in double quotes is expected",
  [ParseErrorCode.ValueExpected]: "a value is expected",
  [ParseErrorCode.ColonExpected]: "a colon is expected after the key",
  [ParseErrorCode.CommaExpected]: "a comma is expected before this",
  [ParseErrorCode.CloseBraceExpected]: "a closing brace } is missing",
  [ParseErrorCode.CloseBracketExpected]: "a closing bracket ] is missing",
  [ParseErrorCode.EndOfFileExpected]: "nothing may follow the end of the object",
  [ParseErrorCode.InvalidCommentToken]: "JSON has no comments",
  [ParseErrorCode.UnexpectedEndOfComment]: "JSON has no comments",
  [ParseErrorCode.UnexpectedEndOfString]: "this text has no closing quote in its line",
  [ParseErrorCode.UnexpectedEndOfNumber]: "this number has no end",
  [ParseErrorCode.InvalidUnicode]: "this \\u is not followed by four digits",
  [ParseErrorCode.InvalidEscapeCharacter]: "a backslash may not stand before this character",
  [ParseErrorCode.InvalidCharacter]: "this character must be written as an escape such as \\n",
};

// What is meant where a bracket closes in the wrong place.
function wordsAtBracket(text, offset, error) {
  const bracket = text[offset];
  if (bracket !== "}" && bracket !== "]") return undefined;
  if (text.slice(0, offset).trimEnd().endsWith(",")) return "the comma before this is one too many";
  if (error !== ParseErrorCode.CommaExpected) return undefined;
  return bracket === "}" ? "a closing bracket ] is missing before this" : "a closing brace } is missing before this";
}

function placed(text, offset, length, words) {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = before.at(-1).length + 1;
  return { from: offset, to: offset + length, line, column, words };
}

// The parser calls itself for each level, and a browser allows some thousands of those.
function read(text, errors) {
  try {
    return parse(text, errors, STRICT);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

/**
 * Return the first error of `text` as `{from, to, line, column, words}`, or null when it is a JSON
 * object. Places are counted in UTF-16 units: `from` and `to` from 0, `line` and `column` from 1.
 */
export function firstError(text) {
  const errors = [];
  const value = read(text, errors);
  if (value === TOO_DEEP) return placed(text, 0, 1, "the lists and objects are nested too deeply");
  if (errors.length > 0) {
    const [{ error, offset, length }] = errors;
    return placed(text, offset, length, wordsAtBracket(text, offset, error) ?? WORDS[error]);
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return null;
  const start = text.length - text.trimStart().length;
  return placed(text, start, 1, "a section is an object, which begins with { and ends with }");
}

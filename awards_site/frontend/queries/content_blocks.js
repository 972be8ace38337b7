// The view of overridden content blocks, from a response of /api/content-blocks.

// Pages use Python's snake_case keys; the API's JSON is camelCase.
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function withPythonKeys(value) {
  if (Array.isArray(value)) return value.map(withPythonKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [snake(key), withPythonKeys(each)]),
  );
}

/** Returns the blocks in the response as `{identifier: {texts, images}}`. */
export const contentBlocks = (response) =>
  Object.fromEntries(
    response.map(({ identifier, texts, images }) => [
      identifier,
      { texts: withPythonKeys(texts), images },
    ]),
  );

// The content blocks that staff have overridden, from a response of /api/content-blocks.

// The texts' keys are named in Python on a page, and in camelCase in JSON.
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function withPythonKeys(value) {
  if (Array.isArray(value)) return value.map(withPythonKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [snake(key), withPythonKeys(each)]),
  );
}

/** `{identifier: {texts, images}}` of the blocks in the response. */
export const contentBlocks = (response) =>
  Object.fromEntries(
    response.map(({ identifier, texts, images }) => [
      identifier,
      { texts: withPythonKeys(texts), images },
    ]),
  );

// Apart from `query.jsx`, because views also run without React.

/**
 * Returns the fields of a view model that are the API's: the record's values of `keys`, named in
 * snake_case; missing ones are "".
 */
export const pick = (record, keys) =>
  Object.fromEntries(keys.map((key) => [snakeCase(key), record[key] ?? ""]));

const snakeCase = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

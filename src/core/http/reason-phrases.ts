/**
 * The standard reason phrase of each HTTP status. Importing `node:http` from an ES module would read everything that it
 * exports, which loads an HTTP client at every start.
 */
export const { STATUS_CODES: reasonPhrases } = process.getBuiltinModule('node:http');

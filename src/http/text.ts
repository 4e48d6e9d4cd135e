/**
 * What text callers may send in a field that is stored and shown. It judges characters only: lengths and patterns
 * are the schema's, and it must never change a text.
 */

/**
 * Control characters (C0, DEL, C1; NUL is an error in PostgreSQL), the line and paragraph separators, which break a
 * log line as a line feed does, and the two bidirectional overrides, which show an amount or a name backwards.
 */
const unfit = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;

/**
 * Whether a text may be stored and shown: well-formed Unicode (two refs with lone surrogates would both be stored
 * with U+FFFD, and collide) and free of `unfit` characters. Used as the Ajv format `text`.
 *
 * Marks, embeddings and isolates for text in two directions are fine (Arabic and Hebrew names need them, phones add
 * them), as are joiners (emoji need them). Tab and line breaks are control characters. Empty text is plain.
 */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && !unfit.test(value);
}

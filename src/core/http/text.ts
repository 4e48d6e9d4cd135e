/**
 * The characters allowed in text fields that are stored and shown. Lengths and patterns are checked by the schema. Must
 * never change a text.
 */

/**
 * Control characters (C0, DEL, C1; NUL is an error in PostgreSQL), the line and paragraph separators, which break a
 * log line as a line feed does, and the two bidirectional overrides, which show an amount or a name backwards.
 */
const unfit = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;

/**
 * The Ajv format `text`: whether a text may be stored and shown. It must be well-formed Unicode (two refs with lone
 * surrogates would both be stored with U+FFFD, and collide) and free of `unfit` characters.
 *
 * Bidirectional marks, embeddings and isolates are allowed (Arabic and Hebrew names need them, phones add them), and so
 * are joiners (emoji need them). Tab and line breaks are control characters. Empty text is allowed.
 */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && !unfit.test(value);
}

/**
 * The Ajv format `storable`, of every text of a request that has no other: PostgreSQL takes no NUL, and would store a lone
 * surrogate as another character.
 */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** White space, and characters that show nothing: default ignorable ones, format characters, the empty braille cell. */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+$/u;

/**
 * The Ajv format `ref`: a plain text that can name something. Blank ones look alike, and as a part of a path `.` and `..`
 * are taken away by clients and proxies.
 */
export const isRef = (value: string): boolean =>
  isPlainText(value) && value !== '.' && value !== '..' && !invisible.test(value);

/** Whether a text has more than `max` characters. They are counted only where the code units, at least as many, don't decide. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

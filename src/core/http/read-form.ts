/**
 * Reads a form body (application/x-www-form-urlencoded) into fields of text. What is not read exactly is refused: a field that
 * is sent twice, whichever was meant, and bytes that are no UTF-8. Pure.
 */

type Form =
  | { ok: true; fields: Record<string, unknown> }
  | { ok: false; code: 'malformed_json' | 'validation_failed'; message: string };

const malformed: Form = { ok: false, code: 'malformed_json', message: 'Malformed form body' };
/** In a message that has to fit into an envelope. */
const nameLengthMax = 32;

export function readForm(body: string): Form {
  const fields: Record<string, unknown> = {};
  for (const pair of body.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return malformed;
    if (name === '__proto__') continue;
    if (Object.hasOwn(fields, name)) return { ok: false, code: 'validation_failed', message: repeated(name) };
    fields[name] = value;
  }
  return { ok: true, fields };
}

const repeated = (name: string): string =>
  /^\w+$/.test(name) && name.length <= nameLengthMax ? `The ${name} field is repeated.` : 'A field is repeated.';

/** @returns undefined when it is no UTF-8, or a `%` begins nothing. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Parses a body as a JSON object without rounding numbers: a literal that no double stands for becomes NaN, so that the
 * schema refuses it at its path. Takes linear time whatever the bytes are, and must never
 * throw.
 */
import { isUtf8 } from 'node:buffer';
import { markInexactNumbers } from './number-literals.ts';

type ParsedObject = { ok: true; value: Record<string, unknown> } | { ok: false };

const byteOrderMark = '\ufeff';

/**
 * Matches every text with one of the keys that `clean` removes: spelled out, or with an escape of an ASCII letter or
 * underscore in some text.
 */
const mayHavePrototype = /"__proto__"|"constructor"|\\u00[567]/;

/**
 * Returns `ok: false` for a body that is not UTF-8, not JSON or not an object (docs/contract/merchant.md, "Merchant
 * envelope" and docs/contract/partner.md, "Partner envelope"). The last of duplicate keys wins, `-0` is 0, and
 * `__proto__` and `constructor.prototype` are removed, because unknown fields are ignored and not refused. A leading
 * byte order mark is ignored, as RFC 8259 §8.1 allows, because some .NET clients send one. Nesting depth has no limit
 * of its own.
 */
export function parseJsonObject(body: Buffer): ParsedObject {
  if (!isUtf8(body)) return { ok: false };
  const marked = markInexactNumbers(body);
  const decoded = marked.text.toString('utf8');
  const text = decoded.startsWith(byteOrderMark) ? decoded.slice(1) : decoded;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false };
  if (marked.hasInexact || mayHavePrototype.test(text)) clean(value);
  return { ok: true, value: value as Record<string, unknown> };
}

type Fields = Record<string, unknown>;

/** Replaces infinite numbers by NaN and removes keys that could reach a prototype. A loop: the nesting may be deep. */
function clean(root: object): void {
  const waiting: object[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const fields = node as Fields;
    if (!Array.isArray(node)) removePrototypes(fields);
    for (const key of Object.keys(node)) {
      const field = fields[key];
      if (typeof field === 'object') {
        if (field !== null) waiting.push(field);
      } else if (typeof field === 'number' && !Number.isFinite(field)) fields[key] = Number.NaN;
    }
  }
}

function removePrototypes(fields: Fields): void {
  Reflect.deleteProperty(fields, '__proto__');
  if (!Object.hasOwn(fields, 'constructor')) return;
  const maker: unknown = fields.constructor;
  if (typeof maker === 'object' && maker !== null && Object.hasOwn(maker, 'prototype')) {
    Reflect.deleteProperty(fields, 'constructor');
  }
}

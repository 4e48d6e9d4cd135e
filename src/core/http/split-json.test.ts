/** Splitting an object, compared with what JSON.parse makes of the same bytes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Steps } from './body-turns.ts';
import { isJson, splitObject } from './split-json.ts';

const othersBytesMax = 200;
const split = (text: string | Buffer, itemsMax = 1_000, limit = othersBytesMax) =>
  finish(splitObject(Buffer.from(text), 'orders', { itemsMax, othersBytesMax: limit })).found;

/** What the steps come to, and how many there were. */
function finish<T>(steps: Steps<T>): { found: T; count: number } {
  for (let count = 1; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return { found: value, count };
  }
}

/** As a caller reads it: every item parsed, or malformed as a whole. */
function read(text: string): { items: unknown } | 'malformed' {
  const found = split(text, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  if (!found.ok) return 'malformed';
  if (found.items?.some((item) => !isJson(item))) return 'malformed';
  return { items: found.items?.map((item) => JSON.parse(item.toString('utf8'))) };
}

function readWhole(text: string): { items: unknown } | 'malformed' {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    return 'malformed';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'malformed';
  const { orders } = value as { orders?: unknown };
  return { items: Array.isArray(orders) ? orders : undefined };
}

describe('docs/contract/partner.md, "Record many orders": each item is read by itself', () => {
  it.each<[string, string]>([
    ['no items', '{"orders":[]}'],
    ['two items', '{"orders":[{"a":1},{"b":[2,3]}]}'],
    ['space everywhere', ' \n{ "orders"\t: [ {"a" : 1} , null\r\n, "x" ] , "more" : { } } '],
    ['brackets and quotes in text', '{"orders":[{"a":"]}\\"{["},"\\\\"]}'],
    ['the field is named with an escape', '{"\\u006frders":[1]}'],
    ['duplicate fields', '{"orders":[1],"orders":[2]}'],
    ['duplicate fields, the last no array', '{"orders":[1],"orders":{}}'],
    ['fields of the same name further in', '{"a":{"orders":[1]},"orders":[{"orders":[2]}]}'],
    ['a byte order mark', '\ufeff{"orders":[1]}'],
    ['no such field', '{}'],
    ['no array', '{"orders":7}'],
    ['words and numbers', '{"orders":[true,false,null,-1.5e3]}'],
    ['no object', '[{"orders":[]}]'],
    ['nothing', ''],
    ['an item that is missing', '{"orders":[1,,2]}'],
    ['a comma too many', '{"orders":[1,]}'],
    ['a comma after the last field', '{"orders":[1],}'],
    ['a bracket that is not closed', '{"orders":[1'],
    ['brackets of two kinds', '{"orders":[{"a":1]]}'],
    ['a text that is not closed', '{"orders":["a]}'],
    ['a text that ends in a backslash', '{"orders":["a\\'],
    ['something after the end', '{"orders":[1]} x'],
    ['two values without a comma', '{"orders":[1 2]}'],
    ['a key that is no text', '{orders:[1]}'],
    ['a field without a value', '{"orders":}'],
    ['a duplicate field that is malformed', '{"orders":[x],"orders":[1]}'],
    ['another field that is malformed', '{"other":[x],"orders":[1]}'],
    ['an item that is malformed', '{"orders":[{"a":1},{a:2}]}'],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual(readWhole(text));
  });

  it('agrees with JSON.parse about any text made of pieces of JSON', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        ' ',
        '1',
        '-',
        'true',
        'null',
        'x',
        '"orders":',
        '"a":',
        '"b"',
        '\n',
      ],
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => `{"orders":[${pieces.join('')}]}`);
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (one) => {
          expect(read(one)).toEqual(readWhole(one));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('agrees with JSON.parse about any object', () => {
    const spaces = fc.constantFrom(undefined, 1, 3, '\t');
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), spaces, (orders, other, space) => {
        const text = JSON.stringify({ other, orders, more: other }, null, space);
        expect(read(text)).toEqual(readWhole(text));
      }),
    );
  });

  it('keeps the bytes of each item as they were sent', () => {
    const found = split('{"orders":[ {"a": 1.0} ,{"ä":"\\u00e9"}]}');
    expect(found.ok && found.items?.map(String)).toEqual(['{"a": 1.0}', '{"ä":"\\u00e9"}']);
  });

  it('stops at more items than allowed, whatever follows', () => {
    expect(split('{"orders":[1,2,3]}', 3)).toMatchObject({ ok: true });
    expect(split('{"orders":[1,2,3,4]}', 3)).toEqual({ ok: false, reason: 'too_long' });
  });

  it.each<[string, (length: number) => string]>([
    ['another field', (length) => `{"x":"${'x'.repeat(length - 13)}","orders":[1]}`],
    ['a key', (length) => `{"${'x'.repeat(length - 11)}":1,"orders":[1]}`],
    ['many keys', (length) => `{${'"x":1,'.repeat((length - 8) / 4)}"orders":[1]}`],
    ['a value that is replaced', (length) => `{"orders":[${'1'.repeat(length - 18)}],"orders":[1]}`],
    ['a value that is no array', (length) => `{"orders":"${'x'.repeat(length - 2)}"}`],
  ])('parses no more than so many bytes beside the items: %s', (_name, textOf) => {
    expect(split(textOf(othersBytesMax))).toMatchObject({ ok: true });
    expect(split(textOf(othersBytesMax + 4))).toEqual({ ok: false, reason: 'too_large' });
  });

  it('the items are not counted, and neither is space', () => {
    expect(split(`{ ${' '.repeat(1_000)} "orders":["${'x'.repeat(1_000)}"]}`)).toMatchObject({ ok: true });
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from('{"orders":["a"]}');
    bytes[12] = 0xff;
    expect(split(bytes)).toEqual({ ok: false, reason: 'malformed' });
  });
});

describe('a large body is looked through in several turns', () => {
  const mebibyte = 1_048_576;
  const stepsInMebibyte = 4;
  const space = ' \t\n\r'.repeat(mebibyte);
  const limits = { itemsMax: 4 * 1_024, othersBytesMax: 65_536 };

  // What is in the array is looked at twice: to find its end, and then its items.
  it.each<[string, string, number]>([
    ['one large item', `{"orders":["${'x'.repeat(4 * mebibyte)}"]}`, 8],
    ['many small items', `{"orders":[${`"${'x'.repeat(1_021)}",`.repeat(4 * 1_024)}1]}`.replace(',1]', ']'), 8],
    ['many brackets in one item', `{"orders":[[${'[],'.repeat((4 * mebibyte) / 3)}[]]]}`, 8],
    ['space between items', `{"orders":[1,${space}2]}`, 8],
    ['space between fields', `{"a":1,${space}"orders":[1]}`, 4],
    ['space at the end', `{"orders":[1]}${space}`, 4],
  ])('a quarter of a mebibyte in each: %s', (_name, text, mebibytes) => {
    const { found, count } = finish(splitObject(Buffer.from(text), 'orders', limits));
    expect(found.ok).toBe(true);
    expect(count).toBeGreaterThanOrEqual(mebibytes * stepsInMebibyte);
    expect(count).toBeLessThanOrEqual(mebibytes * stepsInMebibyte + 2);
  });

  it('few of many small fields, which are parsed', () => {
    const fields = 20_000;
    const { found, count } = finish(
      splitObject(Buffer.from(`{${'"":0,'.repeat(fields)}"orders":[]}`), 'orders', limits),
    );
    expect(found.ok).toBe(true);
    expect(fields / count).toBeLessThanOrEqual(512);
  });

  it('finds the same wherever a turn ends', () => {
    const items = ['"a\\"]\\\\"', '{"b":["}",{}]}', '-1', '[[]]'];
    for (let before = 0; before < 64; before += 1) {
      const long = `"${'x'.repeat(mebibyte / stepsInMebibyte - before)}"`;
      const found = split(`{"orders":[${long}, ${items.join(' ,')}],"x":[{"y":"\\""}]}`);
      expect(found.ok && found.items?.slice(1).map(String)).toEqual(items);
    }
  });
});

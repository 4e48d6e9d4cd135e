/**
 * Every message fits on interface A, whose clients may read it from a truncated text (docs/contract/merchant.md,
 * "Merchant envelope").
 */
import { describe, expect, it } from 'vitest';
import { merchantFailure, merchantMessageLengthMax } from '../../api/merchant/envelope.ts';
import { AppError } from './app-error.ts';
import { catalog, type ErrorCode } from './catalog.ts';

const codes = Object.keys(catalog) as ErrorCode[];

describe.each(codes)('%s', (code) => {
  const { message } = catalog[code];

  it(`has at most ${merchantMessageLengthMax} printable ASCII characters, none of which JSON escapes`, () => {
    expect(message).toMatch(/^[ !#-[\]-~]{1,58}$/);
  });

  it('fits on one line of 120 bytes in the envelope of interface A', () => {
    const text = JSON.stringify(merchantFailure(new AppError(code)));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120);
    expect(JSON.parse(text).message.error).toEqual([message]);
  });

  it('has statuses that are errors, and keeps 500 and 503 on both interfaces', () => {
    const entry: { http: number; merchant?: number } = catalog[code];
    expect(entry.http).toBeGreaterThanOrEqual(400);
    expect(entry.http).toBeLessThanOrEqual(503);
    // Only an invalid body has a different status on interface A: 400.
    if (entry.merchant !== undefined) expect(entry.merchant).toBe(400);
  });
});

it('a message that is too long or not ASCII is made to fit, and stays JSON', () => {
  const text = JSON.stringify(merchantFailure(new AppError('not_found', { message: 'é"\\\n'.repeat(40) })));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120);
  expect(text).toMatch(/^[ -~]+$/);
});

/** docs/contract/merchant.md, "Forms": what is not read exactly is refused. */
import { describe, expect, it } from 'vitest';
import { readForm } from './read-form.ts';

describe('a form', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=two+words&c=%C3%BC%26%3D', { a: '1', b: 'two words', c: 'ü&=' }],
    ['a=&b', { a: '', b: '' }],
    ['&&a=1&', { a: '1' }],
    ['a=1=2', { a: '1=2' }],
    ['a=ü', { a: 'ü' }],
    // The family sends no nested names: these are fields that nobody reads.
    ['data%5Ba%5D=1&data[b]=2', { 'data[a]': '1', 'data[b]': '2' }],
    ['__proto__=1&a=2', { a: '2' }],
    ['constructor=1', { constructor: '1' }],
  ])('%j has the fields %j', (body, fields) => expect(readForm(body)).toEqual({ ok: true, fields }));

  it.each([
    ['a=1&a=2', 'The a field is repeated.'],
    ['amount=1&b=2&%61mount=1', 'The amount field is repeated.'],
    ['a=&a', 'The a field is repeated.'],
    ['toString=1&toString=1', 'The toString field is repeated.'],
    [`${'n'.repeat(40)}=1&${'n'.repeat(40)}=1`, 'A field is repeated.'],
    ['a"b=1&a"b=2', 'A field is repeated.'],
  ])('%j is refused: %s', (body, message) => {
    expect(readForm(body)).toEqual({ ok: false, code: 'validation_failed', message });
    // It has to fit into the envelope of interface A.
    expect(message.length).toBeLessThanOrEqual(58);
  });

  it.each(['a=%', 'a=%zz', 'a=%ff', '%ff=1', 'a=%C3'])('%j is refused as malformed', (body) => {
    expect(readForm(body)).toMatchObject({ ok: false, code: 'malformed_json' });
  });
});

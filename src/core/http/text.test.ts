import { describe, expect, it } from 'vitest';
import { isLongerThan, isPlainText, isRef } from './text.ts';

describe('isPlainText', () => {
  it.each([
    '',
    ' ',
    'order-1001',
    'Café 北京 😀',
    '👩‍👩‍👧',
    'مطعم',
    'שלום\u200F!',
    '\u202A+1 555\u202C',
    '\u2068name\u2069',
    '\u00A0',
    '\uFFFD',
    '\u{10FFFF}',
    '<script>',
  ])('accepts %o', (text) => {
    expect(isPlainText(text)).toBe(true);
  });

  it.each([
    'a\u0000',
    'a\tb',
    'a\nb',
    'a\r\nb',
    '\u001B[31m',
    '\u001F',
    '\u007F',
    '\u0080',
    '\u0085',
    '\u009F',
    'a\u2028b',
    'a\u2029b',
    '\u202Egnp.exe',
    '\u202D',
    '\uD800',
    'a\uDC00',
    '\uDE00\uD83D',
    'ok\uD83D',
  ])('refuses %o', (text) => {
    expect(isPlainText(text)).toBe(false);
  });

  it('answers the same when asked again', () => {
    expect([isPlainText('a\nb'), isPlainText('a\nb'), isPlainText('ab')]).toEqual([false, false, true]);
  });
});

describe('isRef', () => {
  it.each(['order-1001', '...', '.a', '-', '0', ' a ', '👩‍👩‍👧', 'مطعم', '\u0301'])('accepts %o', (text) => {
    expect(isRef(text)).toBe(true);
  });

  it.each([
    '.',
    '..',
    ' ',
    '   ',
    '\u00A0',
    '\u3000',
    '\u200B',
    '\u200D\uFE0F',
    '\u2060 \u00AD',
    '\u3164',
    '\u2800',
    '\uFEFF',
    'a\nb',
  ])('refuses %o', (text) => {
    expect(isRef(text)).toBe(false);
  });
});

describe('isLongerThan', () => {
  it.each([
    ['', 0, false],
    ['abc', 3, false],
    ['abcd', 3, true],
    ['😀😀😀', 3, false],
    ['😀😀😀a', 3, true],
    ['😀😀😀😀', 3, true],
    ['aaaaaaa', 3, true],
  ])('counts characters, not code units: %o, at most %i', (text, max, longer) => {
    expect(isLongerThan(text, max)).toBe(longer);
  });
});

import { describe, expect, it } from 'vitest';
import { noteLengthMax, readNote } from './note-objects.ts';

describe('a note', () => {
  it.each([
    ['one line', 'Called back', 'Called back'],
    ['several lines', 'Called back.\nWill pay.', 'Called back.\nWill pay.'],
    ['lines as Windows ends them', 'a\r\nb', 'a\nb'],
    ['with space around it', '  a \n', 'a'],
    ['an emoji', '👍', '👍'],
    ['the longest', '👍'.repeat(noteLengthMax), '👍'.repeat(noteLengthMax)],
    ['one more character', 'a'.repeat(noteLengthMax + 1), undefined],
    ['nothing', '', undefined],
    ['space alone', ' \n ', undefined],
    ['characters that show nothing', '\u200b\u2800', undefined],
    ['a control character', 'a\u0007b', undefined],
    ['a NUL', 'a\0b', undefined],
    ['a tab', 'a\tb', undefined],
    ['an override of the direction', 'a\u202eb', undefined],
    ['a lone surrogate', 'a\ud800b', undefined],
  ])('%s', (_name, text, expected) => {
    expect(readNote(text)).toBe(expected);
  });
});

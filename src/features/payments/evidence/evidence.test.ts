import { describe, expect, it } from 'vitest';
import { filesBytesMaxOf, megabytes, nextReminder, readTexts, reminderOfMoved, whyClosed } from './evidence.ts';
import { fileBytesMax, readFileType } from './evidence-file.ts';

const now = new Date('2031-03-10T12:00:00.000Z');
const daysAfter = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

describe('evidence', () => {
  const open = { status: 'needs_response', evidenceDueAt: daysAfter(1), state: null, isTakenByProvider: true } as const;
  it.each([
    ['is taken while a response is needed', {}, undefined],
    ['is taken as a draft', { state: 'draft' }, undefined],
    ['is taken without a deadline', { evidenceDueAt: null }, undefined],
    ['is not taken at the deadline', { evidenceDueAt: now }, 'overdue'],
    ['is not taken after it', { evidenceDueAt: daysAfter(-1) }, 'overdue'],
    ['is not taken of a dispute that was won', { status: 'won' }, 'decided'],
    ['is not taken of one that was lost', { status: 'lost' }, 'decided'],
    ['is not taken twice: on its way', { state: 'sending' }, 'submitted'],
    ['is not taken twice: with the operator', { state: 'waiting' }, 'submitted'],
    ['is not taken twice: with the provider', { state: 'submitted', status: 'won' }, 'submitted'],
    ['is not taken that the provider does not want', { status: 'under_review' }, 'other_way'],
    [
      'is taken under review where nobody else asks for it',
      { status: 'under_review', isTakenByProvider: false },
      undefined,
    ],
  ] as const)('%s', (_name, changes, closed) => {
    expect(whyClosed({ ...open, ...changes }, now)).toBe(closed);
  });

  it('keeps the texts that say something', () => {
    expect(readTexts({ explanation: ' It was delivered.\n', shipping_carrier: '  ', refund_policy: '' })).toEqual({
      explanation: 'It was delivered.',
    });
  });
});

it.each([
  ['20 MB, where the provider states nothing', undefined, '20 MB'],
  ['less, where the provider takes less', 4_500_000, '4.3 MB'],
  ['no more, where the provider takes more', 50_000_000, '20 MB'],
])('the files of a dispute have at most %s', (_name, stated, words) => {
  expect(megabytes(filesBytesMaxOf(stated))).toBe(words);
});

describe('a reminder', () => {
  it.each([
    ['7 days before', 10, 3],
    ['2 days before, if there are fewer than 7', 6.9, 4.9],
    ['2 days before, if there are exactly 7', 7, 5],
    ['not any more, at 2 days', 2, null],
    ['not any more, after the deadline', -1, null],
  ])('comes %s', (_name, due, at) => {
    expect(nextReminder(daysAfter(due), now)).toEqual(at === null ? null : daysAfter(at));
  });

  it.each([
    ['as of any other', 10, 3],
    ['at once, if it is near now', 1, 0],
    ['not, if it has passed', -1, null],
  ])('of a deadline that has moved comes %s', (_name, due, at) => {
    expect(reminderOfMoved(daysAfter(due), now)).toEqual(at === null ? null : daysAfter(at));
  });
});

describe('a file', () => {
  const pdf = (tail = '%%EOF\n') => Buffer.from(`%PDF-1.7\n1 0 obj\n${tail}`);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from('IHDR............    IEND1234'),
  ]);
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
  it.each([
    ['a PDF', pdf(), 'application/pdf'],
    ['a PDF with a little behind its end', pdf(`%%EOF${' '.repeat(900)}`), 'application/pdf'],
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a JPEG with what a camera appends', Buffer.concat([jpeg, Buffer.from('more')]), 'image/jpeg'],
  ])('%s is taken', (_name, bytes, type) => {
    expect(readFileType(bytes)).toEqual({ ok: true, type });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>%%EOF'), 'unknown_type'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown_type'],
    ['a program', Buffer.from('MZ\u0000\u0000'), 'unknown_type'],
    ['HTML before a PDF', Buffer.concat([Buffer.from('<html>'), pdf()]), 'unknown_type'],
    ['a PNG without its header', png.subarray(0, 12), 'unknown_type'],
    ['a cut PDF', pdf('2 0 obj'), 'incomplete'],
    ['a PDF with much behind its end', pdf(`%%EOF${' '.repeat(1_024)}`), 'incomplete'],
    ['a cut PNG', png.subarray(0, png.length - 1), 'incomplete'],
    ['a cut JPEG', jpeg.subarray(0, 6), 'incomplete'],
    ['a JPEG of its marks alone', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'incomplete'],
    ['a file of more than 5 MB', Buffer.concat([pdf(), Buffer.alloc(fileBytesMax)]), 'too_many_bytes'],
  ])('%s is refused', (_name, bytes, problem) => {
    expect(readFileType(bytes)).toEqual({ ok: false, problem });
  });

  it('of 5 MB is taken', () => {
    const whole = Buffer.concat([pdf(''), Buffer.alloc(fileBytesMax - pdf('').length - 5, 32), Buffer.from('%%EOF')]);
    expect(whole.length).toBe(fileBytesMax);
    expect(readFileType(whole).ok).toBe(true);
  });
});

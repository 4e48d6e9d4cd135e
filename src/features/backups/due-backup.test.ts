/** When a backup is due, and which failures are mailed. */
import { describe, expect, it } from 'vitest';
import { isDue, isMailed, isOld } from './due-backup.ts';

const night = [{ hour: 2, minute: 30 }];
const twice = [...night, { hour: 14, minute: 30 }];
const at = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(`2026-11-${text}Z`);

describe('a backup is due', () => {
  it.each<[string, boolean, string, typeof night, string | undefined, string | undefined]>([
    ['when none was ever made', true, '27T12:00', night, undefined, undefined],
    ['not before its time', false, '27T02:29:59', night, '26T02:31', undefined],
    ['at its time', true, '27T02:30', night, '26T02:31', undefined],
    ['not twice', false, '27T02:35', night, '27T02:30', undefined],
    ['not twice, however long it took', false, '27T23:59', night, '27T02:30', undefined],
    ['not after one that was made by hand since', false, '27T02:35', night, '27T02:31', undefined],
    ['although one was made by hand before', true, '27T02:35', night, '27T02:00', undefined],
    ['when its time passed while no service ran', true, '27T09:00', night, '20T02:30', undefined],
    ['not again the same day', false, '27T14:29', twice, '27T02:30', undefined],
    ['at the second time of a day', true, '27T14:30', twice, '27T02:30', undefined],
    ['after midnight not for the evening before', false, '28T00:10', twice, '27T14:31', undefined],
    ['not at once after a failure', false, '27T03:29', night, '26T02:31', '27T02:30'],
    ['an hour after a failure', true, '27T03:30', night, '26T02:31', '27T02:30'],
    ['an hour after the first of all failed', true, '27T03:30', night, undefined, '27T02:30'],
  ])('%s: %s', (_name, due, now, times, madeAt, failedAt) => {
    expect(isDue(at(now)!, times, { madeAt: at(madeAt), failedAt: at(failedAt) })).toBe(due);
  });
});

it('the first failure is mailed, and one a day', () => {
  expect([0, 1, 2, 23, 24, 25, 48].filter(isMailed)).toEqual([0, 24, 48]);
});

it.each([
  ['2031-03-01T12:00:00Z', false],
  ['2031-03-01T11:59:59Z', true],
])('at midnight between the 2nd and the 3rd, one of %s is old: %s', (madeAt, expected) => {
  expect(isOld(new Date('2031-03-03T00:00:00Z'), new Date(madeAt))).toBe(expected);
});

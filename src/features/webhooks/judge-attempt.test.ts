/** docs/webhooks.md, "Retries": what becomes of a delivery, and when it is tried again. */
import { describe, expect, it } from 'vitest';
import { type AttemptResult, type Decision, judgeAttempt } from './judge-attempt.ts';
import { pauseAfter, pausesMs, readRetryAfter } from './retry-schedule.ts';

const hourMs = 3_600_000;
const exact = 0.5;

describe('an attempt', () => {
  it.each<[string, number, Partial<AttemptResult>, Decision]>([
    ['that was taken', 0, { outcome: 'delivered', statusCode: 204 }, { status: 'delivered' }],
    ['refused the first time', 0, { statusCode: 500 }, { status: 'pending', pauseMs: 30_000 }],
    ['redirected', 0, { statusCode: 302 }, { status: 'pending', pauseMs: 30_000 }],
    ['without an answer', 1, { outcome: 'timed_out', statusCode: null }, { status: 'pending', pauseMs: 120_000 }],
    ['refused the ninth time', 8, { statusCode: 500 }, { status: 'pending', pauseMs: 31 * hourMs }],
    ['refused the tenth time', 9, { statusCode: 500 }, { status: 'parked', reason: 'attempts_exhausted' }],
    ['at a receiver that is gone', 0, { statusCode: 410 }, { status: 'parked', reason: 'gone' }],
    ['at no address', 0, { outcome: 'address_unusable' }, { status: 'parked', reason: 'unusable_address' }],
    ['at a forbidden address', 0, { outcome: 'address_not_allowed' }, { status: 'pending', pauseMs: 30_000 }],
    ['asked to wait', 0, { statusCode: 429, retryAfterMs: hourMs }, { status: 'pending', pauseMs: hourMs }],
    ['asked to hurry', 0, { statusCode: 429, retryAfterMs: 1 }, { status: 'pending', pauseMs: 30_000 }],
    [
      'asked to wait a week',
      0,
      { statusCode: 503, retryAfterMs: 168 * hourMs },
      { status: 'pending', pauseMs: 24 * hourMs },
    ],
  ])('%s', (_, attempts, result, expected) => {
    const whole: AttemptResult = { outcome: 'refused', statusCode: 500, retryAfterMs: undefined, ...result };
    expect(judgeAttempt(attempts, whole, exact)).toEqual(expected);
  });
});

describe('the schedule', () => {
  it('is ten attempts over three days, each pause longer than the one before', () => {
    expect(pausesMs).toHaveLength(9);
    expect(pausesMs.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(72 * hourMs, -6.5);
    expect([...pausesMs].sort((a, b) => a - b)).toEqual(pausesMs);
  });

  it('spreads those that failed together by a tenth', () => {
    expect([0, exact, 1].map((random) => pauseAfter(1, undefined, random))).toEqual([27_000, 30_000, 33_000]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2031-03-01T12:00:00Z');
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['120', 120_000],
    ['0', 0],
    ['Sat, 01 Mar 2031 12:01:00 GMT', 60_000],
    ['Sat, 01 Mar 2031 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['9'.repeat(40), undefined],
  ])('%s', (header, expected) => expect(readRetryAfter(header, now)).toBe(expected));
});

/** Where a test clock may move to (docs/contract/partner.md, "Test clock"). */
import { describe, expect, it } from 'vitest';
import { type ClockMove, nextOffset, offsetMaxMs } from './move-clock.ts';

const realMs = Date.parse('2031-03-01T12:00:00Z');
const to = (instant: string): ClockMove => ({ to: new Date(instant) });

describe('a test clock', () => {
  it.each<[what: string, offsetMs: number, move: ClockMove, next: number]>([
    ['advances', 0, { advanceMs: 1_000 }, 1_000],
    ['advances from where it is', 5_000, { advanceMs: 1_000 }, 6_000],
    ['goes to an instant', 0, to('2031-03-01T12:00:10Z'), 10_000],
    ['goes to an instant given in another zone', 0, to('2031-03-01T14:00:00+01:00'), 3_600_000],
    ['may be told the instant it is at', 10_000, to('2031-03-01T12:00:10Z'), 10_000],
    ['goes as far as its bound', offsetMaxMs - 1, { advanceMs: 1 }, offsetMaxMs],
  ])('%s', (_what, offsetMs, move, next) => {
    expect(nextOffset(offsetMs, realMs, move)).toEqual({ ok: true, offsetMs: next });
  });

  it.each<[what: string, offsetMs: number, move: ClockMove, message: string]>([
    ['goes back', 10_000, to('2031-03-01T12:00:09.999Z'), 'present instant, 2031-03-01T12:00:10.000Z'],
    ['goes back behind the real clock', 0, to('2031-03-01T11:59:59Z'), 'present instant'],
    ['passes its bound', offsetMaxMs, { advanceMs: 1 }, 'not be more than 10 years ahead'],
    ['jumps past its bound', 0, to('9999-01-01T00:00:00Z'), 'not be more than 10 years ahead'],
  ])('never %s', (_what, offsetMs, move, message) => {
    expect(nextOffset(offsetMs, realMs, move)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

import { describe, expect, it } from 'vitest';
import { freshCodesFrom, secondFactorPolicyOf } from './second-factor-policy.ts';

describe('codes count as fresh', () => {
  const hour = 3_600_000;
  const day = 24 * hour;
  const opened = Date.UTC(2026, 10, 1);
  const at = (afterMs: number | null) => (afterMs === null ? null : new Date(opened + afterMs));

  /** Milliseconds after the account was opened: the factor, the first one, now, and from when on codes count. */
  it.each<[string, number | null, number | null, number, number | null]>([
    ['at once: the first one of a new account', hour, hour, hour, null],
    ['at once: the first one, a moment before the account is a day old', day - 1, day - 1, day - 1, null],
    ['a day later: the first one of an account of exactly a day', day, day, day, 2 * day],
    ['a day later: the first one of an older account', 90 * day, 90 * day, 90 * day, 91 * day],
    ['a moment later: turned on nearly a day ago', 90 * day, 90 * day, 91 * day - 1, 91 * day],
    ['now: turned on exactly a day ago', 90 * day, 90 * day, 91 * day, null],
    ['a day later: turned on again in a new account', 2 * hour, hour, 2 * hour, 2 * hour + day],
    ['a day later: turned on again after a reset', 30 * day, hour, 30 * day, 31 * day],
    ['a day later: turned on before the first one was recorded', hour, null, hour, hour + day],
    ['at once, without one: it would be the first of a new account', null, null, day - 1, null],
    ['a day later, without one: in an account of exactly a day', null, null, day, 2 * day],
    ['a day later, without one: it would be a second one', null, hour, 2 * hour, 2 * hour + day],
  ])('%s', (_name, turnedOn, first, now, expected) => {
    const times = { accountCreatedAt: new Date(opened), turnedOnAt: at(turnedOn), firstTurnedOnAt: at(first) };
    expect(freshCodesFrom(times, at(now) as Date)).toEqual(at(expected));
  });
});

it('operators must have a second factor', () => {
  expect(secondFactorPolicyOf([{ kind: 'merchant' }, { kind: 'service' }])).toBe('required');
  expect(secondFactorPolicyOf([{ kind: 'merchant' }])).toBe('recommended');
});

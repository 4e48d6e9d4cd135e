/** Which lines a rule books, and which rules are suggested. */
import { describe, expect, it } from 'vitest';
import {
  type BookingRule,
  decideByRules,
  isDistinct,
  type RuledLine,
  sharedText,
  textLengthMax,
} from './booking-rule.ts';

const rule = (changes: Partial<BookingRule> = {}): BookingRule => ({
  id: 1n,
  source: 'bank',
  text: 'KONTOFÜHRUNG',
  currency: 'EUR',
  direction: 'out',
  amountMax: 1_000n,
  account: null,
  kind: 'bank_charge',
  ...changes,
});
const line = (changes: Partial<RuledLine> = {}): RuledLine => ({
  id: 1n,
  currency: 'EUR',
  amount: -777n,
  text: 'Entgelt Kontoführung März',
  account: 'DE1',
  ...changes,
});

describe('a rule books a line', () => {
  it.each<[string, Partial<RuledLine>, Partial<BookingRule>, boolean]>([
    ['with its text, in any case', {}, {}, true],
    ['however it is spaced', { text: 'KONTO- FÜHRUNG' }, {}, true],
    ['of its amount at most', { amount: -1_000n }, {}, true],
    ['that came in', { amount: 777n }, { direction: 'in' }, true],
    ['not that went out, where it says in', {}, { direction: 'in' }, false],
    ['in either direction, where none is said', { amount: 777n }, { direction: null }, true],
    ['of its account', {}, { account: 'DE1' }, true],
    ['not without its text', { text: 'Führung' }, {}, false],
    ['not of a larger amount', { amount: -1_001n }, {}, false],
    ['not of a larger amount that came in', { amount: 1_001n }, { direction: 'in' }, false],
    ['not the other way', { amount: 777n }, {}, false],
    ['not in another currency', { currency: 'USD' }, {}, false],
    ['not of another account', {}, { account: 'DE2' }, false],
  ])('%s', (_, changed, terms, isBooked) => {
    const verdict = decideByRules(line(changed), [rule(terms)]);
    expect(verdict !== undefined).toBe(isBooked);
  });

  it('by the oldest of its kind, and by none where kinds differ', () => {
    const [first, second] = [rule(), rule({ id: 2n, text: 'Entgelt' })];
    const other = rule({ id: 3n, text: 'Entgelt', kind: 'rounding' });
    expect(decideByRules(line(), [first, second])).toMatchObject({ rule: { id: 1n } });
    expect(decideByRules(line(), [first, other])).toMatchObject({ conflict: [{ id: 1n }, { id: 3n }] });
    expect(decideByRules(line(), [])).toBeUndefined();
  });
});

it.each([
  ['Entgelt Kontoführung März 2031', 'ENTGELT KONTOFÜHRUNG April 2031', 'Entgelt Kontoführung'],
  ['Ref 123 Account fee', 'Account fee Ref 124', 'Account fee'],
  ['fee A', 'fee B', undefined],
  ['12345 67890', '12345 67890', undefined],
  ['Account  fee A', 'account fee B', 'Account fee'],
  ['Rent 1 Fees', 'Rent 2 Fees', 'Rent'],
  ['abc def', 'abc def', 'abc def'],
  ['', 'x', undefined],
])('what %j and %j share', (one, other, shared) => {
  expect(sharedText(one, other)).toBe(shared);
});

it('a rule has four letters or digits at least, and what is suggested is no longer than it may be', () => {
  expect([isDistinct('F-e-e'), isDistinct('Fees')]).toEqual([false, true]);
  const long = `${'x'.repeat(textLengthMax - 1)} yyyy`;
  expect(sharedText(long, long)).toBe('x'.repeat(textLengthMax - 1));
});

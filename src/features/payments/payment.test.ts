/** The states of a payment and the only transitions between them (docs/contract/merchant.md, "Payment states"). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  chargedBackBy,
  endOf,
  isPaid,
  type PaymentStatus,
  payableStatuses,
  paymentOrigins,
  paymentTransitions,
  refundableAmount,
} from './payment.ts';

const states = Object.keys(paymentTransitions) as PaymentStatus[];

function reachableFrom(start: PaymentStatus): Set<PaymentStatus> {
  const seen = new Set<PaymentStatus>();
  const visit = (state: PaymentStatus): void => {
    for (const next of paymentTransitions[state]) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  visit(start);
  return seen;
}

it('every state can be reached from the first', () => {
  expect([...reachableFrom('created'), 'created'].sort()).toEqual(expect.arrayContaining([...states].sort()));
});

it('the table is complete and frozen, and knows no state of its own', () => {
  expect(Object.isFrozen(paymentTransitions)).toBe(true);
  for (const state of states) for (const next of paymentTransitions[state]) expect(states).toContain(next);
});

it('the database knows the same states', () => {
  const schema = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8');
  const check = /payments_status_check CHECK \(status = ANY \(ARRAY\[(.*?)\]/.exec(schema)?.[1] ?? '';
  expect([...check.matchAll(/'(\w+)'/g)].map((match) => match[1]).sort()).toEqual([...states].sort());
});

it.each<PaymentStatus>(['cancelled', 'expired'])('%s is the end', (state) => {
  expect(paymentTransitions[state]).toEqual([]);
});

it('only an open payment can be paid: what was paid, canceled or expired is not', () => {
  const open = states.filter((one) => !isPaid(one) && paymentTransitions[one].includes('succeeded'));
  expect(open).toEqual(['created', 'processing', 'authorized']);
  // One that is authorized can only be captured.
  expect([...payableStatuses]).toEqual(open.slice(0, 2));
});

it('what was paid is never open, canceled or expired again', () => {
  expect([...reachableFrom('succeeded')].sort()).toEqual(['partially_refunded', 'refunded', 'succeeded']);
});

it('a refund that fails after it succeeded leads back', () => {
  expect(paymentOrigins('succeeded').filter(isPaid)).toEqual(['partially_refunded', 'refunded']);
  expect(paymentTransitions.refunded).toEqual(['partially_refunded', 'succeeded']);
});

it.each<[refunded: bigint, chargedBack: bigint, left: bigint]>([
  [0n, 0n, 100n],
  [30n, 0n, 70n],
  [30n, 60n, 10n],
  [30n, 70n, 0n],
  [30n, 100n, 0n],
])('of 100 with %s refunded and %s charged back, %s can be refunded', (refundedAmount, chargedBackAmount, left) => {
  expect(refundableAmount({ amount: 100n, capturedAmount: null, refundedAmount, chargedBackAmount })).toBe(left);
});

it('of a payment of which less was captured, that can be refunded, and counts for a dispute in another currency', () => {
  const payment = { amount: 100n, capturedAmount: 60n, currency: 'EUR' };
  expect(refundableAmount({ ...payment, refundedAmount: 10n, chargedBackAmount: 0n })).toBe(50n);
  expect(chargedBackBy(payment, { amount: 40n, currency: 'USD' })).toBe(60n);
});

it('a dispute in another currency counts as the whole payment', () => {
  const payment = { amount: 100n, capturedAmount: null, currency: 'EUR' };
  expect(chargedBackBy(payment, { amount: 40n, currency: 'EUR' })).toBe(40n);
  expect(chargedBackBy(payment, { amount: 40n, currency: 'USD' })).toBe(100n);
});

it('an attempt under way is neither canceled nor expired', () => {
  expect(paymentTransitions.processing).toEqual(expect.not.arrayContaining(['cancelled', 'expired']));
});

it('what is canceled or expired was open, or authorized and not captured', () => {
  expect(paymentOrigins('cancelled')).toEqual(['created', 'authorized']);
  expect(paymentOrigins('expired')).toEqual(['created', 'authorized']);
});

describe('origins are the transitions read backwards', () => {
  it.each(states)('%s', (to) => {
    for (const from of states) expect(paymentOrigins(to).includes(from)).toBe(paymentTransitions[from].includes(to));
  });
});

it('paid is what has the money or had it', () => {
  expect(states.filter(isPaid)).toEqual(['succeeded', 'partially_refunded', 'refunded']);
});

it('ends with the page, or with the days for a bank transfer if these are longer', () => {
  const [day, week] = [new Date('2031-03-02'), new Date('2031-03-08')];
  expect(endOf({ expiresAt: day, transferUntil: null })).toBe(day);
  expect(endOf({ expiresAt: day, transferUntil: week })).toBe(week);
  expect(endOf({ expiresAt: week, transferUntil: day })).toBe(week);
});

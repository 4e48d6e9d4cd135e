/** The states of a payment and the only transitions between them (docs/contract.md, "Payment states"). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPaid, type PaymentStatus, paymentOrigins, paymentTransitions } from './payment.ts';

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
  const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8');
  const check = /payments_status_check CHECK \(status = ANY \(ARRAY\[(.*?)\]/.exec(schema)?.[1] ?? '';
  expect([...check.matchAll(/'(\w+)'/g)].map((match) => match[1]).sort()).toEqual([...states].sort());
});

it.each<PaymentStatus>(['refunded', 'cancelled', 'expired'])('%s is the end', (state) => {
  expect(paymentTransitions[state]).toEqual([]);
});

it('succeeded is reached once: nothing that was paid, cancelled or expired leads there', () => {
  for (const state of states.filter((one) => reachableFrom(one).has('succeeded'))) {
    expect(['created', 'processing']).toContain(state);
  }
});

it('an attempt under way is neither cancelled nor expired', () => {
  expect(paymentTransitions.processing).toEqual(expect.not.arrayContaining(['cancelled', 'expired']));
});

it('what is cancelled or expired was open', () => {
  expect(paymentOrigins('cancelled')).toEqual(['created']);
  expect(paymentOrigins('expired')).toEqual(['created']);
});

it('only a refund undoes what was paid', () => {
  expect([...reachableFrom('succeeded')].sort()).toEqual(['partially_refunded', 'refunded']);
});

describe('origins are the transitions read backwards', () => {
  it.each(states)('%s', (to) => {
    for (const from of states) expect(paymentOrigins(to).includes(from)).toBe(paymentTransitions[from].includes(to));
  });
});

it('paid is what has the money or had it', () => {
  expect(states.filter(isPaid)).toEqual(['succeeded', 'partially_refunded', 'refunded']);
});

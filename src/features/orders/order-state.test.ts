/**
 * The two state machines of an order: every state is reachable, final states have no transitions, and the tables are
 * frozen (docs/contract/partner.md, "Order states").
 */
import { describe, expect, it } from 'vitest';
import {
  initialPaymentStatus,
  initialSettlementStatus,
  paymentTransitions,
  settlementOrigins,
  settlementTransitions,
} from './order-state.ts';

type Table = Readonly<Record<string, readonly string[]>>;

function reachableFrom(start: string, table: Table): string[] {
  const reached = new Set([start]);
  for (const state of reached) for (const next of table[state] ?? []) reached.add(next);
  return [...reached].sort();
}

const machines: [string, Table, string, string[]][] = [
  ['payment_status', paymentTransitions, initialPaymentStatus, ['cancelled']],
  ['settlement_status', settlementTransitions, initialSettlementStatus, []],
];

describe.each(machines)('docs/contract/partner.md, "Order states": %s', (_name, table, initial, ends) => {
  it('reaches every state from the initial one, and names no unknown one', () => {
    expect(reachableFrom(initial, table)).toEqual(Object.keys(table).sort());
  });
  it('ends in the states that nothing leaves, and only there', () => {
    expect(
      Object.keys(table)
        .filter((state) => table[state]?.length === 0)
        .sort(),
    ).toEqual(ends);
  });
  it('never leads from a state to itself', () => {
    for (const [from, to] of Object.entries(table)) expect(to).not.toContain(from);
  });
  it('is frozen', () => {
    expect(Object.isFrozen(table)).toBe(true);
    for (const targets of Object.values(table)) expect(Object.isFrozen(targets)).toBe(true);
  });
});

it('knows the origins of a settlement status as the table read backwards', () => {
  const states = Object.keys(settlementTransitions) as (keyof typeof settlementTransitions)[];
  for (const to of states) {
    for (const from of states)
      expect(settlementOrigins(to).includes(from)).toBe(settlementTransitions[from].includes(to));
  }
});

it('what was paid is never pending again, and what was settled never unsettled', () => {
  expect(reachableFrom('paid', paymentTransitions)).toEqual(['paid', 'partially_refunded', 'refunded']);
  expect(reachableFrom('settled', settlementTransitions)).toEqual(['partially_reversed', 'reversed', 'settled']);
});

it('docs/contract/partner.md, "Order states": a new order is pending and unsettled', () => {
  expect([initialPaymentStatus, initialSettlementStatus]).toEqual(['pending', 'unsettled']);
});

it.each<[string, string, string, boolean]>([
  ['pending', 'paid', 'payment', true],
  ['pending', 'refunded', 'payment', true],
  ['pending', 'partially_refunded', 'payment', true],
  ['partially_refunded', 'pending', 'payment', false],
  ['partially_refunded', 'cancelled', 'payment', false],
  ['paid', 'cancelled', 'payment', false],
  ['cancelled', 'paid', 'payment', false],
  ['paid', 'refunded', 'payment', true],
  ['unsettled', 'settled', 'settlement', true],
  ['awaiting_funds', 'unsettled', 'settlement', false],
  ['awaiting_funds', 'on_hold', 'settlement', true],
  ['on_hold', 'awaiting_funds', 'settlement', true],
  ['on_hold', 'settled', 'settlement', false],
  ['settled', 'void', 'settlement', false],
  ['settled', 'unsettled', 'settlement', false],
  ['void', 'settled', 'settlement', false],
  ['refunded', 'partially_refunded', 'payment', true],
  ['refunded', 'paid', 'payment', true],
  ['partially_refunded', 'paid', 'payment', true],
  ['reversed', 'partially_reversed', 'settlement', true],
  ['reversed', 'settled', 'settlement', true],
  ['partially_reversed', 'settled', 'settlement', true],
  ['void', 'unsettled', 'settlement', true],
  ['void', 'awaiting_funds', 'settlement', false],
])('docs/contract/partner.md, "Order states": %s → %s (%s) is possible: %s', (from, to, machine, possible) => {
  const table: Table = machine === 'payment' ? paymentTransitions : settlementTransitions;
  expect(table[from]?.includes(to)).toBe(possible);
});

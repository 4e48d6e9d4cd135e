/**
 * The two state machines of an order: every state is reachable, final states have no transitions, and the tables are
 * frozen (docs/contract.md, "Order states").
 */
import { describe, expect, it } from 'vitest';
import {
  initialPaymentStatus,
  initialSettlementStatus,
  paymentOrigins,
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

const machines: [string, Table, string, string[], (to: never) => string[]][] = [
  ['payment_status', paymentTransitions, initialPaymentStatus, ['cancelled', 'refunded'], paymentOrigins],
  ['settlement_status', settlementTransitions, initialSettlementStatus, ['reversed', 'void'], settlementOrigins],
];

describe.each(machines)('docs/contract.md, "Order states": %s', (_name, table, initial, ends, originsOf) => {
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
  it('never leads back to the initial state from an end, nor from a state to itself', () => {
    for (const end of ends) expect(reachableFrom(end, table)).toEqual([end]);
    for (const [from, to] of Object.entries(table)) expect(to).not.toContain(from);
  });
  it('knows the origins of a state as the table read backwards', () => {
    for (const to of Object.keys(table)) {
      for (const from of Object.keys(table)) {
        expect(originsOf(to as never).includes(from)).toBe(table[from]?.includes(to));
      }
    }
  });
  it('is frozen', () => {
    expect(Object.isFrozen(table)).toBe(true);
    for (const targets of Object.values(table)) expect(Object.isFrozen(targets)).toBe(true);
  });
});

it('docs/contract.md, "Order states": a new order is pending and unsettled', () => {
  expect([initialPaymentStatus, initialSettlementStatus]).toEqual(['pending', 'unsettled']);
});

it.each<[string, string, string, boolean]>([
  ['pending', 'paid', 'payment', true],
  ['pending', 'refunded', 'payment', false],
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
])('docs/contract.md, "Order states": %s → %s (%s) is possible: %s', (from, to, machine, possible) => {
  const table: Table = machine === 'payment' ? paymentTransitions : settlementTransitions;
  expect(table[from]?.includes(to)).toBe(possible);
});

/** The naming and form of the catalog. That appended events match it is checked in tests/events. */
import { describe, expect, it } from 'vitest';
import { judgeEvent } from '../../tests/events/judge-events.ts';
import { catalog, eventTypes } from './event-catalog.ts';
import { presentCommissionTransfer } from './wallets/present-wallets.ts';

/** Past participles that do not end in -ed. */
const irregular = ['paid', 'sent', 'held', 'drawn', 'paid_outside', 'repaid', 'overpaid', 'written_off', 'forgiven'];

describe.each(eventTypes)('%s', (type) => {
  it('is object.past_participle', () => {
    const [object, happened, ...more] = type.split('.') as [string, string];
    expect(more).toEqual([]);
    expect(object).toMatch(/^[a-z]+(_[a-z]+)*$/);
    if (!irregular.includes(happened)) expect(happened).toMatch(/^(partially_)?[a-z]+ed$/);
  });

  it('is for someone, and says what happened in one sentence', () => {
    const { to, description } = catalog[type];
    expect(to.length).toBeGreaterThan(0);
    expect(description).toMatch(/^[A-Z].*\.$/);
  });
});

describe('judging an event', () => {
  const made = { id: 'trf_1', mode: 'test', amount: 150n, currency: 'EUR', createdAt: new Date(0) } as const;
  const data = JSON.parse(JSON.stringify(presentCommissionTransfer(made)));
  const event = { type: 'transfer.succeeded', data, kind: 'company' };

  it('finds nothing wrong with what a present function made', () => expect(judgeEvent(event)).toBeUndefined());

  it.each([
    ['a type that is not in the catalog', { type: 'transfer.done' }, /is not in the catalog/],
    ['the log of someone it is not for', { kind: 'merchant' }, /is not for a merchant/],
    ['what is missing', { data: { ...data, amount: undefined } }, /amount/],
    ['what is of another type', { data: { ...data, amount: '1.5' } }, /\/amount must be number/],
    ['a time that is none', { data: { ...data, created_at: '1970-01-01' } }, /created_at/],
    ['what is beside it', { data: { ...data, payer: 'Ada' } }, /additional properties.*payer/],
  ])('names %s', (_, change, expected) => {
    expect(judgeEvent({ ...event, ...JSON.parse(JSON.stringify(change)) })).toMatch(expected);
  });
});

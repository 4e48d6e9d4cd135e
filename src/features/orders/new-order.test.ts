/** A new order is presented once: its texts are what present-order.ts makes of it. */
import { describe, expect, it } from 'vitest';
import { collecting, courier, draftOf, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createdEventData, newOrder, newOrderAnswer, newOrderFacts } from './new-order.ts';
import type { OrderDraft } from './order.ts';
import { presentOrder, presentOrderEvent } from './present-order.ts';

const attemptId = '0c9e5f0a-6d1b-4c58-9a53-2f6f3f1f6a10';
const at = new Date('2031-03-01T12:00:00.250Z');

const splits = [merchant(7n, 1_250n), courier(8n, 300n), partner(5n)];
const drafts: [name: string, changes: Partial<OrderDraft>][] = [
  ['two decimals', { currency: 'USD' }],
  ['no decimals', { currency: 'JPY' }],
  ['three decimals', { currency: 'KWD' }],
  ['paid at the checkout', { paymentSource: 'service' }],
  ['captured by the company', { paymentSource: 'service', capture: 'manual' }],
  ['of cash', { paymentSource: 'cod', splits: [collecting(courier(8n, 1_555n))] }],
  ['a shadow order', { isShadow: true, shadowMerchantRef: 'k"1', shadowMerchantName: 'Ünï \\ "Kitchen"' }],
  ['with warnings', { warnings: ['splits differ', 'a "quoted" one'], splits: [merchant(null, 1n)] }],
];

describe('a new order', () => {
  it.each(drafts)('%s: its event and its answer are those of the order', (_name, changes) => {
    const order = newOrder(draftOf('a "ref"', splits, changes), { holderId: 3n, mode: 'live' }, attemptId, at);
    const facts = newOrderFacts(order);
    const parsed = (value: unknown): unknown => JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
    const { order_id: _, ...event } = parsed(presentOrderEvent(order)) as Record<string, unknown>;
    expect(parsed(createdEventData(facts))).toEqual(event);
    const recorded = { ...order, id: 41n };
    for (const paymentUrl of [undefined, 'https://pay.example/api/pay_1?a="b"']) {
      expect(newOrderAnswer(recorded, facts, paymentUrl)).toBe(JSON.stringify(presentOrder(recorded, { paymentUrl })));
    }
  });
});

/**
 * The refund of an order that was paid at the checkout and settled, and one that waited for money, interrupted at every
 * step: the customer gets the money back once, and each party gives its part once.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../src/base/clock/clock.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { payOrder } from '../../src/features/orders/payment-link.ts';
import { drawOut } from '../fixtures/money.ts';
import { accountAt } from '../support/ledger-names.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import {
  atAnswer,
  atCommitOf,
  clearingGate,
  ownRowsGate,
  prepareCommitGates,
  readGate,
  rowsGate,
  tableGate,
} from './gates.ts';
import { at, interruptAt, interruptions, type Point } from './interruptions.ts';
import { type Company, createStage, post, type Service, type Stage, testTimeoutMs } from './support.ts';
import { expectWhole, insist, topUp, untilIdle } from './whole-books.ts';

const order = 'order-1';
const refundPath = `/orders/${order}/refunds`;
const accepted = atCommitOf('order_refunds:pending');
const ended = atCommitOf('order_refunds:succeeded');
const orderRow = ownRowsGate('orders');

/** Once the refund is accepted (`refund-payment.ts`, `finish-order-refund.ts`). */
const endPoints: readonly Point[] = [
  at('it is being committed', accepted),
  at('it is committed and its answer is under way', accepted, atAnswer),
  at('it is committed and the provider is about to be asked', accepted, readGate('payment_attempts')),
  at('the provider has answered and nothing is recorded', accepted, rowsGate('orders')),
  at('the end of the payment refund is written', accepted, tableGate('payments')),
  at('its end is written', accepted, tableGate('orders')),
  at('its end is being committed', ended),
  at('its end is committed and unanswered', ended, atAnswer),
];

/** The steps of a refund, in their order (`refund-order.ts`). */
const refundPoints: readonly Point[] = [
  at('its order is being held', orderRow),
  at('its order is held', tableGate('accounts')),
  at('its accounts are open', clearingGate),
  at('its accounts are held', tableGate('transfers')),
  at('its shares are reversed', tableGate('orders')),
  at('its order says so', ownRowsGate('payments')),
  at('the payment refund is posted', tableGate('refunds')),
  at('the payment refund is written', tableGate('payments')),
  at('the payment says so', tableGate('events')),
  at('the events of the payment are told', tableGate('order_refunds')),
  ...endPoints,
];

/** The steps of paying a refund that waited (`pay-waiting-refunds.ts`). The job comes to the order's row first. */
const waitingPoints: readonly Point[] = [
  at('its order is being held', orderRow),
  at('its order is held', orderRow, tableGate('accounts')),
  at('its accounts are open', orderRow, clearingGate),
  at('its accounts are held', orderRow, ownRowsGate('payments')),
  at('its payment is held', orderRow, tableGate('transfers')),
  at('the payment refund is posted', orderRow, tableGate('refunds')),
  at('the payment refund is written', orderRow, tableGate('payments')),
  at('the payment says so', orderRow, tableGate('events')),
  at('the events of the payment are told', orderRow, tableGate('order_refunds')),
  // What follows is the same for both, but for who asks the provider: here only the job does.
  ...endPoints.filter(({ gates }) => gates.includes(atAnswer) || gates.length === 1),
];

let stage: Stage;
let service: Service;

beforeAll(async () => {
  stage = await createStage();
  service = await stage.startService();
  await prepareCommitGates(stage, ['order_refunds']);
});
afterAll(() => stage?.close());

describe('a refund of a settled order is made after the loss of', () => {
  for (const { title, ...interruption } of interruptions(refundPoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await settledOrder();
      const asked = { refund_ref: 'half', amount: 50 };
      service = await interruptAt(stage, service, interruption, company, () =>
        post(service, company, refundPath, asked),
      );
      await insist(service, company, refundPath, asked, { is: isSucceeded });
      await expectWhole(stage, company, {
        accounts: { 'earnings:shop': 3_500n, 'earnings:rider': 1_000n, commission: 500n, 'outside:card': -5_000n },
        events: {
          'order_refund.created': 1,
          'order_refund.succeeded': 1,
          'order.partially_refunded': 1,
          'order.partially_reversed': 1,
          'refund.created': 1,
          'refund.succeeded': 1,
        },
      });
    });
  }
});

describe('a refund that waited for money is paid after the loss of', () => {
  for (const { title, ...interruption } of interruptions(waitingPoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await settledOrder();
      await spendAll(company);
      const asked = { refund_ref: 'whole' };
      await insist(service, company, refundPath, asked, { is: ({ status }) => status === 'awaiting_funds' });
      await untilIdle(stage, company);
      service = await interruptAt(stage, service, interruption, company, () => topUp(service, company, 100, 'pays'));
      await topUp(service, company, 100, 'pays');
      await insist(service, company, refundPath, asked, { is: isSucceeded });
      await expectWhole(stage, company, {
        // What the parties had spent, they owe; the top-up replaced it.
        accounts: { 'debt:shop': 7_000n, 'debt:rider': 2_000n, debts: -9_000n },
        events: {
          'order_refund.deferred': 1,
          'order_refund.succeeded': 1,
          'order.refunded': 1,
          'order.reversed': 1,
          'refund.created': 1,
          'refund.succeeded': 1,
          'top_up.succeeded': 1,
        },
      });
    });
  }
});

it('leaves whole books', { timeout: testTimeoutMs }, async () => {
  await stage.verify();
  await service.stop();
});

const isSucceeded = ({ status }: Record<string, unknown>): boolean => status === 'succeeded';

/** Paid by card at the checkout, 100 USD: 70 of them the shop's, 20 the rider's. */
async function settledOrder(): Promise<Company> {
  const company = await stage.makeCompany('Interrupted');
  const { book, merchants, couriers } = company;
  const { payment_url } = await insist<{ payment_url: string }>(service, company, '/orders', {
    partner_order_ref: order,
    payment_source: 'service',
    total_amount: 100,
    currency: 'USD',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: Number(merchants[0]), amount: 70 },
      { beneficiary_type: 'courier', beneficiary_ref: Number(couriers[0]), amount: 20 },
      { beneficiary_type: 'partner', amount: 10 },
    ],
  });
  const key = { holderId: book.holderId, id: payment_url.split('/').at(-1) as string };
  await payByCard({ ...simulatedPayDeps(stage.db, systemClock), onPaid: payOrder }, key);
  await insist(service, company, '/settlements', {});
  await untilIdle(stage, company);
  return company;
}

/** The parties have drawn what they earned. */
async function spendAll({ book, merchants, couriers }: Company): Promise<void> {
  const shares = [
    [`earnings:${merchants[0]}`, 7_000n],
    [`earnings:${couriers[0]}`, 2_000n],
    ['commission', 1_000n],
  ] as const;
  const now = systemClock.now(book.holderId, book.mode);
  await inTransaction(stage.db, async (tx) => {
    for (const [name, amount] of shares) await drawOut(tx, accountAt({ ...book, currency: 'USD' }, name), amount, now);
  });
}

/** A shadow claim, interrupted at every step: the restaurant is paid once, and what it owed is recovered once. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../src/base/clock/clock.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { makeLinkOwe } from '../fixtures/money.ts';
import { accountAt } from '../support/ledger-names.ts';
import {
  accountGate,
  atAnswer,
  atCommitOf,
  clearingGate,
  ownRowsGate,
  prepareCommitGates,
  tableGate,
} from './gates.ts';
import { at, interruptAt, interruptions, type Point } from './interruptions.ts';
import { type Company, createStage, post, type Service, type Stage, testTimeoutMs } from './support.ts';
import { expectWhole, insist, topUp, untilIdle } from './whole-books.ts';

const order = 'order-1';

/** The steps of a claim, in their order (`claim-shadow-orders.ts`). */
const points: readonly Point[] = [
  at('nothing is written', tableGate('shadow_claims')),
  at('its claim_ref is taken', ownRowsGate('orders')),
  at('its orders are held', tableGate('accounts')),
  at('its accounts are open', clearingGate),
  at('its accounts are held', tableGate('transfers')),
  at('its transfers are posted', tableGate('shadow_claim_lines')),
  at('its lines are written', tableGate('orders')),
  at('its orders are marked', tableGate('events')),
  at('its events are told', accountGate('debts')),
  at('it is being committed', atCommitOf('shadow_claims')),
  at('it is committed and its answer is under way', atAnswer),
];

let stage: Stage;
let service: Service;

beforeAll(async () => {
  stage = await createStage();
  service = await stage.startService();
  await prepareCommitGates(stage, ['shadow_claims']);
});
afterAll(() => stage?.close());

describe('a shadow claim is made after the loss of', () => {
  for (const { title, ...interruption } of interruptions(points)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await claimableOrder();
      const asked = { claim_ref: 'once', beneficiary_ref: Number(company.merchants[0]), partner_order_refs: [order] };
      const path = '/shadow/taverna/claims';
      service = await interruptAt(stage, service, interruption, company, () => post(service, company, path, asked));
      await insist(service, company, path, asked);
      await expectWhole(stage, company, {
        accounts: {
          'outside:bank': -10_000n,
          // 70.00 paid to the shop, of which it owed 40.00.
          clearing: 7_000n,
          'earnings:shop': 3_000n,
          'shadow:clearing': -3_000n,
          'shadow:commission': 1_000n,
          'shadow:earnings:courier:rider': 2_000n,
        },
        events: { 'shadow_order.claimed': 1, 'order.settled': 1 },
      });
    });
  }
});

it('leaves whole books', { timeout: testTimeoutMs }, async () => {
  await stage.verify();
  await service.stop();
});

/** A settled shadow order of a restaurant that has joined and owes 40 USD; clearing has 100. */
async function claimableOrder(): Promise<Company> {
  const company = await stage.makeCompany('Interrupted');
  const { book, merchants, couriers } = company;
  await topUp(service, company, 100);
  await insist(service, company, '/orders', {
    partner_order_ref: order,
    payment_source: 'card',
    total_amount: 100,
    currency: 'USD',
    is_shadow: true,
    shadow_merchant_ref: 'taverna',
    splits: [
      { beneficiary_type: 'merchant', amount: 70 },
      { beneficiary_type: 'courier', beneficiary_ref: Number(couriers[0]), amount: 20 },
      { beneficiary_type: 'partner', amount: 10 },
    ],
  });
  await insist(service, company, '/settlements', {});
  const earnings = accountAt({ ...book, currency: 'USD' }, `earnings:${merchants[0]}`);
  const now = systemClock.now(book.holderId, book.mode);
  await inTransaction(stage.db, (tx) => makeLinkOwe(tx, earnings, 4_000n, now));
  await untilIdle(stage, company);
  return company;
}

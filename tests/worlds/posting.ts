/**
 * For tests of docs/ledger.md, "What is posted": everyone who has a book, and every account of theirs that is not 0.
 * Money moves by the use cases alone; nothing here posts a transfer of its own.
 */

import { randomUUID } from 'node:crypto';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import { type Account, type Book, formatAccount } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import type { DebtSettlementKind } from '../../src/features/debts/debt-settlement.ts';
import { debtToService } from '../../src/features/debts/find-debt.ts';
import { settleDebt } from '../../src/features/debts/settle-debt.ts';
import type { Order, OrderDraft, Split } from '../../src/features/orders/order.ts';
import type { AttemptKey } from '../../src/features/payments/attempts.repository.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import type { PaymentKey } from '../../src/features/payments/payment.ts';
import { applyCharge, startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import { collectFees } from '../../src/features/payouts/collect-fees.ts';
import type { Payout } from '../../src/features/payouts/payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import type { Dispute, DisputeFee } from '../../src/features/providers/provider.ts';
import { makeRefund, requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { topUpByCard } from '../../src/features/wallets/customer/top-up-by-card.ts';
import { payer as aPayer, job, keyOf, memberOf, shell, shopKey } from '../support/actors.ts';
import { makeFee } from '../support/fees.ts';
import { makeHolder, makeLink } from '../support/holders.ts';
import { accountNamed } from '../support/ledger-names.ts';
import { orderLink } from './order-link.ts';
import { courier, merchant, partner } from './order-values.ts';
import { taken } from './payments.ts';
import { bankForm } from './payouts.ts';
import { createShadowWorld } from './shadow.ts';

/** Purposes, and minor units that are not 0. */
export type Accounts = Record<string, bigint>;
/** By whose book it is; live books are marked. */
export type Books = Record<string, Accounts>;

type Charged = { holderId: bigint; dispute: Dispute };

export type PostingWorld = Awaited<ReturnType<typeof createPostingWorld>>;

/** A shop that pays a fee of 10 %, a customer, and a company with a merchant and a courier. Every book is empty. */
export async function createPostingWorld() {
  const world = await createShadowWorld();
  const { db, database, clock, deps } = world;
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);
  const company = await world.makeBook();
  const shop: Book = { holderId: await makeHolder(db, 'merchant', 'Shop'), mode: 'test' };
  const customer: Book = { holderId: world.customer, mode: 'test' };
  const taverna = await makeLink(db, company.holderId, 'merchant', 'taverna');
  const rider = await makeLink(db, company.holderId, 'courier', 'rider');
  await makeFee(db, { holderId: shop.holderId, basisPoints: 1_000 });
  const ownerOf = async (linkId: bigint): Promise<bigint> =>
    (await database.pool.query('select holder_id from links where id = $1', [linkId])).rows[0].holder_id;
  const owners = { [`earnings:${taverna}`]: await ownerOf(taverna), [`earnings:${rider}`]: await ownerOf(rider) };
  for (const holderId of [company.holderId, shop.holderId, customer.holderId, ...Object.values(owners)]) {
    await run((tx) => addBankAccount(shell, tx, clock, holderId, bankForm()));
  }
  const names = new Map([
    [company.holderId, 'company'],
    [shop.holderId, 'shop'],
    [customer.holderId, 'customer'],
    [serviceHolderId, 'service'],
  ]);
  const creator = createPaymentCreator({ db, clock });
  const payer = { name: 'Ada', email: null, customerHolderId: customer.holderId };
  let disputes = 0;

  const own = {
    ...world,
    run,
    company,
    shop,
    customer,
    taverna,
    rider,
    /** Every account that is not at 0, of every book there is: whatever is not shown did not move. */
    async books(): Promise<Books> {
      const { rows } = await database.pool.query(`
        select a.holder_id as "holderId", a.mode, a.kind, a.link_id as "linkId", a.source, a.shadow_ref as "shadowRef",
          a.shadow_name as "shadowName", l.name as link, a.balance
        from accounts a
        left join links l on l.company_id = a.holder_id and l.id = a.link_id
        where a.balance <> 0 and a.currency = 'EUR'`);
      const books: Books = {};
      for (const { holderId, mode, link, balance, ...account } of rows) {
        const name = `${names.get(holderId) ?? holderId}${mode === 'live' ? ' (live)' : ''}`;
        const shown = formatAccount(account as Account).replace(/:[0-9]+$/, link === null ? '$&' : `:${link}`);
        books[name] = { ...books[name], [shown]: balance };
      }
      return books;
    },
    /** A payment at the shop that waits for its payer. */
    async payment(amount: bigint): Promise<PaymentKey> {
      const draft = { amount, currency: 'EUR', returnUrl: 'https://shop.test', cancelUrl: null, custom: null };
      const { id } = await creator.create(shopKey(shop), shop, 'api', { ...draft, webhookUrl: null, orderId: null });
      return { holderId: shop.holderId, id };
    },
    attempt: (key: PaymentKey, method: 'card' | 'onlinewallet' = 'card'): Promise<AttemptKey> =>
      run(async (tx) => {
        const start = { provider: 'simulator', method, cardLastFour: null, payerName: 'Ada', browser: null } as const;
        return { holderId: key.holderId, attemptId: (await startAttempt(tx, deps, key, start)).attemptId };
      }),
    /** The provider says that it has the money. */
    capture: (key: AttemptKey, amount: bigint) => run((tx) => applyCharge(job, tx, deps, key, taken(amount))),
    decline: (key: AttemptKey) =>
      run((tx) => applyCharge(job, tx, deps, key, { kind: 'declined', reason: 'declined' })),
    async paidBy(method: 'card' | 'onlinewallet', amount: bigint): Promise<PaymentKey & AttemptKey> {
      const key = await own.payment(amount);
      const attempt = await own.attempt(key, method);
      await own.capture(attempt, amount);
      return { ...key, ...attempt };
    },
    async paidFromWallet(amount: bigint): Promise<PaymentKey> {
      const key = await own.payment(amount);
      await run((tx) => payFromCustomerWallet(aPayer, tx, deps, key, payer, null));
      return key;
    },
    /** The customer pays an order's link from what the wallet holds. */
    async payFromWallet(order: Order): Promise<void> {
      const id = await run((tx) => orderLink(tx, { clock, creator }, order));
      const key = { holderId: order.holderId, id: id as string };
      await run((tx) => payFromCustomerWallet(aPayer, tx, deps, key, payer, null));
    },
    customerTopsUp: (amount: string) => {
      const actor = memberOf(customer, { holderKind: 'customer' });
      const asked = { amount, currency: 'EUR', cardNumber: '4242424242424242' };
      return run((tx) => topUpByCard(actor, tx, { clock, findChargeProblem: () => undefined }, customer, asked));
    },
    /** A refund of a shop's payment, to its end. */
    async refundPayment(key: PaymentKey, amount?: bigint): Promise<void> {
      const request = { refundRef: randomUUID(), amount, reason: null };
      const { refund } = await run((tx) =>
        requestRefund(keyOf(shop, { holderKind: 'merchant' }), tx, deps, key, request),
      );
      await makeRefund(job, deps, key.holderId, refund.id);
    },
    /** @returns the dispute, to be won later. */
    async chargeBack({ holderId, attemptId }: AttemptKey, amount: bigint, fee?: DisputeFee): Promise<Charged> {
      disputes += 1;
      const said = { withdrawals: 1, returns: 0, fee };
      const dispute = { id: `dp_${disputes}`, attemptId, amount, currency: 'EUR', ...said };
      expectDone(await run((tx) => postChargeback(job, tx, deps, holderId, dispute)), 'posted');
      return { holderId, dispute };
    },
    async winDispute({ holderId, dispute }: Charged, fee?: DisputeFee): Promise<void> {
      expectDone(
        await run((tx) => postChargeback(job, tx, deps, holderId, { ...dispute, returns: 1, fee })),
        'reversed',
      );
    },
    /** A dispute that was won is withdrawn again. */
    async loseAgain({ holderId, dispute }: Charged, fee?: DisputeFee): Promise<void> {
      const again = { ...dispute, withdrawals: 2, returns: 1, fee };
      expectDone(await run((tx) => postChargeback(job, tx, deps, holderId, again)), 'posted');
    },
    /** By the operator, what the shop owes the service. */
    settleDebt: (kind: DebtSettlementKind, amount: bigint, of = shop) =>
      run(async (tx) => {
        const debt = await debtToService(tx, of, 'EUR');
        await settleDebt(shell, tx, clock, debt, { kind, amount, reason: 'Out of business' });
      }),
    /** By the company, what a link owes it. */
    settleLinkDebt: (linkId: bigint, kind: DebtSettlementKind, amount: bigint) =>
      run(async (tx) => {
        const debt = { ...company, currency: 'EUR', linkId, accountKind: null };
        await settleDebt(keyOf(company), tx, clock, debt, { kind, amount, reason: 'Out of business' });
      }),
    attemptOf: async (order: Order): Promise<AttemptKey> => {
      const { rows } = await database.pool.query(
        `select a.id from payment_attempts a join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
         where p.holder_id = $1 and p.order_id = $2 and a.status = 'succeeded'`,
        [order.holderId, order.id],
      );
      return { holderId: order.holderId, attemptId: rows[0].id };
    },
    /** 700 for the merchant, 200 for the courier, 100 for the company. */
    order: (ref: string, changes: Partial<OrderDraft> = {}) =>
      world.record(company, ref, threeShares(), { totalAmount: 1_000n, ...changes }),
    orderOf: (ref: string, amount: bigint) =>
      world.record(company, ref, [merchant(taverna, amount)], { totalAmount: amount }),
    shadowOrder: (ref: string, changes: Partial<OrderDraft> = {}) =>
      world.shadow(company, ref, [merchant(null, 700n), courier(rider, 200n), partner(100n)], changes),
    /** Asks for a payout of an account. */
    ask: (book: Book, name: string, amount: bigint): Promise<Payout> => {
      const ownerHolderId = owners[name] ?? book.holderId;
      const account = accountNamed(name);
      const request = { ownerHolderId, book, account, amount, currency: 'EUR', bankAccountId: undefined };
      return run((tx) => requestPayout(memberOf({ holderId: ownerHolderId, mode: book.mode }), tx, clock, request));
    },
    /** All the way to the bank: how money is spent here. */
    async payOut(book: Book, name: string, amount: bigint): Promise<Payout> {
      const { id } = await own.ask(book, name, amount);
      await run((tx) => approvePayout(shell, tx, clock, id));
      return run((tx) => sendPayout(shell, tx, clock, id));
    },
    collectFees: () =>
      collectFees(shell, { db, clock }, (error) => {
        throw error;
      }),
  };
  const threeShares = (): Split[] => [merchant(taverna, 700n), courier(rider, 200n), partner(100n)];
  return own;
}

function expectDone(result: string, expected: string): void {
  if (result !== expected) throw new Error(`is ${result}, not ${expected}`);
}

/** For tests of orders' refunds: settlements, orders paid at the checkout, and the accounts before and after. */
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { formatAccount } from '../../src/core/ledger/accounts.ts';
import { listAccounts } from '../../src/core/ledger/ledger.repository.ts';
import { cancelOrder } from '../../src/features/orders/cancel-order.ts';
import type { Order } from '../../src/features/orders/order.ts';
import { payOrder } from '../../src/features/orders/payment-link.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import type { PayDeps } from '../../src/features/payments/pay-with-provider.ts';
import { applyCharge, startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { createProviders } from '../../src/features/providers/provider.ts';
import { followChargeback } from '../../src/features/refunds/follow-chargeback.ts';
import type { OrderRefund } from '../../src/features/refunds/order-refunds.repository.ts';
import { payWaitingRefunds } from '../../src/features/refunds/pay-waiting-refunds.ts';
import type { RefundTerms } from '../../src/features/refunds/plan-order-refund.ts';
import { type OrderRefundRequest, requestOrderRefund } from '../../src/features/refunds/refund-order.ts';
import { makeRefund } from '../../src/features/refunds/refund-payment.ts';
import { refundJobs } from '../../src/features/refunds/refunds.jobs.ts';
import { requestOrderReversal } from '../../src/features/refunds/reverse-order.ts';
import { payer as aPayer, job, keyOf } from '../support/actors.ts';
import { chargeBackOrder } from '../support/charge-back.ts';
import { drainJobs } from '../support/drain-jobs.ts';
import { makeHolder } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { bringIn, drawOut, makeLinkOwe } from './money.ts';
import { orderLink } from './order-link.ts';
import { createScriptedProvider, taken } from './payments.ts';
import { createSettlementWorld } from './settlements.ts';

export type RefundWorld = Awaited<ReturnType<typeof createRefundWorld>>;

export async function createRefundWorld() {
  const settlements = await createSettlementWorld();
  const { db, clock, database, runner } = settlements;
  const provider = createScriptedProvider();
  const deps: PayDeps = {
    db,
    clock,
    providers: createProviders({ test: provider, live: undefined }),
    onPaid: payOrder,
    onChargeback: followChargeback,
  };
  const creator = createPaymentCreator({ db, clock });
  const customer = await makeHolder(db, 'customer', 'Ada');

  const linkOf = async (order: Order) => {
    const id = await inTransaction(db, (tx) => orderLink(tx, { clock, creator }, order));
    return { holderId: order.holderId, id: id as string };
  };
  const world = {
    ...settlements,
    deps,
    provider,
    customer,
    /** The customer pays the order's link by card. */
    async payByCard(order: Order): Promise<void> {
      const key = await linkOf(order);
      const start = {
        provider: 'simulator',
        method: 'card',
        cardLastFour: null,
        payerName: 'Ada',
        browser: null,
      } as const;
      const { attemptId } = await inTransaction(db, (tx) => startAttempt(tx, deps, key, start));
      const charge = taken(order.totalAmount, order.currency);
      await inTransaction(db, (tx) => applyCharge(job, tx, deps, { holderId: key.holderId, attemptId }, charge));
    },
    /** The customer pays the order's link from a wallet that has just enough. */
    async payFromWallet(order: Order): Promise<void> {
      const key = await linkOf(order);
      const wallet = accountAt({ holderId: customer, mode: order.mode, currency: order.currency }, 'wallet');
      const at = clock.now(customer, order.mode);
      await inTransaction(db, (tx) => bringIn(tx, wallet, order.totalAmount, at, 'bank'));
      const payer = { name: 'Ada', email: null, customerHolderId: customer };
      await inTransaction(db, (tx) => payFromCustomerWallet(aPayer, tx, deps, key, payer, null));
    },
    /** Money arrives in clearing, in either mode, without an event or a job. */
    async bring(book: Book, amount: bigint, currency = 'EUR'): Promise<void> {
      const clearing = accountAt({ ...book, currency }, 'clearing');
      await inTransaction(db, (tx) => bringIn(tx, clearing, amount, clock.now(book.holderId, book.mode), 'bank'));
    },
    /** The owner of an account draws money to the bank. */
    async spend(book: Book, name: string, amount: bigint, currency = 'EUR'): Promise<void> {
      const account = accountAt({ ...book, currency }, name);
      await inTransaction(db, (tx) => drawOut(tx, account, amount, clock.now(book.holderId, book.mode)));
    },
    /** A link owes its company, from an order that it was paid and that was refunded. */
    async owe(book: Book, link: bigint, amount: bigint): Promise<void> {
      const earnings = accountAt({ ...book, currency: 'EUR' }, `earnings:${link}`);
      await inTransaction(db, (tx) => makeLinkOwe(tx, earnings, amount, clock.now(book.holderId, book.mode)));
    },
    async refund(
      book: Book,
      ref: string,
      ask: Partial<RefundTerms> & { refundRef?: string } = {},
    ): Promise<OrderRefund> {
      const request: OrderRefundRequest = {
        refundRef: ask.refundRef ?? randomUUID(),
        amount: ask.amount,
        parties: ask.parties,
        liable: ask.liable,
        reason: null,
        hash: Buffer.alloc(32, String(ask.amount)),
      };
      return (await inTransaction(db, (tx) => requestOrderRefund(keyOf(book), tx, deps, book, ref, request))).refund;
    },
    /** A reversal of a charged-back order, in proportion or by parties. */
    async reverse(
      book: Book,
      ref: string,
      ask: Partial<Pick<RefundTerms, 'amount' | 'parties'>> & { refundRef?: string } = {},
    ) {
      const { amount, parties, refundRef = randomUUID() } = ask;
      const request = { refundRef, amount, parties, reason: null, hash: Buffer.alloc(32, String(amount)) };
      return inTransaction(db, (tx) => requestOrderReversal(keyOf(book), tx, deps, book, ref, request));
    },
    /** The customer's bank takes money of an order back, or returns it. @param name tells an order's disputes apart. */
    chargeBack: (order: Order, amount: bigint, returns: 0 | 1 = 0, name = `dp_${order.holderId}_${order.id}`) =>
      chargeBackOrder({ db, payDeps: deps }, order, amount, returns, name),
    cancel: (book: Book, ref: string) => inTransaction(db, (tx) => cancelOrder(keyOf(book), tx, deps, book, ref)),
    payWaiting: (book: Book) => payWaitingRefunds(job, deps, book),
    /** Runs the jobs that are due: refunds at the provider, and what arrived in clearing. @returns their errors. */
    drain: () =>
      drainJobs(database, {
        ...refundJobs(deps, () => {}),
        settle_on_funds: {
          async run(_actor, { holderId, mode, currency }) {
            const book = { holderId: BigInt(holderId), mode };
            await payWaitingRefunds(job, deps, book);
            await runner.settleIfWaiting(job, book, 'funds', currency);
          },
        },
      }),
    /** Every account of a book that is not at 0, by name. */
    async accounts(book: Book, currency = 'EUR'): Promise<Record<string, bigint>> {
      const rows = await listAccounts(db, book);
      return Object.fromEntries(
        rows
          .filter((row) => row.currency === currency && row.balance !== 0n)
          .map((row) => [formatAccount(row), row.balance]),
      );
    },
    async states(book: Book, ref: string): Promise<string> {
      const order = await settlements.find(book, ref);
      return `${order.paymentStatus} ${order.settlementStatus}`;
    },
    /** The provider refuses a refund of an order now, though it may have succeeded. */
    async refuse(id: string): Promise<void> {
      const said = provider.says.refund;
      provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });
      const { rows } = await database.pool.query('select holder_id, id from refunds where refund_ref = $1', [id]);
      await makeRefund(job, deps, rows[0].holder_id, rows[0].id);
      provider.says.refund = said;
    },
    async refundStatus(id: string): Promise<string> {
      const { rows } = await database.pool.query('select status from order_refunds where id = $1', [id]);
      return rows[0].status;
    },
  };
  return world;
}

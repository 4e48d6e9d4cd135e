/**
 * For tests of live card payments: the whole server with a stand-in for Stripe behind it, one shop with live keys, and
 * customers with browsers. Jobs and sweeps run when a test says so.
 */
import { holderOfPublicId } from '../../src/base/database/public-id.ts';
import { type Account, accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { sweepPayments } from '../../src/features/payments/pay-with-provider.ts';
import type { Payment } from '../../src/features/payments/payment.ts';
import { paymentJobs } from '../../src/features/payments/payments.jobs.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { sweepRefunds } from '../../src/features/refunds/refund-payment.ts';
import { refundJobs } from '../../src/features/refunds/refunds.jobs.ts';
import { job } from '../support/actors.ts';
import { drainJobs } from '../support/drain-jobs.ts';
import { startStripeStandIn } from '../support/stripe-stand-in.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createBrowser } from './checkout.ts';
import { base, createShop, dataOf, payment as leastPayment } from './shop.ts';

export type StripeShop = Awaited<ReturnType<typeof createStripeShop>>;
export type Made = { id: string; holderId: bigint; mode: 'live'; path: string };

export const webhookPath = '/funding/stripe/webhook';

export async function createStripeShop() {
  const stripe = await startStripeStandIn();
  const clock = createTestClock(new Date().toISOString());
  const shop = await createShop({ stripe: stripe.settings, clock });
  const merchant = await shop.addMerchant('Corner Shop');
  const { payDeps } = shop.server;
  const accessToken = await shop.token(merchant.live);
  const handlers = { ...paymentJobs(payDeps, () => {}), ...refundJobs(payDeps, () => {}) };

  const made = {
    async payment(changes: Record<string, unknown> = {}): Promise<Made> {
      const body = { ...leastPayment, currency: 'EUR', ...changes };
      const id = dataOf(await shop.create(accessToken, body)).token as string;
      const path = `${base}/user/authentication/form/${id}`;
      return { id, holderId: holderOfPublicId('pay', id) as bigint, mode: 'live', path };
    },
    /** A customer chooses to pay by card. */
    async tried(payment: Made) {
      const browser = createBrowser(shop.app);
      await browser.open(payment.path);
      return { browser, answer: await browser.submit(`${payment.path}/pay`, { method: 'card' }) };
    },
    /** Likewise. @returns the session it was sent to, too. */
    begun: async (payment: Made) => ({ ...(await made.tried(payment)), session: stripe.lastSession() }),
    /** A payment that was paid by card, and the session it was paid in. */
    async paid(changes: Record<string, unknown> = {}) {
      const payment = await made.payment(changes);
      const { browser, session } = await made.begun(payment);
      stripe.pay(session.id);
      await browser.open(payment.path);
      return { payment, session };
    },
  };

  return {
    ...shop,
    stripe,
    clock,
    merchant,
    make: made,
    /** Calls interface A with the shop's live token. */
    post: (path: string, body: object) =>
      shop.call('POST', `${base}${path}`, { headers: { authorization: `Bearer ${accessToken}` }, body }),
    async notify(type: string, object: object, options: Parameters<typeof stripe.event>[2] = {}): Promise<number> {
      const { payload, signature } = stripe.event(type, object, options);
      return (await shop.call('POST', webhookPath, { headers: { 'stripe-signature': signature }, body: payload }))
        .status;
    },
    /** Runs what is due now. @returns what has failed. */
    drain: () => drainJobs(shop.database, handlers),
    /** The sweeps, `seconds` later. @returns what has failed. */
    async sweep(seconds = 0): Promise<unknown[]> {
      const errors: unknown[] = [];
      clock.advance(seconds);
      await sweepPayments(job, payDeps, (error) => errors.push(error));
      await sweepRefunds(job, payDeps, (error) => errors.push(error));
      return errors;
    },
    stored: async ({ holderId, id }: Made): Promise<Payment> => (await findPayment(shop.db, holderId, id)) as Payment,
    /** The attempts of a payment, in order. */
    async attempts({ id }: Made): Promise<string[]> {
      const { rows } = await shop.database.pool.query<{ status: string }>(
        'select status from payment_attempts where payment_id = $1 order by number',
        [id],
      );
      return rows.map(({ status }) => status);
    },
    async events({ id }: Made): Promise<{ type: string; data: Record<string, unknown> }[]> {
      const { rows } = await shop.database.pool.query(
        `select type, data from events where subject_kind = 'payment' and subject_id = $1 order by appended`,
        [id],
      );
      return rows;
    },
    balance: (account: Account = ledgerAccount.wallet, currency = 'EUR', holderId = merchant.holderId) =>
      findBalance(shop.db, accountIn({ holderId, mode: 'live', currency }, account)),
    async close() {
      await shop.close();
      await stripe.close();
    },
  };
}

/** What cases on the whole service share: a merchant of the case's own, its customers, and the notices that reach it. */
import assert from 'node:assert/strict';
import { noticesPathOf } from '../../src/api/providers/notices.ts';
import { holderOfPublicId } from '../../src/base/database/public-id.ts';
import { formatDecimal } from '../../src/base/money/amount.ts';
import { exponentOf } from '../../src/base/money/currency.ts';
import { type Account, accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { sweepPayments } from '../../src/features/payments/pay-with-provider.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { sweepRefunds } from '../../src/features/refunds/refund-payment.ts';
import { createBrowser } from '../fixtures/checkout.ts';
import { base, dataOf } from '../fixtures/shop.ts';
import { job } from '../support/actors.ts';
import { drainJobs, dropJobs } from '../support/drain-jobs.ts';
import { methodOf, samplesOf } from './ask.ts';
import type { Context } from './case.ts';
import type { Asked, BegunCharge, Money, SentNotice, Subject } from './harness.ts';

type Key = { id: string; holderId: bigint };
export type CasePayment = Key & Money & { path: string };
export type CaseShop = Awaited<ReturnType<typeof openShop>>;

type AttemptRow = { id: string; status: string; provider_ref: string | null; continue_url: string | null };

/** When a charge is looked at without a notice. */
export const halfHour = 31 * 60;

const card = { card_expiry: '12/39', card_cvc: '123', card_name: 'Ada Lovelace' };

/** Before the first case of a shop nothing waits: what another case has left is not this one's. */
export async function openShop(context: Context) {
  const { service } = context;
  await dropJobs(service.database);
  const merchant = await service.addMerchant('Corner Shop');
  const token = await service.token(merchant[service.mode]);
  const reading = createReading(context, merchant.holderId);
  const working = createWorking(context, merchant.holderId);
  const customers = createCustomers(context, token, reading.charges);

  const shop = {
    ...reading,
    ...working,
    ...customers,
    /** Tells the service about something: by a notice if the provider sends one, by the sweep otherwise. */
    async tell(subject: Subject): Promise<void> {
      const notice = await context.harness.notices?.about(subject);
      await context.harness.sendNotices?.();
      if (notice === undefined) await working.sweep(subject.kind === 'charge' ? halfHour : 61);
      else assert.equal(await working.send(notice), 200, 'a genuine notice is taken');
      await working.drain();
    },
    /** Asks for a refund by interface A. @returns what it is now. */
    async refund({ id }: Key, ref: string, money?: Money): Promise<string> {
      const amount = money && { amount: decimalOf(money) };
      const body = { token: id, refund_ref: ref, ...amount };
      const headers = { authorization: `Bearer ${token}` };
      return dataOf(await service.call('POST', `${base}/payment/refund`, { headers, body })).status as string;
    },
    /** A payment with capture manual that its customer has authorized, with its charge. */
    async authorized(): Promise<{ payment: CasePayment; charge: BegunCharge }> {
      const payment = await customers.createPayment({ capture: 'manual' });
      const { browser, charge, status } = await customers.begin(payment);
      if (status !== 'authorized') await context.harness.customer.pays?.(charge);
      await browser.open(payment.path);
      assert.equal((await reading.stored(payment)).status, 'authorized');
      return { payment, charge: (await reading.charges(payment)).at(-1) as BegunCharge };
    },
    /** @returns the payment's status. */
    async capture({ id }: Key, money?: Money): Promise<string> {
      const body = { token: id, ...(money && { amount: decimalOf(money) }) };
      const headers = { authorization: `Bearer ${token}` };
      return dataOf(await service.call('POST', `${base}/payment/capture`, { headers, body })).status as string;
    },
    async cancel({ id }: Key): Promise<string> {
      const headers = { authorization: `Bearer ${token}` };
      return dataOf(await service.call('POST', `${base}/payment/cancel`, { headers, body: { token: id } }))
        .status as string;
    },
    /** A payment that was paid, with its charge. */
    async paid(): Promise<{ payment: CasePayment; charge: BegunCharge }> {
      const payment = await customers.createPayment();
      const { browser, charge, status } = await customers.begin(payment);
      if (status !== 'succeeded') await context.harness.customer.pays?.(charge);
      await browser.open(payment.path);
      assert.equal((await reading.stored(payment)).status, 'succeeded');
      return { payment, charge };
    },
  };
  return shop;
}

const decimalOf = ({ amount, currency }: Money): string =>
  formatDecimal(amount, exponentOf(currency), { minDecimals: exponentOf(currency) });

function createCustomers(context: Context, token: string, charges: (payment: CasePayment) => Promise<BegunCharge[]>) {
  const { service } = context;
  const formOf = (asked: Asked): Record<string, string> => ({
    method: methodOf({ ...context, asked }),
    ...(asked.card && { card_number: asked.card.number, ...card }),
  });
  return {
    async createPayment(fields: object = {}): Promise<CasePayment> {
      const money = samplesOf(context)[0] as Money;
      const body = {
        amount: decimalOf(money),
        currency: money.currency,
        return_url: 'https://shop.test/thanks',
        ...fields,
      };
      const id = dataOf(await service.create(token, body)).token as string;
      const holderId = holderOfPublicId('pay', id) as bigint;
      return { id, holderId, ...money, path: `${base}/user/authentication/form/${id}` };
    },
    /** A customer chooses to pay by the provider. @returns the browser, the answer and what has become of the attempt. */
    async begin(payment: CasePayment, asked: Asked = context.asked) {
      const browser = createBrowser(service.app);
      await browser.open(payment.path);
      const answer = await browser.submit(`${payment.path}/pay`, formOf(asked));
      const charge = (await charges(payment)).at(-1);
      assert(charge, `an attempt was begun, and not answered ${answer.statusCode}`);
      const status = (await findPayment(service.db, payment.holderId, payment.id))?.status;
      return { browser, answer, charge, status };
    },
  };
}

function createReading({ service }: Context, holderId: bigint) {
  const rows = async ({ id }: Key): Promise<AttemptRow[]> =>
    (
      await service.database.pool.query<AttemptRow>(
        'select id, status, provider_ref, continue_url from payment_attempts where payment_id = $1 order by number',
        [id],
      )
    ).rows;
  const balance = (payment: Money, account: Account, ofService = false): Promise<bigint> =>
    findBalance(
      service.db,
      accountIn(
        { holderId: ofService ? serviceHolderId : holderId, mode: service.mode, currency: payment.currency },
        account,
      ),
    );
  return {
    balance,
    wallet: (payment: Money) => balance(payment, ledgerAccount.wallet),
    async stored({ id }: Key) {
      const payment = await findPayment(service.db, holderId, id);
      assert(payment);
      return payment;
    },
    /** The states of a payment's attempts, in order. */
    attempts: async (payment: Key): Promise<string[]> => (await rows(payment)).map(({ status }) => status),
    charges: async (payment: CasePayment): Promise<BegunCharge[]> =>
      (await rows(payment)).map(({ id, provider_ref: providerRef, continue_url: address }) => ({
        attemptId: id,
        providerRef,
        address,
        amount: payment.amount,
        currency: payment.currency,
      })),
    async refundId({ id }: Key, ref: string): Promise<string> {
      const { rows: found } = await service.database.pool.query<{ id: string }>(
        'select id from refunds where payment_id = $1 and refund_ref = $2',
        [id, ref],
      );
      return found[0]?.id ?? assert.fail('the refund was accepted');
    },
    async events({ id }: Key): Promise<string[]> {
      const { rows: found } = await service.database.pool.query<{ type: string }>(
        `select type from events where subject_kind = 'payment' and subject_id = $1 order by appended`,
        [id],
      );
      return found.map(({ type }) => type);
    },
  };
}

function createWorking({ service, provider }: Context, holderId: bigint) {
  const { payDeps, clock, mode } = service;
  const book = { holderId, mode };
  return {
    /** The sweeps of this merchant, `seconds` later. @returns what has failed. */
    async sweep(seconds = 0): Promise<unknown[]> {
      const errors: unknown[] = [];
      clock.advance(seconds);
      await sweepPayments(job, payDeps, (error) => errors.push(error), book);
      await sweepRefunds(job, payDeps, (error) => errors.push(error), book);
      return errors;
    },
    /** Runs the jobs that are due now, not those that look at everything later. @returns what has failed. */
    drain: (): Promise<unknown[]> => drainJobs(service.database, service.jobs),
    /** As the provider would. @returns the answer's status. */
    async send({ body, headers, query = {} }: SentNotice): Promise<number> {
      const search = new URLSearchParams(query).toString();
      const answer = await service.app.inject({
        method: 'POST',
        url: `${noticesPathOf(provider.name)}${search && `?${search}`}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
      return answer.statusCode;
    },
  };
}

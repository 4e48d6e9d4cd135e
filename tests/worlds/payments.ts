/** For tests of payments and refunds: a shop, a customer with a wallet, and a provider that says what a test wants. */
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Account, type AccountRef, accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import type { AttemptKey } from '../../src/features/payments/attempts.repository.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import type { PayDeps } from '../../src/features/payments/pay-with-provider.ts';
import type { Payment, PaymentKey } from '../../src/features/payments/payment.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { applyCharge, startAttempt } from '../../src/features/payments/provider-attempt.ts';
import {
  type ChargeState,
  createProviders,
  type Provider,
  type RefundResult,
} from '../../src/features/providers/provider.ts';
import { payer as aPayer, job, shopKey } from '../support/actors.ts';
import { makeFee } from '../support/fees.ts';
import { makeHolder } from '../support/holders.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { bringIn, drawOut } from './money.ts';

/** A payment as a plain value. */
export function paymentOf(changes: Partial<Payment> = {}): Payment {
  const at = new Date('2031-03-01T12:00:00Z');
  return {
    holderId: 2n,
    id: 'pay_1',
    mode: 'test',
    base: 'api',
    status: 'created',
    amount: 1_250n,
    currency: 'EUR',
    returnUrl: 'https://shop.test/thanks',
    cancelUrl: null,
    custom: null,
    description: null,
    lastError: null,
    trxId: null,
    payerName: null,
    payerEmail: null,
    createdAt: at,
    expiresAt: at,
    paidAt: null,
    updatedAt: at,
    orderId: null,
    feeRules: null,
    fee: 0n,
    feeBasisPoints: 0,
    feeFixed: 0n,
    refundedAmount: 0n,
    chargedBackAmount: 0n,
    endedBy: null,
    ...changes,
  };
}

export type ScriptedProvider = Provider & {
  /** What it says when it is asked; a rejection when it can't be reached. */
  says: { charge(): Promise<ChargeState>; refund(): Promise<RefundResult> };
  refunds: string[];
};

export const outOfReach = new Error('the provider is out of reach');

/** Takes the money and gives it back, unless a test says otherwise. */
export function createScriptedProvider(): ScriptedProvider {
  const refunds: string[] = [];
  const says: ScriptedProvider['says'] = {
    charge: async () => ({ kind: 'pending' }),
    refund: async () => ({ kind: 'succeeded' }),
  };
  return {
    name: 'simulator',
    methods: ['card', 'onlinewallet'],
    says,
    refunds,
    begin: async ({ attemptId }) => ({ ...(await says.charge()), providerRef: `at-provider-${attemptId}` }),
    confirm: () => says.charge(),
    close: () => says.charge(),
    refund({ refundId }) {
      refunds.push(refundId);
      return says.refund();
    },
    findRefund: () => says.refund(),
  };
}

export const taken = (amount = 1_250n, currency = 'EUR') =>
  ({ kind: 'succeeded', amount, currency, cardLastFour: '4242', payerEmail: null, providerRef: 'ch_1' }) as const;

export type PaymentWorld = Awaited<ReturnType<typeof createPaymentWorld>>;

/** @param feeBasisPoints the shop's fee. */
export async function createPaymentWorld({ feeBasisPoints = 0 } = {}) {
  const database = await createTestDatabase();
  const { db, pool } = database;
  const clock = createTestClock();
  const provider = createScriptedProvider();
  const providers = createProviders({ test: provider, live: undefined });
  const deps: PayDeps = { db, clock, providers, onPaid: async () => {}, onChargeback: async () => {} };
  const creator = createPaymentCreator({ db, clock });
  const shop = await makeHolder(db, 'merchant', 'Corner Shop');
  const customer = await makeHolder(db, 'customer', 'Ada');
  await makeFee(db, { holderId: shop, basisPoints: feeBasisPoints });

  const ref = (account: Account, holderId = shop, currency = 'EUR'): AccountRef =>
    accountIn({ holderId, mode: 'test', currency }, account);
  const world = {
    database,
    db,
    pool,
    clock,
    provider,
    deps,
    shop,
    customer,
    ref,
    balance: (account: Account, holderId = shop, currency = 'EUR') => findBalance(db, ref(account, holderId, currency)),
    stored: async ({ holderId, id }: PaymentKey): Promise<Payment> => (await findPayment(db, holderId, id)) as Payment,
    async makePayment(amount = 1_250n): Promise<PaymentKey> {
      const book = { holderId: shop, mode: 'test' } as const;
      const { id } = await creator.create(shopKey(book), book, 'api', {
        amount,
        currency: 'EUR',
        returnUrl: 'https://shop.test/thanks',
        cancelUrl: null,
        custom: null,
        webhookUrl: null,
        orderId: null,
      });
      return { holderId: shop, id };
    },
    /** Begins an attempt by card, without asking the provider. */
    start: (key: PaymentKey): Promise<AttemptKey> =>
      inTransaction(db, async (tx) => {
        const start = { provider: 'simulator', method: 'card', cardLastFour: null, payerName: 'Ada', browser: null };
        const { attemptId } = await startAttempt(tx, deps, key, start as Parameters<typeof startAttempt>[3]);
        return { holderId: key.holderId, attemptId };
      }),
    apply: (key: AttemptKey, charge: ChargeState) => inTransaction(db, (tx) => applyCharge(job, tx, deps, key, charge)),
    async paidByCard(amount = 1_250n): Promise<PaymentKey & AttemptKey> {
      const key = await world.makePayment(amount);
      const attempt = await world.start(key);
      await world.apply(attempt, taken(amount));
      return { ...key, ...attempt };
    },
    async paidFromWallet(amount = 1_250n): Promise<PaymentKey> {
      const key = await world.makePayment(amount);
      const wallet = ref(ledgerAccount.wallet, customer);
      await inTransaction(db, (tx) => bringIn(tx, wallet, amount, clock.now(customer, 'test'), 'bank'));
      const payer = { name: 'Ada', email: null, customerHolderId: customer };
      await inTransaction(db, (tx) => payFromCustomerWallet(aPayer, tx, deps, key, payer, null));
      return key;
    },
    /** The wallet's owner draws money to the bank. */
    spend: (amount: bigint, holderId = shop): Promise<void> =>
      inTransaction(db, (tx) => drawOut(tx, ref(ledgerAccount.wallet, holderId), amount, clock.now(holderId, 'test'))),
    async events(key: PaymentKey): Promise<string[]> {
      const { rows } = await pool.query<{ type: string }>(
        `select type from events where subject_kind = 'payment' and subject_id = $1 order by type`,
        [key.id],
      );
      return rows.map(({ type }) => type);
    },
    /** The names of the jobs that wait. */
    async jobs(name: string): Promise<number> {
      const { rows } = await pool.query(
        'select count(*)::int as n from graphile_worker.jobs where task_identifier = $1',
        [name],
      );
      return rows[0].n;
    },
    /** How many transfers there are: equal before and after, no money has moved. */
    async transfers(): Promise<number> {
      return (await pool.query('select count(*)::int as n from transfers')).rows[0].n;
    },
    close: () => database.drop(),
  };
  return world;
}

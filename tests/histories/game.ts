/**
 * One history's people and books, in a database that other histories may have used: a company, a shop and a customer in
 * both modes and three currencies, driven as their clients, providers and operators drive them.
 */
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { saveCashSettings } from '../../src/features/cash/cash-settings.repository.ts';
import { followAuthorization, payOrder } from '../../src/features/orders/payment-link.ts';
import type { PayDeps } from '../../src/features/payments/pay-with-provider.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { collectFees } from '../../src/features/payouts/collect-fees.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { followOrders } from '../../src/features/providers/followed-orders.ts';
import { guardProvider } from '../../src/features/providers/guard-provider.ts';
import { listProviderOrders } from '../../src/features/providers/provider-orders.repository.ts';
import { keepProviders } from '../../src/features/providers/providers.repository.ts';
import { createProviders } from '../../src/features/providers/providers.ts';
import { setProviderOrder } from '../../src/features/providers/set-provider-order.ts';
import { followChargeback } from '../../src/features/refunds/follow-chargeback.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { bankForm, iban } from '../fixtures/payouts.ts';
import { watchClearing } from '../fixtures/watch-clearing.ts';
import { shell } from '../support/actors.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestServer } from '../support/test-server.ts';
import { type Acquirer, type AcquirerTerms, type Call, createAcquirer } from './acquirer.ts';
import { type Plan, placeFuse } from './fuse.ts';
import type { Checkout, ModelAttempt, Preference } from './model/checkouts.ts';
import type { FeeRule } from './model/fees.ts';
import {
  createPurse,
  type Holder,
  type ModelDispute,
  type ModelPayment,
  type ModelPayout,
  type ModelRefund,
  type ModelTopUp,
  type Purse,
} from './model/purse.ts';

export const currencies = [
  { currency: 'EUR', decimals: 2 },
  { currency: 'JPY', decimals: 0 },
  { currency: 'KWD', decimals: 3 },
] as const;

export const payoutTerms = { minimum: 5n, fee: 2n };
/** What payments of the company's orders and of the shop cost: a rate in 1/10,000 and a fixed part in minor units. */
export const companyFee = { basisPoints: 265n, fixed: 3n } as const;
export const shopFee = { basisPoints: 120n, fixed: 0n } as const;
export const shopFees = { card: { basisPoints: 275n, fixed: 4n }, onlinewallet: shopFee } as const;

/** Test money comes through the simulator, live money through the others, by the operator's order. */
export const terms: Record<'simulator' | 'first' | 'second', AcquirerTerms> = {
  simulator: {
    name: 'simulator',
    methods: ['card', 'onlinewallet'],
    chargeMax: null,
    hasPage: false,
    takesEvidence: true,
  },
  first: { name: 'first', methods: ['card', 'onlinewallet'], chargeMax: 1_100n, hasPage: true, takesEvidence: false },
  second: { name: 'second', methods: ['card'], chargeMax: null, hasPage: false, takesEvidence: true },
};

/** For how long one that did not answer is asked last. */
export const awayMs = 30_000;

/** One currency in one mode, beside the model of it. */
export type At = { mode: Mode; currency: string; decimals: number; purse: Purse };

/** Of the operator, where customers transfer to. */
const ownAccount = {
  ...{ accountHolder: 'Sluice', iban, bic: null, bankName: null, other: null },
  ...{ accountNumber: null, bankCode: null, town: null, country: null },
};

export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Game = Awaited<ReturnType<typeof openGame>>;

/** The service and its database. */
export async function openStage() {
  const clock = createTestClock();
  const database = await createTestDatabase(watchClearing);
  const server = await createTestServer({ clock, database });
  const { db } = server;
  const calls: Call[] = [];
  const simulator = createAcquirer(terms.simulator, calls);
  const first = createAcquirer(terms.first, calls);
  const second = createAcquirer(terms.second, calls);
  const live = [first, second].map(({ provider }) => guardProvider(provider, provider));
  const followed = followOrders(db, { on: () => {}, onGap: () => {} }, () => {});
  await keepProviders(db, live);
  const deps: PayDeps = {
    db,
    clock: server.clock,
    providers: createProviders({
      test: simulator.provider,
      live,
      orders: followed.now,
      nowMs: () => clock.now(serviceHolderId, 'live').getTime(),
    }),
    onPaid: payOrder,
    onAuthorization: followAuthorization,
    onChargeback: followChargeback,
  };
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);
  await run(async (tx) => {
    await setTransferOffer(shell, tx, { holderId: null, isOffered: true, daysToPay: undefined });
    for (const { currency } of currencies) {
      await setRule(tx, currency, { ...payoutTerms, dailyLimit: null });
      await saveBankDetails(tx, { ...ownAccount, currency, changedAt: clock.now(serviceHolderId, 'live') });
    }
  });
  const fuse = placeFuse(database.pool);
  return {
    server,
    db,
    pool: database.owner,
    clock,
    acquirers: { simulator, first, second } as Record<string, Acquirer>,
    /** What was asked of them in the present step. */
    calls,
    followed,
    deps,
    run,
    fuse,
    async close() {
      fuse.remove();
      await server.app.close();
      await server.runner.stop();
      await database.drop();
    },
  };
}

export async function openGame(stage: Stage) {
  const { db, run, clock, server } = stage;
  const company = await makeCompany(db);
  const shop = await makeHolder(db, 'merchant', 'Corner Shop');
  const customer = await makeHolder(db, 'customer', 'Ada');
  await makeFee(db, { holderId: shop, basisPoints: Number(shopFee.basisPoints) });
  for (const { currency } of currencies) {
    const ruleOf = ({ basisPoints, fixed }: FeeRule) => ({ currency, basisPoints: Number(basisPoints), fixed });
    await makeFee(db, { holderId: shop, method: 'card', ...ruleOf(shopFees.card) });
    await makeFee(db, { holderId: company, ...ruleOf(companyFee) });
  }
  await stage.pool.query(`update holders set status = 'active' where id = $1`, [shop]);
  const holders: Record<Holder, bigint> = { company, shop, customer, service: serviceHolderId };
  const links = {
    merchant: [await makeLink(db, company, 'merchant'), await makeLink(db, company, 'merchant')],
    courier: [await makeLink(db, company, 'courier')],
  };
  const owners = new Map<bigint, bigint>();
  for (const { id, holderId } of await db
    .selectFrom('links')
    .select(['id', 'holderId'])
    .where('companyId', '=', company)
    .execute()) {
    owners.set(id, holderId);
  }
  await run(async (tx) => {
    for (const owner of [company, shop, customer, ...owners.values()]) {
      await addBankAccount(shell, tx, clock, owner, bankForm());
    }
  });
  // In live mode a new bank account is paid after two days.
  clock.advance(3 * 24 * 3_600);
  const clients: Record<Mode, PartnerClient> = {
    test: createPartnerClient(server.app, await makeKey(db, company, 'test')),
    live: createPartnerClient(server.app, await makeKey(db, company, 'live')),
  };
  // Two currencies of each mode: more books would only be emptier.
  const [euro, yen, dinar] = currencies;
  const places: At[] = [
    { mode: 'test', ...euro, purse: createPurse() },
    { mode: 'test', ...yen, purse: createPurse() },
    { mode: 'live', ...euro, purse: createPurse() },
    { mode: 'live', ...dinar, purse: createPurse() },
  ];
  // What other histories have left: orders of providers, and fees that the service has yet to collect.
  for (const { providers: _, ...scope } of await listProviderOrders(db)) {
    await run((tx) => setProviderOrder(shell, tx, stage.deps.providers, { ...scope, providers: null }, 'Over'));
  }
  await stage.followed.load();
  await collectFees(shell, stage, (error) => {
    throw error;
  });
  for (const mode of ['test', 'live'] as const) {
    const settings = { isTracked: true, limits: {}, daysMax: null, refuses: false };
    await run((tx) => saveCashSettings(tx, { holderId: company, mode }, settings));
  }
  let named = 0;
  return {
    ...stage,
    holders,
    links,
    /** The owner of each link. */
    owners,
    clients,
    places,
    /** The book of the company in one mode. */
    bookOf: ({ mode }: At, holder: Holder = 'company'): Book => ({ holderId: holders[holder], mode }),
    /** All currencies of a mode. */
    beside: ({ mode }: At): At[] => places.filter((one) => one.mode === mode),
    /** A new ref or key. */
    name(what: string): string {
      named += 1;
      return `${what}-${named}`;
    },
    ids: {
      refunds: new Map<ModelRefund, string>(),
      payouts: new Map<ModelPayout, string>(),
      shopRefunds: new Map<ModelPayment['refunds'][number], string>(),
      disputes: new Map<ModelDispute, string>(),
      topUps: new Map<ModelTopUp, string>(),
    },
    /** By their ids. */
    attempts: new Map<string, { at: At; checkout: Checkout; attempt: ModelAttempt }>(),
    /** The orders of providers that the operator has set. */
    preferences: [] as Preference[],
    /** Until when a provider that did not answer is asked last, in milliseconds. */
    awayUntil: new Map<string, number>(),
    /** What of the service's books was there before. */
    before: new Map<string, bigint>(),
    /** How the present step is to be interrupted, if at all; taken by the first thing it does. */
    plan: undefined as Plan | undefined,
    /** Whether the first request of the present step is sent twice. */
    isSentTwice: false,
    /** Interruptions that really cut something, by way. */
    cuts: new Map<string, number>(),
  };
}

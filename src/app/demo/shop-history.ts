/**
 * The demo shop's thirty days: payments by card and from the customer's wallet, declined and canceled ones, refunds,
 * disputes, payment links, captures and payouts. Made by the use cases of the service.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { findSucceeded } from '../../features/payments/attempts.repository.ts';
import { cancelPayment, payFromCustomerWallet } from '../../features/payments/capture-payment.ts';
import { postChargeback } from '../../features/payments/chargeback.ts';
import { createPaymentCreator, type PaymentCreator } from '../../features/payments/create-payment.ts';
import { lockEvidence, updateEvidence } from '../../features/payments/evidence/evidence.repository.ts';
import { createFeeLookup, type FeeLookup } from '../../features/payments/fees/fee-lookup.ts';
import { insertFeeRule } from '../../features/payments/fees/fee-rules.repository.ts';
import { makeCapture } from '../../features/payments/make-capture.ts';
import { type PayDeps, payWithProvider } from '../../features/payments/pay-with-provider.ts';
import type { Payment, PaymentKey } from '../../features/payments/payment.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { type PaymentDraft, planPayment } from '../../features/payments/plan-payment.ts';
import { requestCapture } from '../../features/payments/request-capture.ts';
import { addBankAccount } from '../../features/payouts/change-bank-accounts.ts';
import { approvePayout, completePayout, sendPayout } from '../../features/payouts/change-payout.ts';
import { requestPayout } from '../../features/payouts/request-payout.ts';
import type { DisputeStanding } from '../../features/providers/provider.ts';
import { createProviders } from '../../features/providers/providers.ts';
import { createSimulator } from '../../features/providers/simulator/simulator.ts';
import { makeRefund, requestRefund } from '../../features/refunds/refund-payment.ts';
import { sequence } from '../../features/test-city/sequence.ts';
import { demo, demoKey, demoOwner, demoPayer } from './demo-actors.ts';

export type ShopHolders = { shopId: bigint; shopkeeperId: string; customerId: bigint };

type Shop = PayDeps & { creator: PaymentCreator; fees: FeeLookup; vary: (below: number) => number };

const msPerDay = 86_400_000;
const paymentsPerDayMax = 3;
const feeBasisPoints = 140;
const declinedCard = '4000000000000002';
const goodCard = '4242424242424242';
const customers = [
  'Amelia Hart',
  'Noah Lindqvist',
  'Priya Raman',
  'Mateo Silva',
  'Chloé Martin',
  'Yusuf Demir',
  'Hannah Weber',
  'Liam Byrne',
] as const;
const goods = ['Walnut desk lamp', 'Linen apron', 'Espresso cups', 'Oak serving board', 'Enamel kettle'] as const;

export function createShopDeps(db: Database, clock: Clock): Shop {
  const providers = createProviders({ test: createSimulator({ db, clock }), live: [] });
  const fees = createFeeLookup(db);
  const creator = createPaymentCreator({ db, clock, fees });
  return {
    db,
    clock,
    providers,
    onPaid: async () => {},
    onAuthorization: async () => {},
    onChargeback: async () => {},
    creator,
    fees,
    vary: sequence(7),
  };
}

const bookOf = ({ shopId }: ShopHolders): Book => ({ holderId: shopId, mode: 'test' });

/** A day's payments. @param next decides how many, how large and what becomes of each. */
export async function makePayments(shop: Shop, holders: ShopHolders, next: (below: number) => number): Promise<void> {
  const { db, creator, vary } = shop;
  const book = bookOf(holders);
  const actor = demoKey(book.holderId, 'merchant');
  for (let n = next(paymentsPerDayMax + 1); n > 0; n -= 1) {
    const cents = 500 + next(9_000);
    const amount = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const body = { amount, currency: 'USD', return_url: 'https://shop.localhost/thanks', custom: `cart-${cents}` };
    const plan = planPayment(body);
    if (!plan.ok) throw new Error(plan.message);
    const key = { holderId: book.holderId, id: (await creator.create(actor, book, 'api', plan.draft)).id };
    const fate = next(10);
    if (fate === 0) {
      await inTransaction(db, (tx) => cancelPayment(demoPayer, tx, shop, key));
      continue;
    }
    const isDeclined = fate === 1;
    const payerName = customers[vary(customers.length)] as string;
    await payByCard(shop, key, isDeclined ? declinedCard : goodCard, payerName);
    // Most customers try again with another card.
    if (isDeclined && vary(3) > 0) await payByCard(shop, key, goodCard, payerName);
    if (!isDeclined && vary(9) === 0) await refund(shop, key, vary(2) === 0 ? undefined : BigInt(cents) / 2n);
  }
}

/** What happens on certain days alone. */
export async function makeSingular(shop: Shop, holders: ShopHolders, day: number): Promise<void> {
  await dispute(shop, holders, day);
  switch (day) {
    case 0:
      return setFee(shop, holders);
    case 3:
    case 17:
      return payFromWallet(shop, holders, day);
    case 9:
      return payLink(shop, holders, day);
    case 14:
      return payOut(shop, holders, { amount: 20_000n, arrives: true });
    case 22:
      return authorize(shop, holders, { amount: 6_400n, captured: 4_100n, description: 'Two oak serving boards' });
    case 24:
    case 26:
      return payLink(shop, holders, day);
    case 27:
      return authorize(shop, holders, {
        amount: 5_750n,
        captured: null,
        description: 'Walnut desk lamp, made to order',
      });
    case 28:
      await sendLink(shop, holders, 8_600n, 'Enamel kettle and four cups');
      return payOut(shop, holders, { amount: 12_500n, arrives: false });
  }
}

/** So that the home has something of today: two that are paid, one that its customer canceled. */
export async function makeToday(shop: Shop, holders: ShopHolders): Promise<void> {
  for (const day of [1, 2]) await payLink(shop, holders, day);
  const key = await sendLink(shop, holders, 2_750n, 'Oak serving board');
  await inTransaction(shop.db, (tx) => cancelPayment(demoPayer, tx, shop, key));
}

const setFee = async ({ db, fees }: Shop, { shopId }: ShopHolders): Promise<void> => {
  const scope = { holderId: shopId, method: null, currency: null };
  await inTransaction(db, (tx) => insertFeeRule(tx, scope, { basisPoints: feeBasisPoints, fixed: 0n }, null));
  fees.drop(shopId);
};

/** `amelia.hart@example.com`: a customer is known by an address. */
const emailOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.com`;

async function payByCard(shop: Shop, key: PaymentKey, number: string, payerName: string): Promise<void> {
  const payment = (await findPayment(shop.db, key.holderId, key.id)) as Payment;
  await payWithProvider(demoPayer, shop, payment, {
    method: 'card',
    card: { number },
    payerName,
    payerEmail: emailOf(payerName),
    browser: null,
    returnAddress: 'https://shop.localhost',
    description: 'Demo Shop',
  });
}

async function refund(shop: Shop, key: PaymentKey, amount: bigint | undefined): Promise<void> {
  const actor = demoKey(key.holderId, 'merchant');
  const wanted = { refundRef: `return-${key.id.slice(-6)}`, amount, reason: 'Returned by the customer' };
  const { refund: made } = await inTransaction(shop.db, (tx) => requestRefund(actor, tx, shop, key, wanted));
  await makeRefund(actor, shop, key.holderId, made.id);
}

async function sendLink(
  { db, creator }: Shop,
  holders: ShopHolders,
  amount: bigint,
  description: string,
  manualCapture = false,
): Promise<PaymentKey> {
  const book = bookOf(holders);
  const draft: PaymentDraft = {
    amount,
    currency: 'USD',
    description,
    returnUrl: null,
    cancelUrl: null,
    custom: null,
    webhookUrl: null,
    orderId: null,
    manualCapture,
  };
  const actor = demoKey(book.holderId, 'merchant');
  const { id } = await inTransaction(db, (tx) => creator.createLink(actor, tx, book, draft));
  return { holderId: book.holderId, id };
}

/** A payment that its customer authorized: the shop has captured a part of it, or not yet. */
async function authorize(
  shop: Shop,
  holders: ShopHolders,
  { amount, captured, description }: { amount: bigint; captured: bigint | null; description: string },
): Promise<void> {
  const { shopId } = holders;
  const key = await sendLink(shop, holders, amount, description, true);
  await payByCard(shop, key, goodCard, 'Sofia Marin');
  if (captured === null) return;
  const actor = demoKey(shopId, 'merchant');
  await inTransaction(shop.db, (tx) => requestCapture(actor, tx, shop, key, { amount: captured }));
  await makeCapture(actor, shop, key);
}

async function payLink(shop: Shop, holders: ShopHolders, day: number): Promise<void> {
  const key = await sendLink(shop, holders, 4_900n + BigInt(day) * 100n, goods[day % goods.length] as string);
  await payByCard(shop, key, goodCard, customers[day % customers.length] as string);
}

async function payFromWallet(shop: Shop, holders: ShopHolders, day: number): Promise<void> {
  const { customerId } = holders;
  const key = await sendLink(shop, holders, 1_250n + BigInt(day) * 10n, goods[day % goods.length] as string);
  const payer = { name: 'Demo Customer', email: 'customer@sluice.localhost', customerHolderId: customerId };
  await inTransaction(shop.db, (tx) => payFromCustomerWallet(demoPayer, tx, shop, key, payer, null));
}

/** A payment that its customer's bank took back, as the payment provider said on this day. */
type Told = Pick<DisputeStanding, 'status' | 'reason'> & {
  goods: string;
  cents: bigint;
  payer: string;
  dueInDays?: number;
};

const disputes: Readonly<Record<number, Told>> = {
  8: { goods: 'Walnut desk lamp', cents: 5_400n, payer: 'Elena Costa', status: 'won', reason: 'product_not_received' },
  13: { goods: 'Espresso cups', cents: 2_900n, payer: 'Marc Olsen', status: 'lost', reason: 'fraudulent' },
  21: {
    goods: 'Linen apron, set of two',
    cents: 3_400n,
    payer: 'Robin Vance',
    status: 'under_review',
    reason: 'duplicate',
  },
  27: {
    goods: 'Enamel kettle',
    cents: 4_650n,
    payer: 'Dana Novak',
    status: 'needs_response',
    reason: 'fraudulent',
    dueInDays: 9,
  },
};

async function dispute(shop: Shop, holders: ShopHolders, day: number): Promise<void> {
  const told = disputes[day];
  if (told === undefined) return;
  const { goods, cents: amount, payer, status, reason, dueInDays } = told;
  const { shopId } = holders;
  const key = await sendLink(shop, holders, amount, goods);
  await payByCard(shop, key, goodCard, payer);
  const attempt = await findSucceeded(shop.db, key);
  if (attempt === undefined) throw new Error('The demo payment was not paid.');
  const now = shop.clock.now(shopId, 'test').getTime();
  const evidenceDueAt = dueInDays === undefined ? null : new Date(now + dueInDays * msPerDay);
  const said = { id: `dp_demo_${day}`, attemptId: attempt.id, amount, currency: 'USD', fee: undefined };
  const standing = { status, reason, evidenceDueAt };
  const posted = { ...said, withdrawals: 1, returns: status === 'won' ? 1 : 0, standing };
  await inTransaction(shop.db, (tx) => postChargeback(demo, tx, shop, shopId, posted));
  if (status === 'under_review') await showEvidence(shop, holders, said.id);
}

/** As the provider has it. */
async function showEvidence({ db, clock }: Shop, holders: ShopHolders, disputeId: string): Promise<void> {
  const book = bookOf(holders);
  const key = { holderId: book.holderId, disputeId };
  const at = clock.now(book.holderId, book.mode);
  const by = holders.shopkeeperId;
  const texts = {
    explanation:
      'Robin Vance bought two sets of aprons on one day, in two orders. Each was sent in a parcel of its own.',
    product_description: 'Two linen aprons in natural white',
  };
  await inTransaction(db, async (tx) => {
    await lockEvidence(tx, book, disputeId, at);
    const sent = { submissionId: `demo_${disputeId}`, submittedAt: at, submittedBy: by, deliveredAt: at };
    await updateEvidence(tx, key, { texts, state: 'submitted', ...sent }, at);
  });
}

/** A payout from the wallet, which arrives or still waits for the operator. */
async function payOut(
  { db, clock }: Shop,
  holders: ShopHolders,
  { amount, arrives }: { amount: bigint; arrives: boolean },
): Promise<void> {
  const book = bookOf(holders);
  const owner = demoOwner(book.holderId, 'merchant', holders.shopkeeperId);
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);
  if (arrives) await run((tx) => addBankAccount(demo, tx, clock, book.holderId, bankAccount));
  const request = { ownerHolderId: book.holderId, book, account: ledgerAccount.wallet, amount, currency: 'USD' };
  const { id } = await run((tx) => requestPayout(owner, tx, clock, { ...request, bankAccountId: undefined }));
  if (!arrives) return;
  for (const step of [approvePayout, sendPayout, completePayout]) await run((tx) => step(demo, tx, clock, id));
}

const bankAccount = {
  accountName: 'Demo Shop',
  iban: 'GB33BUKB20201555555555',
  accountNumber: '',
  bankCode: '',
  country: '',
  currency: '',
};

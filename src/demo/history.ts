/**
 * Thirty days of test orders and payments, made by the use cases of the service on a clock that runs through those
 * days. The same every time: refs are fixed, so a second run adds nothing.
 */
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Link } from '../holders/links.repository.ts';
import type { Book } from '../ledger/accounts.ts';
import { confirmPayment } from '../orders/confirm-payment.ts';
import { type PaymentSource, paymentSources } from '../orders/order.ts';
import { type OrderRequest, planOrder } from '../orders/plan-order.ts';
import { createOrderWriter, recordOrder } from '../orders/record-order.ts';
import { createSettlementRunner } from '../settlements/settlement-runner.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { demo, demoKey } from './demo-actors.ts';
import { sequence } from './sequence.ts';
import { createShopDeps, makePayments, makeSingular, makeToday, type ShopHolders } from './shop-history.ts';

const days = 30;
const msPerDay = 86_400_000;
const msPerMinute = 60_000;
const ordersPerDayMin = 3;
const ordersPerDaySpread = 6;
/** Left in clearing after the settlement: too little for the last days, so that some orders wait. */
const spareCents = 2_000;
const unsettledDays = 2;
/** How long ago the shop took its last payments. */
const todayMinutes = 80;

type Holders = ShopHolders & { companyId: bigint; links: readonly Link[] };

export async function makeHistory({ db }: { db: Database }, holders: Holders): Promise<void> {
  const company: Book = { holderId: holders.companyId, mode: 'test' };
  let instant = new Date(Date.now() - days * msPerDay);
  const clock: Clock = { now: () => instant };
  const next = sequence(20);
  const shop = createShopDeps(db, clock);
  let owedCents = 0;

  await fund(db, clock, { holderId: holders.customerId, mode: 'test' }, 'wallet', 50_000n);
  for (let day = 0; day < days; day += 1) {
    const midnight = Date.now() - (days - day) * msPerDay;
    instant = new Date(midnight);
    owedCents += await makeOrders(db, clock, company, holders.links, day, next);
    instant = new Date(midnight + (60 + next(600)) * msPerMinute);
    await makePayments(shop, holders, next);
    await makeSingular(shop, holders, day);
    if (day === days - unsettledDays - 1) {
      await fund(db, clock, company, 'clearing', BigInt(owedCents + spareCents));
      await createSettlementRunner({ db, clock }).settleIfWaiting(demo, company, 'schedule');
    }
  }
  instant = new Date(Date.now() - todayMinutes * msPerMinute);
  await makeToday(shop, holders);
}

async function fund(
  db: Database,
  clock: Clock,
  book: Book,
  accountKind: 'clearing' | 'wallet',
  amount: bigint,
): Promise<void> {
  const { holderId } = book;
  const funded = await db.selectFrom('topUps').select('id').where('holderId', '=', holderId).executeTakeFirst();
  if (funded !== undefined) return;
  await inTransaction(db, (tx) =>
    requestTopUp(demo, tx, clock, book, { amount, currency: 'USD', accountKind, source: 'bank' }),
  );
}

/** @returns what the orders will take from clearing, in cents. */
async function makeOrders(
  db: Database,
  clock: Clock,
  book: Book,
  links: readonly Link[],
  day: number,
  next: (below: number) => number,
): Promise<number> {
  const write = createOrderWriter({ db, clock });
  const known = new Map(links.map((link) => [link.id, link]));
  const pick = (type: Link['type']): number => {
    const ofType = links.filter((link) => link.type === type);
    return Number((ofType[next(ofType.length)] as Link).id);
  };
  let owedCents = 0;
  const count = ordersPerDayMin + next(ordersPerDaySpread);
  for (let n = 0; n < count; n += 1) {
    const ref = `demo-${String(day + 1).padStart(2, '0')}-${n + 1}`;
    const { body, cents } = orderBody(ref, pick, next);
    const plan = planOrder(body, { mode: 'test', requireExactSplits: false, links: known });
    const { created } = await recordOrder(demoKey(book.holderId, 'company'), { db, write }, book, plan);
    if (body.payment_source === 'service') continue;
    if (next(4) > 0 && created)
      await inTransaction(db, (tx) => confirmPayment(demoKey(book.holderId, 'company'), tx, { clock }, book, ref));
    if (!body.is_shadow) owedCents += cents;
  }
  return owedCents;
}

/** Whole cents, summed from parts so that the splits add up. */
function orderBody(
  ref: string,
  pick: (type: Link['type']) => number,
  next: (below: number) => number,
): { body: OrderRequest; cents: number } {
  const restaurant = 900 + next(4_000);
  const courier = 250 + next(350);
  const commission = 120 + next(400);
  const amountOf = (cents: number): number =>
    Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
  const isShadow = next(8) === 0;
  const shadow = next(3) + 1;
  const cents = restaurant + courier + commission;
  const body: OrderRequest = {
    partner_order_ref: ref,
    payment_source: paymentSources[next(paymentSources.length)] as PaymentSource,
    total_amount: amountOf(cents),
    currency: 'USD',
    splits: [
      {
        beneficiary_type: 'merchant',
        amount: amountOf(restaurant),
        ...(isShadow ? {} : { beneficiary_ref: pick('merchant') }),
      },
      { beneficiary_type: 'courier', amount: amountOf(courier), beneficiary_ref: pick('courier') },
      { beneficiary_type: 'partner', amount: amountOf(commission) },
    ],
    is_shadow: isShadow,
    ...(isShadow
      ? { shadow_merchant_ref: `off-${shadow}`, shadow_merchant_name: `Demo Off-Platform Kitchen ${shadow}` }
      : {}),
  };
  return { body, cents };
}

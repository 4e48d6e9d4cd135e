/**
 * The demo platform's thirty days, as a small delivery platform would have them: orders around lunch and dinner, a top-up
 * on each evening that banks are open, a settlement each night, now and then a hold, a cancellation or a refund, and
 * payouts to the restaurant, the courier and the platform itself. The last two days are not topped up, so that some
 * orders wait for funds. What exists is left as it is.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Link } from '../../features/links/links.repository.ts';
import { cancelOrder } from '../../features/orders/cancel-order.ts';
import { confirmPayment } from '../../features/orders/confirm-payment.ts';
import { holdOrder } from '../../features/orders/hold-order.ts';
import { planOrder } from '../../features/orders/plan-order.ts';
import { createOrderWriter, recordOrder } from '../../features/orders/record-order.ts';
import { createProviders } from '../../features/providers/providers.ts';
import { createSimulator } from '../../features/providers/simulator/simulator.ts';
import { readRefundRequest } from '../../features/refunds/read-refund-request.ts';
import { requestOrderRefund } from '../../features/refunds/refund-order.ts';
import { createSettlementRunner } from '../../features/settlements/settlement-runner.ts';
import { sequence } from '../../features/test-city/sequence.ts';
import { requestTopUp } from '../../features/wallets/top-up.ts';
import { demo, demoKey } from './demo-actors.ts';
import { orderBody } from './demo-order.ts';
import { createPayouts, type PayoutHolders } from './payout-history.ts';

const msPerMinute = 60_000;
const msPerDay = 86_400_000;
const currency = 'USD';
const ordersPerDayMin = 3;
const ordersPerDaySpread = 6;
/** What clearing has beyond the orders that were topped up for: too little for the last days. */
const spareCents = 2_000n;
const fundedDays = 27;
/** Days of each week on which no bank transfer arrives. */
const weekend = [4, 5];
const hours = { lunch: 11, dinner: 18, opening: 9, topUp: 23, settlement: 2 } as const;

export type PlatformHolders = PayoutHolders & { links: readonly Link[] };

type World = { db: Database; clock: Clock; moveTo: (at: number) => void };
/** `number`: from 1. `end`: when it is over, or now. */
type Day = { number: number; midnight: number; end: number; now: number };
type Platform = { liveThrough(day: Day): Promise<void> };

export function createPlatform(world: World, holders: PlatformHolders): Platform {
  const { db, clock, moveTo } = world;
  const book: Book = { holderId: holders.companyId, mode: 'test' };
  const key = demoKey(holders.companyId, 'company');
  const runner = createSettlementRunner({ db, clock });
  const providers = createProviders({ test: createSimulator({ db, clock }), live: [] });
  const payouts = createPayouts({ db, clock }, holders);
  const till: Till = { owedCents: spareCents, settledRefs: [] };
  const takeOrders = createOrderTaking(world, holders, till);

  async function refund(ref: string, body: { amount?: number; reason: string }): Promise<void> {
    const request = readRefundRequest({ refund_ref: `refund-${ref}`, ...body }, currency);
    await inTransaction(db, (tx) => requestOrderRefund(key, tx, { clock, providers }, book, ref, request));
  }

  async function topUp(amount: bigint): Promise<void> {
    const request = { amount, currency, accountKind: 'clearing', source: 'bank' } as const;
    await inTransaction(db, (tx) => requestTopUp(demo, tx, clock, book, request));
  }

  return {
    async liveThrough(day) {
      const yesterday = till.settledRefs;
      till.settledRefs = [];
      const isNew = await takeOrders(day);
      if (!isNew) return;
      moveTo(Math.min(day.midnight + hours.topUp * 60 * msPerMinute, day.end));
      const [first, second] = yesterday;
      if (first !== undefined && day.number % 4 === 0)
        await refund(first, { amount: 4.5, reason: 'A dish was missing' });
      if (second !== undefined && day.number % 11 === 0) await refund(second, { reason: 'Delivered cold' });
      await payouts.happenOn(day.number);
      if (day.number <= fundedDays && !weekend.includes(day.number % 7)) {
        await topUp(till.owedCents);
        till.owedCents = 0n;
      }
      const night = day.midnight + msPerDay + hours.settlement * 60 * msPerMinute;
      if (night > day.end + msPerDay / 2 || night > day.now) return;
      moveTo(night);
      // One that an earlier start was killed in: only one runs at a time.
      await runner.finishRunning(demo, book);
      await runner.settleIfWaiting(demo, book, 'schedule');
    },
  };
}

/** What the platform owes for orders since the last top-up, and the paid orders of a day. */
type Till = { owedCents: bigint; settledRefs: string[] };

function createOrderTaking({ db, clock, moveTo }: World, holders: PlatformHolders, till: Till) {
  const book: Book = { holderId: holders.companyId, mode: 'test' };
  const key = demoKey(holders.companyId, 'company');
  const write = createOrderWriter({ db, clock });
  const known = new Map(holders.links.map((link) => [link.id, link]));
  const next = sequence(20);
  const pick = (type: Link['type']): number => {
    const ofType = holders.links.filter((link) => link.type === type);
    return Number((ofType[next(ofType.length)] as Link).id);
  };

  /** @returns whether the day is new: the first start may have been killed in the middle. */
  async function takeOrders({ number, midnight, end }: Day): Promise<boolean> {
    const count = ordersPerDayMin + next(ordersPerDaySpread);
    const minutes = Array.from({ length: count }, () => {
      const [from, length] = next(3) === 0 ? [hours.lunch, 180] : [hours.dinner, 240];
      return from * 60 + next(length);
    }).sort((a, b) => a - b);
    let isNew = false;
    for (const [n, minute] of minutes.entries()) {
      // A day that is not over yet is lived faster.
      moveTo(midnight + Math.floor((minute * msPerMinute * (end - midnight)) / msPerDay));
      isNew = (await takeOrder(`demo-${String(number).padStart(2, '0')}-${n + 1}`)) || isNew;
    }
    return isNew;
  }

  async function takeOrder(ref: string): Promise<boolean> {
    const { body, cents } = orderBody(ref, pick, next);
    const fate = next(24);
    const plan = planOrder(body, {
      ...book,
      requireExactSplits: false,
      links: known,
      findChargeProblem: () => undefined,
      cash: null,
    });
    const { created } = await recordOrder(key, { db, write }, book, plan);
    if (!created || body.payment_source === 'service') return created;
    if (fate === 0) {
      await inTransaction(db, (tx) =>
        cancelOrder(key, tx, { clock, onPaid: async () => {}, onAuthorization: async () => {} }, book, ref),
      );
      return true;
    }
    if (fate > 5) await inTransaction(db, (tx) => confirmPayment(key, tx, { clock }, book, ref));
    if (fate === 23)
      await inTransaction(db, (tx) => holdOrder(key, tx, { clock }, book, ref, 'The customer says it never arrived'));
    else if (!body.is_shadow) {
      till.owedCents += BigInt(cents);
      if (fate > 5) till.settledRefs.push(ref);
    }
    return true;
  }

  return takeOrders;
}

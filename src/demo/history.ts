/**
 * Thirty days of test orders and payments, made by the use cases of the service on a clock that runs through those
 * days: the last of them is today.
 */
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Link } from '../holders/links.repository.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { demo } from './demo-actors.ts';
import { createPlatform, type PlatformHolders } from './platform-history.ts';
import { sequence } from './sequence.ts';
import { createShopDeps, makePayments, makeSingular, makeToday, type ShopHolders } from './shop-history.ts';

const days = 30;
const msPerDay = 86_400_000;
const msPerMinute = 60_000;
/** How long ago the shop took its last payments. */
const todayMinutes = 80;
const walletCents = 50_000n;

type Holders = ShopHolders & PlatformHolders & { links: readonly Link[] };

export async function makeHistory({ db }: { db: Database }, holders: Holders): Promise<void> {
  const now = Date.now();
  const today = Math.floor(now / msPerDay) * msPerDay;
  let instant = new Date(today - days * msPerDay);
  const clock: Clock = { now: () => instant };
  const next = sequence(20);
  const shop = createShopDeps(db, clock);
  const platform = createPlatform({ db, clock, moveTo: (at) => (instant = at) }, holders);

  await fillWallet(db, clock, holders.customerId);
  for (let day = 0; day < days; day += 1) {
    const midnight = today - (days - 1 - day) * msPerDay;
    await platform.liveThrough({ number: day + 1, midnight, end: Math.min(midnight + msPerDay, now), now });
    instant = new Date(Math.min(midnight + (60 + next(600)) * msPerMinute, now - todayMinutes * msPerMinute));
    await makePayments(shop, holders, next);
    await makeSingular(shop, holders, day);
  }
  instant = new Date(now - todayMinutes * msPerMinute);
  await makeToday(shop, holders);
}

async function fillWallet(db: Database, clock: Clock, holderId: bigint): Promise<void> {
  const funded = await db.selectFrom('topUps').select('id').where('holderId', '=', holderId).executeTakeFirst();
  if (funded !== undefined) return;
  const topUp = { amount: walletCents, currency: 'USD', accountKind: 'wallet', source: 'bank' } as const;
  await inTransaction(db, (tx) => requestTopUp(demo, tx, clock, { holderId, mode: 'test' }, topUp));
}

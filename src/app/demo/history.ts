/**
 * Thirty days of test orders and payments, made by the use cases of the service on a clock that runs through those
 * days: the last of them is today.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Link } from '../../features/links/links.repository.ts';
import { sequence } from '../../features/test-city/sequence.ts';
import { requestTopUp } from '../../features/wallets/top-up.ts';
import { demo } from './demo-actors.ts';
import { createPlatform, type PlatformHolders } from './platform-history.ts';
import { createShopDeps, makePayments, makeSingular, makeToday, type ShopHolders } from './shop-history.ts';

const days = 30;
const msPerDay = 86_400_000;
const msPerMinute = 60_000;
/** How long ago the shop took its last payments. */
const todayMinutes = 80;
const walletCents = 50_000n;

type Holders = ShopHolders & PlatformHolders & { links: readonly Link[] };

/** A clock that stands where its history is. */
type Moving = { clock: Clock; moveTo: (at: number) => void };
/** When today began, and what it is now; in milliseconds. */
type Today = { midnight: number; now: number };

/** The platform's and the shop's days pass side by side: their books have nothing in common. */
export async function makeHistory({ db }: { db: Database }, holders: Holders): Promise<void> {
  const now = Date.now();
  const today: Today = { midnight: Math.floor(now / msPerDay) * msPerDay, now };
  await Promise.all([
    livePlatform(db, movingClock(today), holders, today),
    liveShop(db, movingClock(today), holders, today),
  ]);
}

function movingClock({ midnight }: Today): Moving {
  let instant = new Date(midnight - days * msPerDay);
  return {
    clock: { now: () => instant },
    moveTo(at) {
      instant = new Date(at);
    },
  };
}

async function livePlatform(db: Database, { clock, moveTo }: Moving, holders: Holders, today: Today): Promise<void> {
  const platform = createPlatform({ db, clock, moveTo }, holders);
  for (let day = 0; day < days; day += 1) {
    const midnight = today.midnight - (days - 1 - day) * msPerDay;
    const end = Math.min(midnight + msPerDay, today.now);
    await platform.liveThrough({ number: day + 1, midnight, end, now: today.now });
  }
}

async function liveShop(db: Database, { clock, moveTo }: Moving, holders: Holders, today: Today): Promise<void> {
  const shop = createShopDeps(db, clock);
  const next = sequence(20);
  const lastPayments = today.now - todayMinutes * msPerMinute;
  await fillWallet(db, clock, holders.customerId);
  for (let day = 0; day < days; day += 1) {
    const midnight = today.midnight - (days - 1 - day) * msPerDay;
    moveTo(Math.min(midnight + (60 + next(600)) * msPerMinute, lastPayments));
    await makePayments(shop, holders, next);
    await makeSingular(shop, holders, day);
  }
  moveTo(lastPayments);
  await makeToday(shop, holders);
}

async function fillWallet(db: Database, clock: Clock, holderId: bigint): Promise<void> {
  const funded = await db.selectFrom('topUps').select('id').where('holderId', '=', holderId).executeTakeFirst();
  if (funded !== undefined) return;
  const topUp = { amount: walletCents, currency: 'USD', accountKind: 'wallet', source: 'bank' } as const;
  await inTransaction(db, (tx) => requestTopUp(demo, tx, clock, { holderId, mode: 'test' }, topUp));
}

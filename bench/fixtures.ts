/** Test data for the benchmarks: companies with keys and links, and hundreds of thousands of orders. */

import { sql } from 'kysely';
import { systemClock } from '../src/base/clock/clock.ts';
import type { Database } from '../src/base/database/pool.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import type { Mode } from '../src/base/money/mode.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { createKey } from '../src/features/api-keys/manage-keys.ts';
import { insertHolder, updateQuotas } from '../src/features/holders/holders.repository.ts';
import { insertLink } from '../src/features/links/links.repository.ts';
import { confirmTopUp, requestTopUp } from '../src/features/wallets/top-up.ts';
import { shell } from '../tests/support/actors.ts';
import type { CompanyKeys } from './requests.ts';

const operator = commandActor('bench');
const quota = 100_000_000;

export type BenchCompany = { holderId: bigint; merchant: bigint; courier: bigint };

/** @param ordersPerMinute null: what a company begins with. */
export async function makeCompany(
  db: Database,
  name: string,
  ordersPerMinute: number | null = quota,
): Promise<BenchCompany> {
  return inTransaction(db, async (tx) => {
    const holderId = await insertHolder(tx, 'company', name);
    if (ordersPerMinute !== null) {
      await updateQuotas(tx, holderId, { ordersPerMinute, bulkRequestsPerMinute: ordersPerMinute });
    }
    const merchantId = await insertHolder(tx, 'merchant', `${name} restaurant`);
    const courierId = await insertHolder(tx, 'courier', `${name} courier`);
    const merchant = await insertLink(tx, holderId, { holderId: merchantId, type: 'merchant', name: 'Restaurant' });
    const courier = await insertLink(tx, holderId, { holderId: courierId, type: 'courier', name: 'Courier' });
    return { holderId, merchant, courier };
  });
}

export type Caller = CompanyKeys & { holderId: string };

export async function makeCallers(
  db: Database,
  count: number,
  mode: Mode = 'live',
  ordersPerMinute: number | null = quota,
): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let n = 0; n < count; n += 1) {
    const { holderId, merchant, courier } = await makeCompany(db, `Company ${n}`, ordersPerMinute);
    const pair = await createKey(shell, { db }, holderId, mode);
    callers.push({ ...pair, holderId: holderId.toString(), merchant: Number(merchant), courier: Number(courier) });
  }
  return callers;
}

/** The splits of an order of 25.50 as they are stored. */
export const storedSplits = ({ merchant, courier }: Pick<BenchCompany, 'merchant' | 'courier'>): string =>
  `[{"type":"merchant","ref":${merchant},"amount":1875},{"type":"courier","ref":${courier},"amount":425},{"type":"partner","ref":null,"amount":250}]`;

/** Inserts orders of three splits, numbered from `first + 1`, and the clearing balance to settle them all. */
export async function makeOrders(db: Database, company: BenchCompany, count: number, first = 0): Promise<void> {
  // Before the orders: money for orders that wait would settle them.
  await inTransaction(db, async (tx) => {
    const book = { holderId: company.holderId, mode: 'live' as const };
    const request = {
      amount: 2_550n * BigInt(count),
      currency: 'USD',
      accountKind: 'clearing',
      source: 'bank',
    } as const;
    await confirmTopUp(operator, tx, systemClock, (await requestTopUp(operator, tx, systemClock, book, request)).id);
  });
  const splits = storedSplits(company);
  await sql`
    insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits, attempt_id,
      created_at, updated_at)
    select ${company.holderId}::bigint, 'live', 'order-' || (n + ${first}::int), 'card', 2550, 'USD', ${splits}::jsonb,
      gen_random_uuid(), now(), now()
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`vacuum analyze orders`.execute(db);
}

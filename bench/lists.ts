/**
 * What the dashboard reads, for a company of 100,000 orders and a shop of as many payments among 1,000,000 transfers in
 * all: one browser, one request at a time, over HTTP.
 */
import { sql } from 'kysely';
import type { ConnectionSettings, Database } from '../src/base/database/pool.ts';
import { systemActor } from '../src/core/access/actor.ts';
import type { HolderKind } from '../src/core/access/roles.ts';
import { serviceHolderId } from '../src/core/ledger/post.ts';
import { sumOrders } from '../src/features/explore/sum-orders.ts';
import { assignCustomers } from '../src/features/payments/customers/assign-customers.ts';
import { settleBarely } from './bare-settlement.ts';
import { makeCompany, makeOrders } from './fixtures.ts';
import { currency, makeListedCompany, mode } from './listed-company.ts';
import { makeListedExceptions } from './listed-exceptions.ts';
import { makeListedService } from './listed-service.ts';
import { makeListedShop } from './listed-shop.ts';
import { signIn } from './person.ts';
import { startService } from './processes.ts';
import { measuredReads, type Reader } from './reads.ts';

/** Transfers of others, so that there are ten for each order of the company. */
const othersOrdersPerOrder = 2.2;
const exceptionsPerOrder = 0.1;
/** An account of the data that is made last. */
const lastMade = 'Account 2';
const dayMs = 86_400_000;

export type Read = { path: string; p50Ms: number; p99Ms: number };

/** Makes the data, unless the database has it from a run before. @param count the orders and the payments. */
export async function makeLists(db: Database, count: number): Promise<void> {
  if ((await idOf(db, 'merchant', lastMade)) !== undefined) return;
  const others = await makeCompany(db, 'Others');
  await makeOrders(db, others, Math.round(count * othersOrdersPerOrder));
  await settleBarely(db, others);
  await makeListedCompany(db, count);
  await makeListedShop(db, count);
  const company = (await idOf(db, 'company', 'Listed')) as bigint;
  await makeListedService(db, company);
  await makeListedExceptions(db, company, Math.round(count * exceptionsPerOrder));
  // As the sequencer would have done it, event by event.
  await sql`
    update events e set position = p.position
    from (select holder_id, id, row_number() over (partition by holder_id, mode order by created_at, id) as position
      from events) p
    where p.holder_id = e.holder_id and p.id = e.id`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** @returns the times of each read, slowest last. */
export async function measureLists(db: Database, settings: ConnectionSettings, rounds: number): Promise<Read[]> {
  await sumOrders(systemActor('sum_orders'), { db });
  await assignCustomers(systemActor('assign_customers'), { db });
  const service = await startService(settings);
  try {
    const results: Read[] = [];
    for (const { path, url, headers } of await signedReads(db, settings, `http://127.0.0.1:${service.port}`)) {
      results.push({ path, ...(await measure(url, headers, rounds)) });
    }
    return results.sort((a, b) => a.p50Ms - b.p50Ms);
  } finally {
    await service.stop();
  }
}

export type SignedRead = { path: string; url: string; headers: Record<string, string> };

/** Every read, as a person who is signed in at the service sends it. */
export async function signedReads(db: Database, settings: ConnectionSettings, origin: string): Promise<SignedRead[]> {
  const holders = await findListed(db);
  const names = await findNames(db, holders);
  const cookie = await signIn(db, settings, origin, Object.values(holders));
  return Object.values(measuredReads).flatMap(({ of, paths }) =>
    paths.map((path) => {
      const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] as string));
      const holder = of === 'person' ? {} : { 'sluice-holder': String(holders[of]) };
      const headers = { cookie, 'sluice-mode': path.startsWith('/test/') ? 'test' : mode, ...holder };
      return { path, url: `${origin}/api/v1${named}`, headers };
    }),
  );
}

async function measure(url: string, headers: Record<string, string>, rounds: number): Promise<Omit<Read, 'path'>> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${url}: ${body}`);
    // The first one is what nobody has asked for yet: it warms the connection and the plans.
    if (round > 0) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] as number;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

type Holders = Record<Exclude<Reader, 'person'>, bigint>;

export const idOf = async (db: Database, kind: HolderKind, name: string): Promise<bigint | undefined> =>
  (await db.selectFrom('holders').select('id').where('kind', '=', kind).where('name', '=', name).executeTakeFirst())
    ?.id;

async function findListed(db: Database): Promise<Holders> {
  const found = {
    company: await idOf(db, 'company', 'Listed'),
    payee: await idOf(db, 'merchant', 'Restaurant 0'),
    shop: await idOf(db, 'merchant', 'Listed shop'),
    customer: await idOf(db, 'customer', 'Listed customer'),
    service: serviceHolderId,
  };
  if (Object.values(found).includes(undefined)) throw new Error('the data is incomplete');
  return found as Holders;
}

/** What stands for the names in the paths. */
async function findNames(db: Database, { company, payee, shop, customer }: Holders): Promise<Record<string, string>> {
  const { rows } = await sql<Record<string, string>>`
    select
      (select partner_order_ref from orders where holder_id = ${company} order by id offset 5000 limit 1) as order,
      (select id::text from links where company_id = ${company} and holder_id = ${payee}) as link,
      (select max(id)::text from settlements where holder_id = ${company}) as settlement,
      (select min(id) from invitations where company_id = ${company}) as invitation,
      (select min(id) from payouts where holder_id = ${company} and owner_holder_id = ${company}) as payout,
      (select min(id) from payments where holder_id = ${shop} and status = 'refunded') as payment,
      (select min(id)::text from customers where holder_id = ${shop}) as customer,
      (select max(request_id::text) from failed_requests where holder_id = ${company}) as request,
      (select max(t.id)::text from transfers t where t.holder_id = ${customer} and t.code = 'payment') as receipt`.execute(
    db,
  );
  const now = new Date();
  return {
    ...rows[0],
    company: company.toString(),
    currency,
    restaurant: 'trattoria-7',
    month: now.toISOString().slice(0, 7),
    yesterday: new Date(now.getTime() - dayMs).toISOString(),
  };
}

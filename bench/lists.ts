/**
 * What the dashboard reads, for a company of 100,000 orders among 1,000,000 transfers in all: one browser, one request
 * at a time, over HTTP.
 */
import { sql } from 'kysely';
import { commandActor } from '../src/access/actor.ts';
import { type ConnectionSettings, createDatabase, createPool, type Database } from '../src/database/pool.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { insertHolder } from '../src/holders/holders.repository.ts';
import { insertLink } from '../src/holders/links.repository.ts';
import { insertMember } from '../src/holders/members.repository.ts';
import { createServer } from '../src/server.ts';
import { createLogger } from '../src/service.ts';
import { createSettlementRunner } from '../src/settlements/settlement-runner.ts';
import { confirmTopUp, requestTopUp } from '../src/wallets/top-up.ts';
import { settleBarely } from './bare-settlement.ts';
import { makeCompany, makeOrders } from './fixtures.ts';
import { secret, startService } from './processes.ts';

const operator = commandActor('bench');
const mode = 'live';
const currency = 'USD';
const days = 30;
const dayMs = 86_400_000;
const merchants = 40;
const couriers = 20;
const person = { name: 'Ada', email: 'ada@bench.example', password: 'a password of the benchmark' };

/** What a screen asks for when it opens, and how its filters and its search ask. */
const reads = [
  '/home/company',
  '/home/company/activity',
  '/orders?limit=50',
  '/orders?limit=50&settlement_status=awaiting_funds',
  '/orders?limit=50&settlement_status=on_hold',
  '/orders?limit=50&search=order-77',
  '/orders?limit=50&search=Restaurant%207',
  '/orders?limit=50&sort=largest',
  '/orders/order-5000/trace',
  '/settlements',
  '/settlement-schedule',
  '/statements/{month}?beneficiary_ref={merchant}',
  '/wallets',
  '/wallets/movements?account=clearing&currency=USD',
  '/shadow',
  '/payouts',
  '/payout-options',
  '/links?limit=50',
  '/links?limit=50&search=Restaurant',
  '/beneficiaries',
  '/invitations',
  '/keys',
  '/events?limit=50',
  '/events?limit=50&type=order.settled',
  '/audit-log',
] as const;
const readsOfPayee = [
  '/earnings',
  '/earnings/upcoming',
  '/earnings/movements',
  '/earnings/statements/{month}?beneficiary_ref={merchant}',
  '/payouts',
] as const;

export type Read = { path: string; p50Ms: number; p99Ms: number };

/** @param count the orders of the company. @returns the times of each read, slowest last. */
export async function measureLists(
  db: Database,
  settings: ConnectionSettings,
  count: number,
  rounds: number,
): Promise<Read[]> {
  const company = await makeListed(db, count);
  const service = await startService(settings, 'batch');
  try {
    return await measure(settings, `http://127.0.0.1:${service.port}`, company, rounds);
  } finally {
    await service.stop();
  }
}

async function measure(settings: ConnectionSettings, origin: string, company: Listed, rounds: number): Promise<Read[]> {
  const cookie = await signIn(settings, origin, [company.holderId, company.payeeId]);
  const month = new Date().toISOString().slice(0, 7);
  const results: Read[] = [];
  for (const [holderId, paths] of [
    [company.holderId, reads],
    [company.payeeId, readsOfPayee],
  ] as const) {
    const headers = { cookie, 'sluice-holder': String(holderId), 'sluice-mode': mode };
    for (const path of paths) {
      const url = `${origin}/api/v1${path}`
        .replace('{month}', month)
        .replace('{merchant}', String(company.merchantLink));
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const began = performance.now();
        const answer = await fetch(url, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${answer.status} ${path}`);
        // The first one is what nobody has asked for yet: it warms the connection and the plans.
        if (round > 0) times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      const at = (share: number): number => times[Math.floor(times.length * share)] as number;
      results.push({ path, p50Ms: at(0.5), p99Ms: at(0.99) });
    }
  }
  return results.sort((a, b) => a.p50Ms - b.p50Ms);
}

type Listed = { holderId: bigint; payeeId: bigint; merchantLink: bigint };

/** Thirty days of orders that were settled each night, a queue that waits, some on hold, and others' transfers around. */
async function makeListed(db: Database, count: number): Promise<Listed> {
  const others = await makeCompany(db, 'Others');
  await makeOrders(db, others, Math.round(count * 2.35));
  await settleBarely(db, others);
  const { holderId } = await makeCompany(db, 'Listed');
  const links: bigint[] = [];
  let payeeId = 0n;
  await inTransaction(db, async (tx) => {
    for (let n = 0; n < merchants + couriers; n += 1) {
      const type = n < merchants ? 'merchant' : 'courier';
      const name = `${n < merchants ? 'Restaurant' : 'Courier'} ${n}`;
      const owner = await insertHolder(tx, type, name);
      if (n === 0) payeeId = owner;
      links.push(await insertLink(tx, holderId, { holderId: owner, type, name }));
    }
  });
  const book = { holderId, mode } as const;
  const perDay = Math.round(count / days);
  for (let day = 0; day < days; day += 1) {
    const at = new Date(Date.now() - (days - day) * dayMs);
    const clock = { now: () => at };
    await insertOrders(db, holderId, links, { first: day * perDay, count: perDay, at });
    if (day === days - 1) continue;
    await inTransaction(db, async (tx) => {
      const request = { amount: 2_550n * BigInt(perDay), currency, accountKind: 'clearing', source: 'bank' } as const;
      await confirmTopUp(operator, tx, clock, (await requestTopUp(operator, tx, clock, book, request)).id);
    });
    await createSettlementRunner({ db, clock }).settleIfWaiting(operator, book, 'command');
  }
  await sql`
    update orders set settlement_status = 'on_hold', hold_reason = 'by_hand'
    where holder_id = ${holderId} and settlement_status = 'unsettled' and id % 20 = 0`.execute(db);
  // As the sequencer would have done it, event by event.
  await sql`
    update events e set position = p.position
    from (select holder_id, id, row_number() over (partition by holder_id, mode order by created_at, id) as position
      from events) p
    where p.holder_id = e.holder_id and p.id = e.id`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return { holderId, payeeId, merchantLink: links[0] as bigint };
}

async function insertOrders(
  db: Database,
  holderId: bigint,
  links: readonly bigint[],
  { first, count, at }: { first: number; count: number; at: Date },
): Promise<void> {
  await sql`
    with made as (
      insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits,
        attempt_id, created_at, updated_at)
      select ${holderId}::bigint, ${mode}, 'order-' || (n + ${first}::int), 'card', 2550, ${currency},
        jsonb_build_array(
          jsonb_build_object('type', 'merchant', 'ref', (${[...links]}::bigint[])[1 + n % ${merchants}::int], 'amount', 1875),
          jsonb_build_object('type', 'courier', 'ref', (${[...links]}::bigint[])[1 + ${merchants}::int + n % ${couriers}::int], 'amount', 425),
          jsonb_build_object('type', 'partner', 'ref', null, 'amount', 250)),
        gen_random_uuid(), ${at}::timestamptz - n * interval '20 seconds', ${at}
      from generate_series(1, ${count}::int) n
      returning *
    )
    insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at)
    select holder_id, 'evt_' || replace(gen_random_uuid()::text, '-', ''), mode, 'order.created', 'order', id::text,
      jsonb_build_object('order_id', id, 'partner_order_ref', partner_order_ref, 'total_amount', 25.5, 'currency',
        currency, 'splits', splits, 'settlement_status', 'unsettled', 'payment_status', 'paid', 'created_at', created_at),
      created_at
    from made`.execute(db);
}

/** A person who owns the holders, signed in. @returns the cookies. */
async function signIn(settings: ConnectionSettings, origin: string, holders: readonly bigint[]): Promise<string> {
  const pool = createPool(settings);
  const { app, people, runner } = await createServer({
    pool,
    publicUrl: 'http://localhost',
    secrets: [secret],
    logger: createLogger('fatal'),
    trustProxy: false,
  });
  const { personId } = await people.signUp(operator, { ...person, emailVerified: true });
  await inTransaction(createDatabase(pool), async (tx) => {
    for (const holderId of holders) await insertMember(tx, holderId, personId, 'owner');
  });
  await app.close();
  await runner.stop();
  await pool.end();
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

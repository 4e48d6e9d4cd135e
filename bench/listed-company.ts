/**
 * A company of many orders, as its members and payees find it: thirty days of orders, settled each night, a queue that
 * waits, some on hold, some of restaurants that have not joined, and its payouts.
 */
import { sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import { firstTimedId, newPublicId, randomBase62 } from '../src/base/database/public-id.ts';
import { newRequestId } from '../src/base/database/request-id.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { accountIn, ledgerAccount } from '../src/core/ledger/accounts.ts';
import { insertHolder } from '../src/features/holders/holders.repository.ts';
import { insertLink } from '../src/features/links/links.repository.ts';
import { addBankAccount } from '../src/features/payouts/change-bank-accounts.ts';
import { createSettlementRunner } from '../src/features/settlements/settlement-runner.ts';
import { confirmTopUp, requestTopUp } from '../src/features/wallets/top-up.ts';
import { bankForm } from '../tests/support/bank-form.ts';
import { makeCompany } from './fixtures.ts';
import { postInBulk } from './post-in-bulk.ts';

const operator = commandActor('bench');
export const mode = 'live';
export const currency = 'USD';
const days = 30;
const dayMs = 86_400_000;
const msPerOrder = 20_000;
const merchants = 40;
const couriers = 20;
/** One in so many is of a restaurant that has not joined. */
const shadowEvery = 19;
const shadowRestaurants = 400;
/** Of those that failed, and of those that succeeded. */
const loggedRequests = 9_000;
const payouts = 2_000;
const payeePayouts = 300;

export async function makeListedCompany(db: Database, count: number): Promise<void> {
  const { holderId } = await makeCompany(db, 'Listed');
  const links: bigint[] = [];
  const payees: bigint[] = [];
  await inTransaction(db, async (tx) => {
    for (let n = 0; n < merchants + couriers; n += 1) {
      const type = n < merchants ? 'merchant' : 'courier';
      const name = `${n < merchants ? 'Restaurant' : 'Courier'} ${n}`;
      const payee = await insertHolder(tx, type, name);
      payees.push(payee);
      links.push(await insertLink(tx, holderId, { holderId: payee, type, name }));
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
    with held as (
      update orders set settlement_status = 'on_hold', hold_reason = 'by_hand'
      where holder_id = ${holderId} and settlement_status = 'unsettled' and id % 20 = 0
      returning *
    )
    insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at)
    select holder_id, 'evt_held' || id, mode, 'order.held', 'order', id::text, ${orderEvent}, updated_at from held`.execute(
    db,
  );
  await makeLoggedRequests(db, holderId);
  await makePayouts(db, { holderId, ownerId: holderId, linkId: null, count: payouts });
  const [payee, link] = [payees[0] as bigint, links[0] as bigint];
  await makePayouts(db, { holderId, ownerId: payee, linkId: link, count: payeePayouts });
}

/** What events say of an order: the columns of this name. */
const orderEvent = sql`jsonb_build_object('order_id', id, 'partner_order_ref', partner_order_ref,
  'order_amount', total_amount / 100.0, 'currency', currency, 'splits', (
    select jsonb_agg(jsonb_build_object('beneficiary_type', s -> 'type', 'beneficiary_ref', s -> 'ref',
      'amount', (s ->> 'amount')::int / 100.0))
    from jsonb_array_elements(splits) s),
  'settlement_status', settlement_status, 'hold_reason', hold_reason, 'payment_status', payment_status, 'created_at', created_at)`;

type Numbered = { first: number; count: number; at: Date };

/** Each is recorded 20 seconds before the one with the number before. */
async function insertOrders(
  db: Database,
  holderId: bigint,
  links: readonly bigint[],
  { first, count, at }: Numbered,
): Promise<void> {
  const eventIds = Array.from({ length: count }, (_, n) => {
    const recordedAt = new Date(at.getTime() - (n + 1) * msPerOrder);
    return firstTimedId('evt', holderId, recordedAt) + randomBase62(11);
  });
  await sql`
    with made as (
      insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits,
        is_shadow, shadow_merchant_ref, shadow_merchant_name, attempt_id, created_at, updated_at)
      select ${holderId}::bigint, ${mode}, 'order-' || (n + ${first}::int), 'card', 2550 + n % 7, ${currency},
        jsonb_build_array(
          jsonb_build_object('type', 'merchant', 'amount', 1875 + n % 7,
            'ref', case when n % ${shadowEvery}::int > 0 then (${[...links]}::bigint[])[1 + n % ${merchants}::int] end),
          jsonb_build_object('type', 'courier', 'ref', (${[...links]}::bigint[])[1 + ${merchants}::int + n % ${couriers}::int], 'amount', 425),
          jsonb_build_object('type', 'partner', 'ref', null, 'amount', 250)),
        n % ${shadowEvery}::int = 0,
        case when n % ${shadowEvery}::int = 0 then 'trattoria-' || n / ${shadowEvery}::int % ${shadowRestaurants}::int end,
        case when n % ${shadowEvery}::int = 0 then 'Trattoria ' || n / ${shadowEvery}::int % ${shadowRestaurants}::int end,
        gen_random_uuid(), ${at}::timestamptz - n * ${msPerOrder}::int * interval '1 millisecond', ${at}
      from generate_series(1, ${count}::int) n
      returning *
    )
    insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at)
    select holder_id, (${eventIds}::text[])[row_number() over (order by created_at desc)], mode, 'order.created', 'order',
      id::text,
      ${orderEvent}, created_at
    from made`.execute(db);
}

async function makeLoggedRequests(db: Database, holderId: bigint): Promise<void> {
  const ids = Array.from({ length: loggedRequests }, newRequestId);
  await sql`
    insert into failed_requests (holder_id, mode, request_id, at, client_id, method, path, status, code, message, details,
      duration_ms)
    select ${holderId}::bigint, ${mode}, id, now(), 'pk_live_bench', 'GET', '/partner/v1/orders/order-' || n, 404,
      'not_found', 'No order has this partner_order_ref.', '[]', 1
    from unnest(${ids}::uuid[]) with ordinality as r (id, n)`.execute(db);
  const succeeded = Array.from({ length: loggedRequests }, newRequestId);
  await sql`
    insert into succeeded_requests (holder_id, mode, request_id, at, client_id, method, path, status, body, duration_ms)
    select ${holderId}::bigint, ${mode}, id, now(), 'pk_live_bench', 'POST', '/partner/v1/orders', 201,
      json_build_object('partner_order_ref', 'order-' || n), 1
    from unnest(${succeeded}::uuid[]) with ordinality as r (id, n)`.execute(db);
}

/** One in fifty waits for the operator; the others have arrived. */
async function makePayouts(
  db: Database,
  { holderId, ownerId, linkId, count }: { holderId: bigint; ownerId: bigint; linkId: bigint | null; count: number },
): Promise<void> {
  const book = { holderId, mode, currency } as const;
  const clock = { now: () => new Date() };
  const account = await inTransaction(db, (tx) => addBankAccount(operator, tx, clock, ownerId, bankForm()));
  const ids = Array.from({ length: count }, () => newPublicId('po', holderId));
  await sql`
    insert into payouts (holder_id, id, mode, owner_holder_id, account_kind, link_id, status, amount, fee, currency,
      bank_account_id, created_at, updated_at, approved_at, sent_at, ended_at)
    select ${holderId}::bigint, id, ${mode}, ${ownerId}::bigint, ${linkId === null ? 'commission' : 'earnings'},
      ${linkId}::bigint, case when n % 50 = 0 then 'requested' else 'completed' end, 100, 0, ${currency}, ${account.id},
      now(), now(), case when n % 50 > 0 then now() end, case when n % 50 > 0 then now() end,
      case when n % 50 > 0 then now() end
    from unnest(${ids}::text[]) with ordinality as p (id, n)`.execute(db);
  const source = accountIn(book, linkId === null ? ledgerAccount.commission : ledgerAccount.earnings(linkId));
  const pending = accountIn(book, ledgerAccount.payoutsPending);
  const bank = accountIn(book, ledgerAccount.outside('bank'));
  const ofPayouts = sql`payouts where holder_id = ${holderId} and owner_holder_id = ${ownerId}`;
  await postInBulk(db, { from: source, to: pending, code: 'payout', subject: 'payout', rows: ofPayouts });
  const sent = sql`${ofPayouts} and sent_at is not null`;
  await postInBulk(db, { from: pending, to: bank, code: 'payout_sent', subject: 'payout', rows: sent });
}

/**
 * Stored verifications: what an incremental one detects, what only a full one can, and that a late commit is not
 * skipped.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createSettlementWorld, type SettlementWorld } from '../../../tests/fixtures/settlements.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { onClusterAs } from '../../../tests/support/on-cluster.ts';
import type { Book } from './accounts.ts';
import { runVerification } from './run-verification.ts';
import { verificationJobs } from './scheduled-verification.ts';
import { findLastVerification } from './verifications.repository.ts';

/** These tests are about incremental verifications; verification-on-cluster.test.ts is about the others. */
const fullOnly = onClusterAs('alwaysFull');

let world: SettlementWorld;
let book: Book;
let shop: bigint;
/** A second book for the late transfer, so that its row locks block nothing else. */
let other: Book;

/** Balanced books with a settled order, fully verified. Each test gets its own database, because it damages it. */
beforeEach(async () => {
  world = await createSettlementWorld();
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  await world.topUp(book, 1_000n);
  other = await world.makeBook();
  await world.topUp(other, 50n);
  await world.record(book, 'old', [merchant(shop, 70n), partner(30n)]);
  await world.settle(book);
  expect(await verify()).toEqual({ kind: 'full', ok: true, found: [] });
});
afterEach(() => world.close());

const damage = (statement: string) => world.database.owner.query(statement);

async function verify(options: { full?: boolean; waitMaxMs?: number } = {}) {
  const result = await runVerification(world.db, { full: false, waitMaxMs: 5_000, ...options });
  if (result === undefined) return 'busy';
  const found = result.checks.flatMap(({ offences }) => offences.map(({ row, problem }) => `${row}: ${problem}`));
  return { kind: result.kind, ok: result.ok, found };
}

async function settleNew(ref = 'new') {
  const order = await world.record(book, ref, [merchant(shop, 7n)]);
  await world.settle(book);
  return order;
}

/** Compares the checkpoints with all transfers up to their mark. */
async function expectCheckpointsToBeRight() {
  const { rows } = await damage(`
    with mark as (select transfer_mark as id from ledger_verifications order by id desc limit 1),
      sums as (
        select a.holder_id, a.id, coalesce(sum(case when t.to_account_id = a.id then t.amount else -t.amount end), 0) as sum
        from accounts a left join transfers t on t.holder_id = a.holder_id
          and a.id in (t.from_account_id, t.to_account_id) and t.id <= (select id from mark)
        group by 1, 2)
    select * from sums s left join account_checkpoints c on c.holder_id = s.holder_id and c.account_id = s.id
    where coalesce(c.balance, 0) <> s.sum`);
  expect(rows).toEqual([]);
}

const held = { kind: 'incremental', ok: true, found: [] };

describe.skipIf(fullOnly)('goes on from the last sound verification', () => {
  it('over nothing, and over what came since', async () => {
    expect(await verify()).toEqual(held);
    await settleNew();
    expect(await verify()).toEqual(held);
    await expectCheckpointsToBeRight();
    await settleNew('newer');
    expect(await verify()).toEqual(held);
    await expectCheckpointsToBeRight();
    await expectBooksToHold(world.db);
  });

  it('reads no transfer a second time', async () => {
    await settleNew();
    await verify();
    const last = await findLastVerification(world.db);
    const { rows } = await damage('select max(id) as id from transfers');
    expect(last?.transferMark).toBe(rows[0].id);
  });

  it.each([
    ['the number of transactions started anew', `update ledger_verifications set transaction_mark = '9999999999'`],
    ['the database is a restored copy', `update ledger_verifications set database_identity = '1/2'`],
    ['the server does not tell which database it is', `update ledger_verifications set database_identity = null`],
    ['the sequence was set back', `update ledger_verifications set transfer_mark = transfer_mark + 1`],
    ['nothing was verified before', `delete from ledger_verifications`],
    ['the last one found something', `update ledger_verifications set ok = false`],
  ])('not when %s: everything then', async (_name, statement) => {
    await damage(statement);
    expect(await verify()).toEqual({ ...held, kind: 'full' });
    expect(await verify()).toEqual(held);
    await expectCheckpointsToBeRight();
  });
});

describe.skipIf(fullOnly)('a transaction that commits late', () => {
  /** A top-up without its balances, inserted by hand in a transaction that is still open but has drawn its id. */
  async function openTransfer() {
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(`insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, succeeded_at)
      values (${other.holderId}, 'top_late', 'test', 'succeeded', 'clearing', 'bank', 9, 'EUR', now(), now())`);
    await client.query(`insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      created_at)
      select c.holder_id, c.mode, c.currency, b.id, c.id, 9, 'top_up', 'top_up', 'top_late', 0, now()
      from accounts c join accounts b on b.holder_id = c.holder_id and b.kind = 'outside' and b.source = 'bank'
      where c.kind = 'clearing' and c.holder_id = ${other.holderId}`);
    return {
      async end(how: 'commit' | 'rollback') {
        await client.query(how);
        client.release();
      },
    };
  }

  it('is not skipped, though later ids were verified before it', async () => {
    const late = await openTransfer();
    await settleNew();
    expect(await verify({ waitMaxMs: 0 })).toEqual(held);
    await expectCheckpointsToBeRight();
    expect(await verify({ full: true, waitMaxMs: 0 })).toEqual({ ...held, kind: 'full' });
    expect(await verify({ waitMaxMs: 0 })).toEqual(held);
    await late.end('commit');
    const result = await verify();
    expect(result).toMatchObject({ kind: 'incremental', ok: false });
    expect((result as { found: string[] }).found).toHaveLength(2);
  });

  it('is waited for, and its money is in the checkpoints', async () => {
    const late = await openTransfer();
    await settleNew();
    const verifying = verify();
    await damage(`update accounts set balance = balance + case kind when 'clearing' then 9 else -9 end
      where holder_id = ${other.holderId}`);
    await late.end('commit');
    expect(await verifying).toMatchObject({ kind: 'incremental', ok: true });
    await expectCheckpointsToBeRight();
    expect(await verify()).toEqual(held);
  });

  it('that is rolled back leaves a gap and nothing else', async () => {
    const late = await openTransfer();
    await settleNew();
    expect(await verify({ waitMaxMs: 0 })).toEqual(held);
    await late.end('rollback');
    expect(await verify()).toEqual(held);
    await expectCheckpointsToBeRight();
  });

  it('and changed an order, is seen by who wrote the row, not by any time in it', async () => {
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(`update orders set splits = jsonb_set(splits, '{0,amount}', '71'), updated_at = '2001-01-01'`);
    expect(await verify()).toEqual(held);
    await client.query('commit');
    client.release();
    expect(await verify()).toMatchObject({
      kind: 'incremental',
      ok: false,
      found: [expect.stringContaining('asks for 71'), expect.stringContaining('splits is merchant:1:71')],
    });
  });
});

describe.skipIf(fullOnly)('damage', () => {
  const seen: [name: string, statement: string, problem: RegExp][] = [
    ['a balance, however old', `update accounts set balance = balance + 1 where balance = -1000`, /balance is -999/],
    ['a new transfer', `update transfers set amount = 8 where amount = 7`, /posted 8 from clearing/],
    ['a new transfer that is gone', `delete from transfers where amount = 7`, /is settled without its transfer of 7/],
    [
      'a new order flipped back',
      `update orders set settlement_status = 'unsettled', settled_at = null, settlement_id = null where partner_order_ref = 'new'`,
      /that nothing asks for/,
    ],
    [
      'an old order flipped back',
      `update orders set settlement_status = 'unsettled', settled_at = null, settlement_id = null where partner_order_ref = 'old'`,
      /that nothing asks for/,
    ],
    [
      'an old top-up',
      `update top_ups set amount = 1 where amount = 1000`,
      /asks for 1 EUR from outside:bank to clearing, posted 1000 EUR/,
    ],
    [
      'a refund that its old order does not know of',
      `insert into order_refunds (holder_id, id, mode, order_id, refund_ref, status, amount, currency, request_hash, taken, before_settlement, created_at, updated_at)
      select holder_id, 'ref_x', mode, id, 'r', 'succeeded', 5, currency, sha256('x'), '{5,0}', false, created_at, created_at from orders where partner_order_ref = 'old'`,
      /with 0 marked and 5 asked back/,
    ],
    [
      'what an old settlement counts',
      `update settlements set orders_settled = orders_settled + 1 where id = (select min(id) from settlements)`,
      /says that it settled 2 orders; 1 name it/,
    ],
    [
      'a new order that names an old settlement',
      `update orders set settlement_id = (select min(id) from settlements) where partner_order_ref = 'new'`,
      /says that it settled 1 orders; 2 name it/,
    ],
    [
      'a payment without money',
      `insert into payments (holder_id, id, mode, base, status, amount, currency, return_url, trx_id, payer_name, created_at, expires_at, paid_at, updated_at)
      select holder_id, 'pay_x', 'test', 'api', 'succeeded', 5, 'EUR', 'https://a.example', 'trx_x', 'P', now(), now(), now(), now() from companies limit 1`,
      /pay_x .*is without its transfer of 5 EUR/,
    ],
  ];
  it.each(seen)('is seen by an incremental verification: %s', async (_name, statement, problem) => {
    await settleNew();
    await damage(statement);
    const result = await verify();
    expect(result).toMatchObject({ kind: 'incremental', ok: false });
    expect((result as { found: string[] }).found.join('\n')).toMatch(problem);
    // Every verification is full from here on until the books are fixed, so that the finding is not lost.
    expect(await verify()).toMatchObject({ kind: 'full', ok: false });
  });

  it.each([
    ['an old transfer', `update transfers set amount = 71 where amount = 70`],
    ['an old transfer that is gone', `delete from transfers where amount = 70`],
    ['an old order that is gone', `delete from orders where partner_order_ref = 'old'`],
    [
      'a transfer slipped in under the mark',
      `insert into transfers (holder_id, id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      created_at)
      select holder_id, 0, mode, currency, to_account_id, from_account_id, amount, 'refund', subject_kind, subject_id, 0, created_at from transfers where amount = 70`,
    ],
  ])('is seen by a full one, even if not by an incremental one: %s', async (_name, statement) => {
    await settleNew();
    await damage(statement);
    // While any database of the server has an old open transaction, it checks more than necessary.
    await verify();
    expect(await verify({ full: true })).toMatchObject({ kind: 'full', ok: false });
  });
});

describe.skipIf(fullOnly)('one at a time', () => {
  it('of two at once, one verifies and the other says so', async () => {
    const client = await world.database.pool.connect();
    await client.query('select pg_advisory_lock(5109)');
    expect(await verify()).toBe('busy');
    await client.query('select pg_advisory_unlock(5109)');
    client.release();
    const results = await Promise.all([verify(), verify({ full: true }), verify()]);
    expect(results.filter((one) => one !== 'busy').length).toBeGreaterThan(0);
    expect(await verify()).toEqual(held);
  });
});

describe.skipIf(fullOnly)('the recurring jobs', () => {
  it('keep what they found and tell of offences by check and count only', async () => {
    const broken: unknown[] = [];
    const jobs = verificationJobs(world.db, (one) => void broken.push(one));
    await jobs.verify_books();
    expect(await findLastVerification(world.db)).toMatchObject({ kind: 'incremental', ok: true });
    await jobs.verify_books_fully();
    expect(await findLastVerification(world.db)).toMatchObject({ kind: 'full', ok: true });
    expect(broken).toEqual([]);

    await damage(`update accounts set balance = balance + 1 where kind = 'commission'`);
    await jobs.verify_books();
    const last = await findLastVerification(world.db);
    expect(last).toMatchObject({ kind: 'incremental', ok: false });
    expect(last?.checks.filter(({ count }) => count > 0)).toHaveLength(2);
    expect(broken).toEqual([
      {
        kind: 'incremental',
        checks: [
          { name: 'Every balance is the sum of its transfers and not below its floor', count: 1 },
          { name: 'Every book balances, and so does all money in transit', count: 1 },
        ],
      },
    ]);
  });
});

/** `sluice verify` reports the row for each kind of damage it promises to find, which the tests do by raw SQL. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createSettlementWorld, type SettlementWorld } from '../../../tests/fixtures/settlements.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { type Book, formatAccount } from './accounts.ts';
import { listAccounts } from './ledger.repository.ts';
import { verifyLedger } from './verify.ts';

const check = {
  balances: 'Every balance is the sum of its transfers and not below its floor',
  books: 'Every book balances, and so does all money in transit',
  owed: 'The shadow ledger owes exactly what is left of its orders',
  settlements: 'Every settled order has its transfers; no other order has any',
  payments: 'Payments and top-ups have exactly the transfers they require',
  modes: 'Test and live share no rows',
} as const;

let world: SettlementWorld;
let book: Book;
let ids: Record<'paid' | 'waiting' | 'shadow' | 'settlement' | 'shop' | 'other', bigint>;

/**
 * A book with a settled order, an unsettled one and a settled shadow order. Each test gets its own database, because it
 * damages it.
 */
beforeEach(async () => {
  world = await createSettlementWorld();
  book = await world.makeBook();
  const shop = await world.makeLink(book, 'merchant');
  const other = await world.makeLink(book, 'merchant');
  await world.topUp(book, 1_000n);
  const paid = await world.record(book, 'paid', [merchant(shop, 700n), partner(300n)]);
  const shadow = await world.record(book, 'shadow', [merchant(null, 50n)], { isShadow: true });
  const waiting = await world.record(book, 'waiting', [merchant(other, 5n)]);
  const { id: settlement } = await world.settle(book);
  ids = { paid: paid.id, waiting: waiting.id, shadow: shadow.id, settlement, shop, other };
});
afterEach(() => world.close());

const damage = (statement: string) => world.database.owner.query(statement);

/** The problems found, by check: `row: problem`. */
async function offences(): Promise<Record<string, string[]>> {
  const { ok, checks } = await verifyLedger(world.db);
  const found = checks.filter((one) => one.count > 0);
  expect(ok).toBe(found.length === 0);
  return Object.fromEntries(
    found.map((one) => [one.name, one.offences.map(({ row, problem }) => `${row}: ${problem}`).sort()]),
  );
}

async function accountId(name: string): Promise<bigint> {
  const account = (await listAccounts(world.db, book)).find((one) => formatAccount(one) === name);
  return account?.id as bigint;
}
const named = (name: string, id: bigint) => `account ${id} (${name}, holder ${book.holderId}, test, EUR)`;
const nothingLeft = () =>
  `account shadow:earnings:unnamed (holder ${book.holderId}, test, EUR): balance is 50, its orders leave 0`;
const orderRow = (id: bigint, line = 0) => `order ${id} (holder ${book.holderId}), split ${line}`;

it('finds nothing wrong in sound books', () => expectBooksToHold(world.db));

describe('docs/ledger.md, "What verify proves" 1 and 2: balances', () => {
  it('a changed balance: the account and its book', async () => {
    const id = await accountId('commission');
    await damage(`update accounts set balance = balance + 1 where id = ${id}`);
    expect(await offences()).toEqual({
      [check.balances]: [`${named('commission', id)}: balance is 301, its transfers add up to 300`],
      [check.books]: [`book of holder ${book.holderId} (test, EUR): its balances add up to 1`],
    });
  });

  it('two balances changed so that the book still adds up', async () => {
    await damage(`update accounts set balance = balance + 1 where kind = 'commission'`);
    await damage(`update accounts set balance = balance - 1 where kind = 'outside'`);
    const found = await offences();
    expect(Object.keys(found)).toEqual([check.balances]);
    expect(found[check.balances]).toHaveLength(2);
  });

  it('a deleted transfer: both of its accounts, and the order', async () => {
    await damage(`delete from transfers where amount = 700`);
    const found = await offences();
    expect(found[check.balances]).toEqual(
      [
        `${named('clearing', await accountId('clearing'))}: balance is 0, its transfers add up to 700`,
        `${named(`earnings:${ids.shop}`, await accountId(`earnings:${ids.shop}`))}: balance is 700, its transfers add up to 0`,
      ].sort(),
    );
    expect(found[check.settlements]).toEqual([`${orderRow(ids.paid)}: is settled without its transfer of 700`]);
  });

  it('a changed amount', async () => {
    await damage(`update transfers set amount = 701 where amount = 700`);
    const found = await offences();
    expect(found[check.balances]).toHaveLength(2);
    expect(found[check.settlements]).toEqual([
      `${orderRow(ids.paid)}: asks for 700 to earnings:${ids.shop}, posted 701 from clearing to earnings:${ids.shop}`,
    ]);
  });

  it('a balance under its floor', async () => {
    await damage(`alter table accounts drop constraint accounts_balance_floor`);
    await damage(`update accounts set balance = -1, floor = -1 where kind = 'commission'`);
    await damage(`update transfers set amount = 1, from_account_id = to_account_id, to_account_id = from_account_id
      where to_account_id = (select id from accounts where kind = 'commission')`);
    const id = await accountId('commission');
    expect((await offences())[check.balances]).toContain(
      `${named('commission', id)}: balance -1 is under the floor of its kind, 0`,
    );
  });

  it('money that left one book and never reached another', async () => {
    const from = await accountId('commission');
    await damage(
      `insert into accounts (holder_id, mode, currency, kind) values (${book.holderId}, 'test', 'EUR', 'transit')`,
    );
    await damage(`insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      created_at)
      values (${book.holderId}, 'test', 'EUR', ${from}, ${await accountId('transit')}, 9, 'fees_collected', 'fees', '1', 0, now())`);
    await damage(`update accounts set balance = balance - 9 where kind = 'commission'`);
    await damage(`update accounts set balance = 9 where kind = 'transit'`);
    expect(await offences()).toMatchObject({ [check.books]: ['transit (test, EUR): all transit adds up to 9'] });
  });
});

describe('docs/ledger.md, "What verify proves" 3: settled orders', () => {
  const asks = (problem: string, id = ids.paid, line = 0) => ({
    [check.settlements]: [`${orderRow(id, line)}: ${problem}`],
  });

  it('an order flipped to settled without being paid', async () => {
    await damage(
      `update orders set settlement_status = 'settled', settled_at = now(), settlement_id = ${ids.settlement} where id = ${ids.waiting}`,
    );
    expect(await offences()).toMatchObject(asks('is settled without its transfer of 5', ids.waiting));
  });

  it('a settled order flipped back, so that it would be paid again', async () => {
    await damage(
      `update orders set settlement_status = 'unsettled', settled_at = null, settlement_id = null where id = ${ids.paid}`,
    );
    expect((await offences())[check.settlements]).toEqual([
      `${orderRow(ids.paid, 0)}: has a settlement transfer of 700 that nothing asks for`,
      `${orderRow(ids.paid, 1)}: has a settlement transfer of 300 that nothing asks for`,
    ]);
  });

  it('a settled order that was deleted', async () => {
    await damage(`delete from orders where id = ${ids.shadow}`);
    expect(await offences()).toMatchObject({
      ...asks('has a settlement transfer of 50 that nothing asks for', ids.shadow),
      [check.owed]: [nothingLeft()],
    });
  });

  it('a share changed after it was paid', async () => {
    await damage(`update orders set splits = jsonb_set(splits, '{1,amount}', '299') where id = ${ids.paid}`);
    expect(await offences()).toMatchObject(
      asks('asks for 299 to commission, posted 300 from clearing to commission', ids.paid, 1),
    );
  });

  it('a share paid to somebody else', async () => {
    await damage(`update orders set splits = jsonb_set(splits, '{0,ref}', '${ids.other}') where id = ${ids.paid}`);
    expect(await offences()).toMatchObject(
      asks(`asks for 700 to earnings:${ids.other}, posted 700 from clearing to earnings:${ids.shop}`),
    );
  });

  it('a share paid by another settlement than the order names', async () => {
    await damage(`update transfers set settlement_id = settlement_id + 1 where amount = 700`);
    expect(Object.keys(await offences())).toContain(check.settlements);
  });

  it('a shadow order that was paid with real money', async () => {
    await damage(`update orders set is_shadow = not is_shadow where id = ${ids.shadow}`);
    await damage(`update orders set splits = jsonb_set(splits, '{0,ref}', '${ids.shop}') where id = ${ids.shadow}`);
    expect(await offences()).toMatchObject({
      ...asks(
        `asks for 50 to earnings:${ids.shop}, posted 50 from shadow:clearing to shadow:earnings:unnamed`,
        ids.shadow,
      ),
      [check.owed]: [nothingLeft()],
    });
    await damage(`update orders set is_shadow = true where id in (${ids.shadow}, ${ids.paid})`);
    expect((await offences())[check.settlements]).toHaveLength(2);
  });
});

describe('docs/ledger.md, "What verify proves" 4: payments and top-ups', () => {
  const where = () => `(holder ${book.holderId}, test)`;
  const topUp = async () => (await damage('select id from top_ups')).rows[0].id as string;

  it.each([
    ['deleted', 'delete from top_ups', 'has a transfer of 1000 EUR that nothing asks for'],
    [
      'of another amount',
      'update top_ups set amount = 999',
      'asks for 999 EUR from outside:bank to clearing, posted 1000 EUR from outside:bank to clearing',
    ],
    [
      'back to pending',
      `update top_ups set status = 'pending', succeeded_at = null`,
      'has a transfer of 1000 EUR that nothing asks for',
    ],
  ])('a top-up %s', async (_name, statement, problem) => {
    const id = await topUp();
    await damage(statement);
    expect(await offences()).toMatchObject({ [check.payments]: [`top_up ${id} ${where()}, top_up 0: ${problem}`] });
  });

  it('a top-up that succeeded without money', async () => {
    await damage(`insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, succeeded_at)
      values (${book.holderId}, 'top_x', 'test', 'succeeded', 'clearing', 'bank', 5, 'EUR', now(), now())`);
    expect(await offences()).toMatchObject({
      [check.payments]: [`top_up top_x ${where()}, top_up 0: is without its transfer of 5 EUR`],
    });
  });

  it('a payment that succeeded without money', async () => {
    await damage(`insert into payments (holder_id, id, mode, base, status, amount, currency, return_url, trx_id, payer_name, created_at, expires_at, paid_at, updated_at)
      values (${book.holderId}, 'pay_x', 'test', 'api', 'succeeded', 5, 'EUR', 'https://a.example', 'trx_x', 'P', now(), now(), now(), now())`);
    expect(await offences()).toMatchObject({
      [check.payments]: [`payment pay_x ${where()}, payment 0: is without its transfer of 5 EUR`],
    });
  });
});

describe('docs/ledger.md, "What verify proves" 5: modes', () => {
  it('an order settled by a settlement of the other mode, or by none', async () => {
    await damage(`update settlements set mode = 'live' where id = ${ids.settlement}`);
    const row = (id: bigint) => `order ${id} (holder ${book.holderId})`;
    expect(await offences()).toMatchObject({
      [check.modes]: [ids.paid, ids.shadow]
        .map((id) => `${row(id)}: was settled by a settlement of another mode`)
        .sort(),
    });
    await damage(
      'alter table settlement_shortfalls drop constraint settlement_shortfalls_holder_id_settlement_id_fkey',
    );
    await damage('delete from settlements');
    expect((await offences())[check.modes]).toEqual(
      [ids.paid, ids.shadow].map((id) => `${row(id)}: names a settlement that does not exist`).sort(),
    );
  });

  it('a transfer between accounts of both modes', async () => {
    const { rows } = await damage(
      `select conname from pg_constraint where conrelid = 'transfers'::regclass and contype = 'f'`,
    );
    for (const { conname } of rows) await damage(`alter table transfers drop constraint ${conname}`);
    const transfer = (await damage(`update transfers set mode = 'live' where amount = 1000 returning id`)).rows[0].id;
    expect((await offences())[check.modes]).toContain(
      `transfer ${transfer} (holder ${book.holderId}): touches an account of another mode`,
    );
  });
});

it('shows the first 100 offending rows and counts all', async () => {
  await damage(
    `insert into accounts (holder_id, mode, currency, kind, link_id, balance) select ${book.holderId}, 'test', 'EUR', 'link_debt', n, 1 from generate_series(1, 150) n`,
  );
  const { ok, checks } = await verifyLedger(world.db);
  const found = checks.find((one) => one.name === check.balances);
  expect([ok, found?.count, found?.offences.length]).toEqual([false, 150, 100]);
});

/** A run that leaves orders waiting for funds reports the missing amount once. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createSettlementWorld, type SettlementWorld } from '../../../tests/fixtures/settlements.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';

let world: SettlementWorld;
let book: Book;
let shop: bigint;
let people = 0;

beforeAll(async () => {
  world = await createSettlementWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook({ name: 'Meal <Riders>' });
  shop = await world.makeLink(book, 'merchant');
});
afterEach(() => expectBooksToHold(world.db, { byHand: ['members'] }));

async function addMember(role: string): Promise<string> {
  people += 1;
  const email = `${role}-${people}@company.example`;
  await sql`insert into people (id, name, email) values (${email}, ${role}, ${email})`.execute(world.db);
  await sql`insert into members (holder_id, person_id, role) values (${book.holderId}, ${email}, ${role})`.execute(
    world.db,
  );
  return email;
}

async function told(): Promise<unknown[]> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from events where holder_id = ${book.holderId} and type = 'shortfall.detected'
    order by created_at, data ->> 'settlement_id', data ->> 'currency'`.execute(world.db);
  return rows.map(({ data: { settlement_id: _, ...rest } }) => rest);
}
const mails = async (recipient: string) => {
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, text, html from mails where recipient = ${recipient} order by id`.execute(world.db);
  return rows;
};

describe('shortfall.detected', () => {
  it('says what all that waits needs beyond clearing, in each currency', async () => {
    await world.topUp(book, 1_000n);
    await world.record(book, 'a', [merchant(shop, 900n), partner(50n)]);
    await world.record(book, 'b', [merchant(shop, 300n), partner(20n)]);
    await world.record(book, 'c', [merchant(shop, 1n)]);
    await world.record(book, 'yen', [merchant(shop, 500n)], { currency: 'JPY' });
    await world.record(book, 'shadow', [merchant(null, 500n)], { isShadow: true });
    await world.settle(book);
    expect(await told()).toEqual([
      { currency: 'EUR', missing_amount: 2.71, orders_waiting: 2, clearing: 0.5 },
      { currency: 'JPY', missing_amount: 500, orders_waiting: 1, clearing: 0 },
    ]);
  });

  it('counts what refunds took from waiting orders, and refunds that wait themselves', async () => {
    const order = await world.record(book, 'a', [merchant(shop, 900n), partner(100n)]);
    await world.settle(book);
    await sql`update orders set reduced = '{400,0}', refunded_amount = 1 where id = ${order.id}`.execute(world.db);
    await sql`
      insert into order_refunds (holder_id, id, mode, order_id, refund_ref, status, amount, currency, request_hash, taken,
        before_settlement, created_at, updated_at)
      values (${book.holderId}, ${`orf_${order.id}`}, 'test', ${order.id}, 'r', 'awaiting_funds', 250, 'EUR',
        sha256('x'), '{400,0}', true, now(), now())`.execute(world.db);
    await world.record(book, 'b', [partner(10n)]);
    await world.settle(book);
    expect((await told()).at(-1)).toEqual({ currency: 'EUR', missing_amount: 8.6, orders_waiting: 2, clearing: 0 });
    await sql`delete from order_refunds where holder_id = ${book.holderId}`.execute(world.db);
    await sql`update orders set reduced = '{}', refunded_amount = 0 where id = ${order.id}`.execute(world.db);
  });

  it('is not told anew when nothing new waits, and again when it does', async () => {
    await world.record(book, 'a', [partner(10n)]);
    await world.settle(book);
    await world.settle(book);
    expect((await told()).length).toBe(1);
    await world.record(book, 'b', [partner(5n)]);
    await world.settle(book);
    await world.settle(book);
    expect(await told()).toEqual([
      { currency: 'EUR', missing_amount: 0.1, orders_waiting: 1, clearing: 0 },
      { currency: 'EUR', missing_amount: 0.15, orders_waiting: 2, clearing: 0 },
    ]);
    await world.topUp(book, 15n);
    await world.settle(book);
    expect((await told()).length).toBe(2);
  });

  it('is told and mailed in each mode for itself', async () => {
    const owner = await addMember('owner');
    for (const mode of ['live', 'test'] as const) {
      await world.record({ ...book, mode }, 'a', [partner(10n)]);
      await world.settle({ ...book, mode });
    }
    const one = { currency: 'EUR', missing_amount: 0.1, orders_waiting: 1, clearing: 0 };
    expect(await told()).toEqual([one, one]);
    expect(await mails(owner)).toHaveLength(2);
  });

  it('is mailed to owners and finance people, escaped, and marked as a test', async () => {
    const [owner, finance, viewer, developer] = [
      await addMember('owner'),
      await addMember('finance'),
      await addMember('viewer'),
      await addMember('developer'),
    ] as const;
    await world.record(book, 'a', [partner(1_234n)]);
    await world.settle(book);
    for (const address of [owner, finance]) {
      const [mail, ...more] = await mails(address);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Test: Clearing is EUR 12.34 short');
      expect(mail?.text).toContain(
        'A settlement of Meal <Riders> could not pay everyone: 1 order is waiting for funds',
      );
      expect(mail?.text).toContain('Clearing has EUR 0.00. Top it up by EUR 12.34');
      expect(mail?.html).toContain('Meal &lt;Riders&gt;');
    }
    for (const address of [viewer, developer]) expect(await mails(address)).toEqual([]);
  });
});

/** `sluice verify` on the shadow ledger reports the row for each kind of damage, which the tests do by raw SQL. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from './accounts.ts';
import { verifyLedger } from './verify.ts';

const check = 'Shadow orders’ shares were paid outside or claimed as recorded, and never twice';

let world: ShadowWorld;
let book: Book;
let shop: bigint;
let claimed: bigint;
let open: bigint;
let payment: string;

/**
 * An order partly paid outside and then claimed, and an open one. Each test gets its own database, because it damages
 * it.
 */
beforeEach(async () => {
  world = await createShadowWorld();
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  await world.topUp(book, 1_000n);
  claimed = (await world.shadow(book, 'claimed', [merchant(null, 70n), courier(null, 9n)])).id;
  open = (await world.shadow(book, 'open', [merchant(null, 30n)])).id;
  await world.settle(book);
  payment = (await world.payOutside(book, 'p', [item('claimed', 0.2), item('claimed', 0.04, 'courier')])).payment.id;
  await world.claim(book, { claimRef: 'c', linkId: shop, orderRefs: ['claimed'] });
});
afterEach(() => world.close());

const damage = (statement: string) => world.database.owner.query(statement);

/** The problems that the check finds, sorted. */
async function offences(): Promise<string[]> {
  const { checks } = await verifyLedger(world.db);
  const found = checks.find((one) => one.name === check)?.offences ?? [];
  return found.map(({ row, problem }) => `${row}: ${problem}`).sort();
}

const ofHolder = () => `(holder ${book.holderId})`;
const split = (id: bigint, line: number, problem: string) => `order ${id} ${ofHolder()}, split ${line}: ${problem}`;
const transfer = (code: string, problem: string, id = claimed, line = 0) =>
  `order:${id} ${ofHolder()}, ${code} ${line}: ${problem}`;

it('finds nothing wrong in sound books', () => expectBooksToHold(world.db));

describe('docs/ledger.md, "What verify proves" 3: what orders say', () => {
  it.each<[string, string, () => string[]]>([
    [
      'more paid outside than was recorded',
      `update orders set paid_outside = '{21,4}' where partner_order_ref = 'claimed'`,
      () => [split(claimed, 0, 'says 21 paid outside and 50 claimed of 70, recorded 20 and 50')],
    ],
    [
      'paid outside without a record',
      `update orders set paid_outside = '{1}' where partner_order_ref = 'open'`,
      () => [split(open, 0, 'says 1 paid outside and 0 claimed of 30, recorded 0 and 0')],
    ],
    [
      'a claim that was forgotten, so that it would be paid again',
      `update orders set claimed = '{}', claim_link_id = null where partner_order_ref = 'claimed'`,
      () => [split(claimed, 0, 'says 20 paid outside and 0 claimed of 70, recorded 20 and 50')],
    ],
    [
      'an order claimed to another link',
      `update orders set claim_link_id = claim_link_id + 1 where partner_order_ref = 'claimed'`,
      () => [split(claimed, 0, 'says 20 paid outside and 50 claimed of 70, recorded 20 and 50')],
    ],
    [
      'more than the share',
      `update orders set splits = jsonb_set(splits, '{0,amount}', '69') where partner_order_ref = 'claimed'`,
      () => [split(claimed, 0, 'says 20 paid outside and 50 claimed of 69, recorded 20 and 50')],
    ],
  ])('%s', async (_name, statement, expected) => {
    await damage(statement);
    expect(await offences()).toEqual(expected());
  });

  it('an order that is no shadow order any more', async () => {
    await damage(`update orders set is_shadow = false where id = ${claimed}`);
    expect((await offences()).length).toBeGreaterThanOrEqual(4);
  });
});

describe('docs/ledger.md, "What verify proves" 3: what was posted', () => {
  it.each(['claim', 'shadow_claimed'])('a deleted transfer of code %s', async (code) => {
    await damage(`delete from transfers where code = '${code}'`);
    expect(await offences()).toEqual([transfer(code, 'is without its transfer of 50')]);
  });

  it('a deleted transfer of a payment outside', async () => {
    await damage(`delete from transfers where code = 'paid_outside' and line = 1`);
    expect(await offences()).toEqual([
      `paid_outside:${payment} ${ofHolder()}, paid_outside 1: is without its transfer of 4`,
    ]);
  });

  it('a changed amount', async () => {
    await damage(`update transfers set amount = 51 where code = 'claim'`);
    expect(await offences()).toEqual([
      transfer('claim', `asks for 50 from clearing to earnings:${shop}, posted 51 from clearing to earnings:${shop}`),
    ]);
  });

  it('a claim that was posted to somebody else', async () => {
    const other = await world.makeLink(book, 'merchant');
    await damage(`update shadow_claims set link_id = ${other}`);
    expect(await offences()).toEqual([
      split(claimed, 0, 'says 20 paid outside and 50 claimed of 70, recorded 20 and 50'),
      transfer('claim', `asks for 50 from clearing to earnings:${other}, posted 50 from clearing to earnings:${shop}`),
    ]);
  });

  it('an unclaimed order with a claim’s transfer', async () => {
    await damage(`insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      created_at)
      select holder_id, mode, currency, from_account_id, to_account_id, 30, code, 'order', '${open}', 0, now()
      from transfers where code = 'claim'`);
    expect(await offences()).toEqual([transfer('claim', 'has a transfer of 30 that nothing asks for', open)]);
  });

  it('records that were deleted', async () => {
    await damage('delete from shadow_claim_lines');
    expect(await offences()).toEqual([
      split(claimed, 0, 'says 20 paid outside and 50 claimed of 70, recorded 20 and 0'),
      transfer('claim', 'has a transfer of 50 that nothing asks for'),
      transfer('shadow_claimed', 'has a transfer of 50 that nothing asks for'),
    ]);
  });

  it('a shadow order that was settled with real money', async () => {
    const { rows } = await damage(`
      update transfers t set from_account_id = a.id from accounts a
      where a.holder_id = t.holder_id and a.kind = 'clearing'
        and t.code = 'settlement' and t.subject_kind = 'order' and t.subject_id = '${open}' returning t.id`);
    expect(await offences()).toEqual([`transfer ${rows[0].id} ${ofHolder()}: settles a shadow order with clearing`]);
  });
});

describe('what restaurants and couriers are owed', () => {
  it.each([
    ['more taken back than was posted', `update orders set reversed = '{5}' where partner_order_ref = 'open'`, 30, 25],
    ['less claimed than was posted', `update orders set claimed = '{40}' where partner_order_ref = 'claimed'`, 30, 40],
    ['another restaurant', `update orders set shadow_merchant_ref = 'x' where partner_order_ref = 'open'`, 30, 0],
  ])('%s', async (_name, statement, balance, left) => {
    await damage(statement);
    const { checks } = await verifyLedger(world.db);
    const found = checks.find((one) => one.name === 'The shadow ledger owes exactly what is left of its orders');
    expect(found?.offences).toContainEqual({
      row: `account shadow:earnings:ref:taverna (holder ${book.holderId}, test, EUR)`,
      problem: `balance is ${balance}, its orders leave ${left}`,
    });
  });
});

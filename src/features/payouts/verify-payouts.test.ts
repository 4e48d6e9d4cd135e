/** `sluice verify` reports the row for each kind of damage to payouts, which the tests do by raw SQL. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { verifyLedger } from '../../core/ledger/verify.ts';
import type { Payout } from './payout.ts';

const checks = [
  'Payouts have exactly the transfers their state requires',
  'Money pending for the bank is exactly what open payouts have taken',
];
let world: PayoutWorld;
let book: Book;
let payouts: Record<'requested' | 'approved' | 'sent' | 'completed' | 'failed' | 'cancelled', Payout>;

/** One payout of each kind. Each test gets its own database, because it damages it. */
beforeEach(async () => {
  world = await createPayoutWorld();
  await world.rule('EUR', 100n, 30n);
  book = bookOf(await world.makeMerchant());
  await world.addBank(book.holderId);
  await world.fund(book, 'wallet', 10_000n);
  const ask = () => world.ask(book);
  payouts = {
    requested: await ask(),
    approved: await ask(),
    sent: await ask(),
    completed: await ask(),
    failed: await ask(),
    cancelled: await ask(),
  };
  const { approved, sent, completed, failed, cancelled } = payouts;
  for (const payout of [approved, sent, completed, failed]) await world.approve(payout);
  for (const payout of [sent, completed, failed]) await world.send(payout);
  await world.complete(completed);
  await world.giveBack(failed, 'failed');
  await world.cancel(cancelled);
});
afterEach(() => world.close());

async function offences(): Promise<string[]> {
  const { checks: all } = await verifyLedger(world.db);
  const found = all.filter((one) => checks.includes(one.name)).flatMap((one) => one.offences);
  return found.map(({ row, problem }) => `${row}: ${problem}`).sort();
}
const damage = (statement: string) => world.database.owner.query(statement);
const row = (name: keyof typeof payouts, code: string, line = 0) =>
  `payout ${payouts[name].id} (holder ${book.holderId}, test), ${code} ${line}`;
const where = (name: keyof typeof payouts) => `where subject_kind = 'payout' and subject_id = '${payouts[name].id}'`;
const pendingAccount = expect.stringMatching(
  /^account \d+ \(payouts:pending, .*balance is 1970, its payouts amount to/,
);

it('finds nothing wrong in sound books', () => expectBooksToHold(world.db));

it('a payout back to requested, so that it would be paid again', async () => {
  await damage(
    `update payouts set status = 'requested', approved_at = null, sent_at = null where id = '${payouts.sent.id}'`,
  );
  expect(await offences()).toEqual([
    pendingAccount,
    `${row('sent', 'payout_fee')}: has a transfer of 30 EUR that nothing asks for`,
    `${row('sent', 'payout_sent')}: has a transfer of 970 EUR that nothing asks for`,
  ]);
});

it('a payout marked as sent without money', async () => {
  await damage(`update payouts set status = 'sent', sent_at = now() where id = '${payouts.approved.id}'`);
  expect(await offences()).toEqual([
    pendingAccount,
    `${row('approved', 'payout_sent')}: is without its transfer of 970 EUR`,
  ]);
});

it('a failed payout that gave nothing back', async () => {
  await damage(`delete from transfers ${where('failed')} and code in ('payout_returned', 'payout_fee_returned')`);
  expect(await offences()).toEqual([
    `${row('failed', 'payout_fee_returned')}: is without its transfer of 30 EUR`,
    `${row('failed', 'payout_returned')}: is without its transfer of 1000 EUR`,
    `${row('failed', 'payout_returned', 1)}: is without its transfer of 970 EUR`,
  ]);
});

it('a payout of more than was taken', async () => {
  await damage(`update payouts set amount = 1001 where id = '${payouts.completed.id}'`);
  expect(await offences()).toEqual([
    `${row('completed', 'payout')}: asks for 1001 EUR from wallet to payouts_pending, posted 1000 EUR from wallet to payouts:pending`,
    `${row('completed', 'payout_sent')}: asks for 971 EUR from payouts_pending to outside:bank, posted 970 EUR from payouts:pending to outside:bank`,
  ]);
});

it('a payout that took nothing', async () => {
  await damage(`delete from transfers ${where('requested')}`);
  expect(await offences()).toEqual([`${row('requested', 'payout')}: is without its transfer of 1000 EUR`]);
});

it('a payout taken from another account than it says', async () => {
  await damage(`update payouts set account_kind = 'commission' where id = '${payouts.completed.id}'`);
  expect(await offences()).toEqual([
    expect.stringContaining(`${row('completed', 'payout')}: asks for 1000 EUR from commission`),
  ]);
});

it('a payout that was deleted', async () => {
  await damage(`delete from payouts where id = '${payouts.completed.id}'`);
  expect(await offences()).toEqual([
    `${row('completed', 'payout')}: has a transfer of 1000 EUR that nothing asks for`,
    `${row('completed', 'payout_fee')}: has a transfer of 30 EUR that nothing asks for`,
    `${row('completed', 'payout_sent')}: has a transfer of 970 EUR that nothing asks for`,
  ]);
});

it('a payout sent twice', async () => {
  await damage(`insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      created_at)
    select holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, 7, created_at
    from transfers ${where('sent')} and code = 'payout_sent'`);
  expect(await offences()).toEqual([
    `${row('sent', 'payout_sent', 7)}: has a transfer of 970 EUR that nothing asks for`,
  ]);
});

it('money pending that belongs to no payout', async () => {
  await damage(`update accounts set balance = balance + 5 where kind = 'payouts_pending'`);
  expect(await offences()).toEqual([expect.stringMatching(/balance is 1975, its payouts amount to 1970$/)]);
});

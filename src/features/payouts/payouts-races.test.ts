/**
 * Concurrent payouts, and payouts against other users of the same money: exactly those that the balance covers succeed.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeWaitingRefund } from '../../../tests/fixtures/money.ts';
import { createScriptedProvider } from '../../../tests/fixtures/payments.ts';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { hold } from '../../../tests/support/lock-waits.ts';
import { type AccountRef, accountIn, type Book, formatAccount, ledgerAccount } from '../../core/ledger/accounts.ts';
import { createProviders } from '../providers/providers.ts';
import { requestOrderRefund } from '../refunds/refund-order.ts';
import { setBankAccountEnded } from './bank-accounts.repository.ts';

let world: PayoutWorld;
let company: Book;

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.rule('EUR', 100n, 10n);
});
beforeEach(async () => {
  company = bookOf(await world.makeCompany());
  await world.addBank(company.holderId);
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

const outcomes = async (work: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort();
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

it('ten requests over the balance: what fits', async () => {
  await world.fund(company, 'commission', 1_000n);
  const results = await outcomes(
    times(10, () => world.ask(company, { account: ledgerAccount.commission, amount: 300n })),
  );
  expect(results).toEqual([...times(3, () => 'done'), ...times(7, () => 'insufficient_funds')]);
  expect(await world.balances(company)).toMatchObject({ commission: 100n, 'payouts:pending': 900n });
});

it('the limit of 24 hours holds for ten at once', async () => {
  await world.rule('USD', 1n, 0n, 1_000n);
  await world.fund(company, 'commission', 9_000n, 'USD');
  const ask = () => world.ask(company, { account: ledgerAccount.commission, currency: 'USD', amount: 400n });
  expect(await outcomes(times(10, ask))).toEqual([...times(2, () => 'done'), ...times(8, () => 'validation_failed')]);
});

it('clearing keeps what waiting refunds need', async () => {
  await world.fund(company, 'clearing', 1_000n);
  await makeWaitingRefund(world.db, company, 700n, world.clock.now(company.holderId, 'test'));
  const ask = (amount: bigint) => world.ask(company, { account: ledgerAccount.clearing, amount });
  expect(await outcomes([ask(301n)])).toEqual(['insufficient_funds']);
  expect(await outcomes([ask(200n), ask(200n)])).toEqual(['done', 'insufficient_funds']);
  await world.database.pool.query(`delete from order_refunds where holder_id = $1`, [company.holderId]);
});

it('one payout, decided by everyone at once: one decision counts, and is posted once', async () => {
  await world.fund(company, 'commission', 1_000n);
  for (let round = 0; round < 5; round += 1) {
    const payout = await world.ask(company, { account: ledgerAccount.commission });
    const results = await outcomes([
      world.cancel(payout),
      world.cancel(payout),
      world.giveBack(payout, 'rejected'),
      world.giveBack(payout, 'rejected'),
    ]);
    expect(results).toEqual(['done', 'invalid_state', 'invalid_state', 'invalid_state']);
    expect(await world.balances(company)).toEqual({ commission: 1_000n, 'outside:card': -1_000n });
  }
  const payout = await world.ask(company, { account: ledgerAccount.commission });
  await outcomes([world.approve(payout), world.approve(payout), world.cancel(payout)]);
  await expectBooksToHold(world.db);
});

it('a bank account that ends while a payout to it is approved: the approval waits, and is refused', async () => {
  await world.fund(company, 'commission', 1_000n);
  const payout = await world.ask(company, { account: ledgerAccount.commission });
  const ended = await hold(world.db, world.database.pool, (tx) =>
    setBankAccountEnded(tx, company.holderId, payout.bankAccountId, new Date()),
  );
  const approval = world.approve(payout);
  await ended.awaitedBy(approval);
  await ended.commit();
  await expect(approval).rejects.toMatchObject({
    code: 'invalid_state',
    message: 'The bank account has ended; reject the payout.',
  });
});

it('completed and failed at once, in whichever order: it fails once, and everything is back', async () => {
  await world.fund(company, 'commission', 1_000n);
  const payout = await world.ask(company, { account: ledgerAccount.commission });
  await world.approve(payout);
  await world.send(payout);
  const completed = () => outcomes([world.complete(payout), world.complete(payout)]);
  const failed = () => outcomes([world.giveBack(payout, 'failed'), world.giveBack(payout, 'failed')]);
  const [completions, failures] = await Promise.all([completed(), failed()]);
  expect(failures).toEqual(['done', 'invalid_state']);
  expect(completions).toContain('invalid_state');
  expect(await world.balances(company)).toEqual({ commission: 1_000n, 'outside:card': -1_000n });
});

it('a payout of earnings against refunds that take the same earnings', async () => {
  const { holderId, linkId } = await world.makeCourier(company.holderId);
  await world.addBank(holderId);
  const earnings: AccountRef = accountIn({ ...company, currency: 'EUR' }, ledgerAccount.earnings(linkId));
  await world.fund(company, formatAccount(earnings), 1_000n);
  const { rows } = await world.database.pool.query('select partner_order_ref as ref from orders where holder_id = $1', [
    company.holderId,
  ]);
  const providers = { ...createProviders({ test: createScriptedProvider(), live: [] }), named: () => undefined };
  /** A refund that takes a share back, as far as the balance goes. */
  const reverse = (index: number) => {
    const request = { refundRef: `r${index}`, amount: 250n, parties: undefined, liable: undefined, reason: null };
    const refund = { ...request, hash: Buffer.alloc(32) };
    return world.run((tx) =>
      requestOrderRefund(keyOf(company), tx, { ...world, providers }, company, rows[0].ref, refund),
    );
  };
  const ask = () => world.ask(company, { ownerHolderId: holderId, account: earnings, amount: 400n });
  const [, asked] = await Promise.all([Promise.all(times(3, reverse)), outcomes(times(3, ask))]);
  const drawn = 400n * BigInt(asked.filter((one) => one === 'done').length);
  expect(asked.every((one) => one === 'done' || one === 'insufficient_funds')).toBe(true);
  const after = await world.balances(company);
  const { clearing = 0n, [`debt:${linkId}`]: owed = 0n, [formatAccount(earnings)]: left = 0n } = after;
  expect(left + clearing + drawn).toBe(1_000n);
  expect(clearing + owed).toBe(750n);
  expect(after['payouts:pending'] ?? 0n).toBe(drawn);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPaymentWorld, type PaymentWorld, taken } from '../../../tests/fixtures/payments.ts';
import { job, keyOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { Dispute, DisputeStatus } from '../providers/provider.ts';
import { makeRefund, requestRefund } from '../refunds/refund-payment.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { type ChargebackResult, chargeBack, postChargeback } from './chargeback.ts';
import { newsOf } from './dispute-mails.ts';
import type { PostedDispute } from './disputes.repository.ts';

let world: PaymentWorld;

beforeEach(async () => {
  world = await createPaymentWorld({ feeBasisPoints: 1_000 });
});
afterEach(async () => {
  await expectBooksToHold(world.db, { byHand: ['members'] });
  await world.close();
});

const disputeOf = (attemptId: string, changes: Partial<Dispute> = {}): Dispute => ({
  id: 'dp_1',
  attemptId,
  amount: 1_250n,
  currency: 'EUR',
  withdrawals: 1,
  returns: 0,
  fee: undefined,
  ...changes,
});

const postIt = (dispute: Dispute): Promise<ChargebackResult> =>
  inTransaction(world.db, (tx) => postChargeback(job, tx, world.deps, world.shop, dispute));

/** The balances that a chargeback touches. */
async function balances() {
  const own = [ledgerAccount.wallet, ledgerAccount.outside('card'), ledgerAccount.debt, ledgerAccount.debts].map(
    (one) => world.balance(one),
  );
  return [...(await Promise.all(own)), await world.balance(ledgerAccount.advances, serviceHolderId)];
}

it('takes what the wallet holds; the fee that was kept is advanced by the service', async () => {
  const { attemptId } = await world.paidByCard();
  expect(await postIt(disputeOf(attemptId))).toBe('posted');
  expect(await balances()).toEqual([0n, 0n, 125n, -125n, -125n]);
});

describe('the people who may refund are mailed', () => {
  const standing = (status: DisputeStatus) => ({
    status,
    reason: 'fraudulent',
    evidenceDueAt: new Date('2031-03-09T12:00Z'),
  });
  const subjects = async () => {
    const { rows } = await world.database.pool.query('select recipient, kind, subject from mails order by id');
    return rows.map(({ recipient, kind, subject }) => `${recipient} ${kind} ${subject}`);
  };

  beforeEach(async () => {
    for (const role of ['finance', 'viewer']) {
      const email = `${role}@shop.example`;
      await world.database.pool.query(`insert into people (id, name, email) values ($1, 'Someone', $1)`, [email]);
      await world.database.pool.query('insert into members (holder_id, person_id, role) values ($1, $2, $3)', [
        world.shop,
        email,
        role,
      ]);
    }
  });

  it('when a dispute is opened and when it is decided, once each', async () => {
    const { attemptId } = await world.paidByCard();
    const opened = disputeOf(attemptId, { standing: standing('needs_response') });
    await postIt(opened);
    await postIt(opened);
    await postIt(disputeOf(attemptId, { standing: standing('under_review') }));
    await postIt(disputeOf(attemptId, { returns: 1, standing: standing('won') }));
    await postIt(disputeOf(attemptId, { returns: 1, standing: standing('won') }));
    expect(await subjects()).toEqual([
      'finance@shop.example disputes Test: A customer disputed a EUR 12.50 payment',
      'finance@shop.example disputes Test: You won the EUR 12.50 dispute',
    ]);
    const { rows } = await world.database.pool.query('select text from mails order by id limit 1');
    expect(rows[0].text).toContain('It is accepted until 2031-03-09, 12:00 (UTC).');
  });

  it('of one that is known only when it is lost', async () => {
    const { attemptId } = await world.paidByCard();
    await postIt(disputeOf(attemptId, { standing: standing('lost') }));
    expect(await subjects()).toEqual(['finance@shop.example disputes Test: You lost the EUR 12.50 dispute']);
  });
});

it('what is owed is recovered first from the next payment, never more than is owed', async () => {
  const { attemptId } = await world.paidByCard();
  await postIt(disputeOf(attemptId));
  await world.paidByCard(100n);
  expect(await balances()).toEqual([0n, -100n, 35n, -35n, -35n]);
  await world.paidFromWallet(100n);
  expect(await balances()).toEqual([55n, -100n, 0n, 0n, 0n]);
  await world.paidByCard(100n);
  expect(await balances()).toEqual([145n, -200n, 0n, 0n, 0n]);
});

it('recovers nothing from money that came too late: it goes back at once', async () => {
  const { attemptId } = await world.paidByCard();
  await postIt(disputeOf(attemptId));
  const late = await world.start(await world.makePayment());
  expect(await world.apply(late, taken(9n))).toBe('returned');
  expect(await balances()).toEqual([0n, 0n, 125n, -125n, -125n]);
});

it('recovers from a top-up of the wallet, and from a refund that is posted back', async () => {
  const refunded = await world.paidByCard();
  const { attemptId } = await world.paidByCard();
  const { refund } = await inTransaction(world.db, (tx) =>
    requestRefund(keyOf({ holderId: world.shop, mode: 'test' }, { holderKind: 'merchant' }), tx, world.deps, refunded, {
      refundRef: 'r',
      amount: 100n,
      reason: null,
    }),
  );
  const [wallet] = await balances();
  await world.spend(wallet as bigint);
  await postIt(disputeOf(attemptId));
  expect((await balances())[2]).toBe(1_250n);
  world.provider.says.refund = async () => ({ kind: 'failed', reason: 'closed' });
  await makeRefund(job, world.deps, world.shop, refund.id);
  expect((await balances()).slice(2)).toEqual([1_160n, -1_160n, -1_160n]);
  const book = { holderId: world.shop, mode: 'test' } as const;
  await inTransaction(world.db, (tx) =>
    requestTopUp(shell, tx, world.clock, book, {
      amount: 1_200n,
      currency: 'EUR',
      accountKind: 'wallet',
      source: 'bank',
    }),
  );
  const [left, , ...owed] = await balances();
  expect([left, ...owed]).toEqual([40n, 0n, 0n, 0n]);
});

it('leaves the rest of a fuller wallet alone', async () => {
  const { attemptId } = await world.paidByCard();
  await world.paidByCard();
  expect(await postIt(disputeOf(attemptId))).toBe('posted');
  expect(await balances()).toEqual([1_000n, -1_250n, 0n, 0n, 0n]);
});

it('is posted once, one after the other and at once', async () => {
  const { attemptId } = await world.paidByCard();
  const dispute = disputeOf(attemptId, { amount: 100n });
  const results = await Promise.all(Array.from({ length: 6 }, () => postIt(dispute)));
  expect(results.sort()).toEqual(['known', 'known', 'known', 'known', 'known', 'posted']);
  expect(await postIt(dispute)).toBe('known');
  expect(await postIt(disputeOf(attemptId, { id: 'dp_2', amount: 100n }))).toBe('posted');
  expect((await balances())[0]).toBe(925n);
});

it('won: posted back once, what the service laid out first; told before the loss, both are posted', async () => {
  const { attemptId } = await world.paidByCard();
  const won = disputeOf(attemptId, { returns: 1 });
  const before = await balances();
  expect(await postIt({ ...won, id: 'dp_0' })).toBe('reversed');
  expect(await balances()).toEqual(before);
  expect(await world.transfers()).toBeGreaterThan(4n);
  await postIt(disputeOf(attemptId));
  expect(await balances()).toEqual([0n, 0n, 125n, -125n, -125n]);
  const results = await Promise.all(Array.from({ length: 5 }, () => postIt(won)));
  expect(results.sort()).toEqual(['known', 'known', 'known', 'known', 'reversed']);
  expect(await balances()).toEqual(before);
  expect(await postIt(disputeOf(attemptId))).toBe('known');
  expect(await balances()).toEqual(before);
});

it('lost again after it was won: withdrawn, returned, withdrawn, each once and in turn', async () => {
  const { attemptId, id } = await world.paidByCard();
  const before = await balances();
  const lost = [0n, 0n, 125n, -125n, -125n];
  const said = (withdrawals: number, returns: number) => postIt(disputeOf(attemptId, { withdrawals, returns }));
  expect(await said(1, 0)).toBe('posted');
  expect(await balances()).toEqual(lost);
  expect(await said(1, 1)).toBe('reversed');
  expect(await balances()).toEqual(before);
  const results = await Promise.all(Array.from({ length: 4 }, () => said(2, 1)));
  expect(results.sort()).toEqual(['known', 'known', 'known', 'posted']);
  expect(await balances()).toEqual(lost);
  // An older answer of the provider that arrives late takes nothing back.
  expect(await said(1, 1)).toBe('known');
  expect(await said(2, 2)).toBe('reversed');
  expect(await balances()).toEqual(before);
  const { rows } = await world.pool.query(
    `select type from events where subject_id = $1 and type like 'chargeback.%' order by created_at, id`,
    [id],
  );
  expect(rows.map(({ type }) => type).sort()).toEqual([
    'chargeback.created',
    'chargeback.created',
    'chargeback.reversed',
    'chargeback.reversed',
  ]);
});

it('told late, of a dispute withdrawn twice: everything in between is posted too', async () => {
  const { attemptId } = await world.paidByCard();
  expect(await postIt(disputeOf(attemptId, { withdrawals: 2, returns: 1 }))).toBe('posted');
  expect(await balances()).toEqual([0n, 0n, 125n, -125n, -125n]);
});

describe('the provider’s fee', () => {
  const fees = async (currency = 'EUR') => {
    const own = [ledgerAccount.fees, ledgerAccount.outside('card')];
    return Promise.all(own.map((account) => world.balance(account, serviceHolderId, currency)));
  };
  const events = async () => {
    const { rows } = await world.pool.query(
      `select type, data from events where holder_id = $1 order by created_at, id`,
      [serviceHolderId],
    );
    return rows.map(({ type, data }) => `${type} ${data.dispute} ${data.amount} ${data.currency} ${data.mode}`);
  };

  it('is the service’s, once per dispute; the payee owes none of it', async () => {
    const { attemptId } = await world.paidByCard();
    const dispute = disputeOf(attemptId, { fee: { currency: 'USD', charged: 1_500n, returned: 0n } });
    await Promise.all([postIt(dispute), postIt(dispute)]);
    expect(await postIt(dispute)).toBe('known');
    expect(await balances()).toEqual([0n, 0n, 125n, -125n, -125n]);
    expect(await fees('USD')).toEqual([-1_500n, 1_500n]);
    expect(await events()).toEqual(['dispute_fee.charged dp_1 15 USD test']);
  });

  it('is told after the money, and comes back in parts, each once', async () => {
    const { attemptId } = await world.paidByCard();
    expect(await postIt(disputeOf(attemptId))).toBe('posted');
    const said = (charged: bigint, returned: bigint) =>
      postIt(disputeOf(attemptId, { fee: { currency: 'EUR', charged, returned } }));
    expect(await said(1_500n, 0n)).toBe('fee');
    expect(await said(1_500n, 500n)).toBe('fee');
    expect(await fees()).toEqual([-1_000n, 1_000n]);
    expect(await said(1_500n, 0n)).toBe('known');
    expect(await said(1_500n, 1_500n)).toBe('fee');
    expect(await said(1_500n, 1_500n)).toBe('known');
    expect(await fees()).toEqual([0n, 0n]);
    expect(await events()).toEqual([
      'dispute_fee.charged dp_1 15 EUR test',
      'dispute_fee.returned dp_1 5 EUR test',
      'dispute_fee.returned dp_1 10 EUR test',
    ]);
  });
});

it('against payments being made at the same time, the wallet never goes under', async () => {
  const payments = await Promise.all([world.paidByCard(), world.paidByCard(), world.paidByCard()]);
  const payOut = world.spend(2_000n).catch(() => 'short');
  const disputes = payments.map(({ attemptId }, n) => postIt(disputeOf(attemptId, { id: `dp_${n}` })));
  await Promise.all([payOut, ...disputes]);
  const [wallet, card, debt, debts, advances] = await balances();
  expect(wallet).toBe(0n);
  expect(card).toBe(0n);
  expect([debts, advances]).toEqual([-(debt as bigint), -(debt as bigint)]);
});

it('keeps what the provider says of it, also when no money moves', async () => {
  const { attemptId } = await world.paidByCard();
  const evidenceDueAt = new Date('2031-03-10T00:00:00Z');
  const said = (status: DisputeStatus) =>
    postIt({ ...disputeOf(attemptId), standing: { status, reason: 'fraudulent', evidenceDueAt } });
  const kept = async () =>
    (await world.pool.query('select status, reason, evidence_due_at as "evidenceDueAt" from disputes')).rows;
  expect(await said('needs_response')).toBe('posted');
  expect(await kept()).toEqual([{ status: 'needs_response', reason: 'fraudulent', evidenceDueAt }]);
  const before = await world.transfers();
  expect(await said('lost')).toBe('known');
  expect(await kept()).toMatchObject([{ status: 'lost' }]);
  expect(await world.transfers()).toBe(before);
  expect(await postIt({ ...disputeOf(attemptId), returns: 1 })).toBe('reversed');
  expect(await kept()).toMatchObject([{ status: 'won', reason: 'fraudulent' }]);
});

it('has the deadline that the provider named last, and keeps it when the provider names none', async () => {
  const { attemptId } = await world.paidByCard();
  const deadline = (day: number) => new Date(Date.UTC(2031, 2, day));
  const said = (day: number | undefined) => {
    const evidenceDueAt = day === undefined ? null : deadline(day);
    return postIt({ ...disputeOf(attemptId), standing: { status: 'needs_response', reason: null, evidenceDueAt } });
  };
  const kept = async () => (await world.pool.query('select evidence_due_at as at from disputes')).rows[0].at;
  await said(10);
  // Only the deadline is new.
  for (const day of [12, 8]) {
    expect(await said(day)).toBe('known');
    expect(await kept()).toEqual(deadline(day));
  }
  expect(await postIt({ ...disputeOf(attemptId), returns: 1 })).toBe('reversed');
  expect(await kept()).toEqual(deadline(8));
  await said(undefined);
  expect(await kept()).toBeNull();
});

it('in another currency is owed in that one', async () => {
  const { attemptId } = await world.paidByCard();
  expect(await postIt(disputeOf(attemptId, { currency: 'USD', amount: 7n }))).toBe('posted');
  expect(await world.balance(ledgerAccount.debt, world.shop, 'USD')).toBe(7n);
  expect(await balances()).toEqual([1_125n, -1_250n, 0n, 0n, 0n]);
});

it('of anything but a payment by card changes nothing', async () => {
  const payment = await world.makePayment();
  const open = await world.start(payment);
  const other = await world.makePayment();
  const returned = await world.start(other);
  await world.apply(returned, taken(9n));
  const wallet = await world.paidFromWallet();
  const { rows } = await world.pool.query('select id from payment_attempts where payment_id = $1', [wallet.id]);
  const before = await world.transfers();
  for (const attemptId of [open.attemptId, returned.attemptId, rows[0].id, 'att_unknown']) {
    expect(await postIt(disputeOf(attemptId))).toBe('foreign');
  }
  expect(await world.transfers()).toBe(before);
});

it('asks the provider: what took nothing, or is nobody’s, is foreign; what is not clear yet is asked again', async () => {
  const { attemptId } = await world.paidByCard();
  const answers: Dispute[][] = [[], [disputeOf('not-ours')], [disputeOf(attemptId)]];
  world.provider.findDisputes = async () => answers.shift() ?? [];
  expect(await chargeBack(job, world.deps, 'simulator', 'dp_1')).toEqual([]);
  expect(await chargeBack(job, world.deps, 'simulator', 'dp_1')).toEqual(['foreign']);
  expect(await chargeBack(job, world.deps, 'simulator', 'dp_1')).toEqual(['posted']);

  const open = await world.start(await world.makePayment());
  world.provider.findDisputes = async () => [disputeOf(open.attemptId, { id: 'dp_2' })];
  await expect(chargeBack(job, world.deps, 'simulator', 'dp_2')).rejects.toMatchObject({ code: 'unavailable' });
  world.provider.says.charge = async () => taken();
  expect(await chargeBack(job, world.deps, 'simulator', 'dp_2')).toEqual(['posted']);
});

it('waits for a provider that is not in use', async () => {
  await expect(chargeBack(job, world.deps, 'gone', 'dp_1')).rejects.toMatchObject({ code: 'unavailable' });
});

it.each([
  [undefined, 'lost', 'recalled'],
  ['lost', 'lost', undefined],
  ['lost', 'won', 'undone'],
  ['won', 'won', undefined],
])('of a recall that was %s and is %s the people are told: %s', (before, status, news) => {
  const known = before === undefined ? undefined : ({ status: before } as PostedDispute);
  expect(newsOf(known, { status, reason: 'recalled' } as PostedDispute)).toBe(news);
});

it.each([
  [undefined, 'needs_response', 'opened'],
  [undefined, 'won', 'won'],
  ['needs_response', 'under_review', undefined],
  ['under_review', 'lost', 'lost'],
  ['lost', 'lost', undefined],
  ['lost', 'won', 'won'],
])('of a dispute that was %s and is %s the people are told: %s', (before, status, news) => {
  const known = before === undefined ? undefined : ({ status: before } as PostedDispute);
  expect(newsOf(known, { status } as PostedDispute)).toBe(news);
});

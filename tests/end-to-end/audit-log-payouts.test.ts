/** The audit log of money that leaves, of bank accounts, fees and keys: each act leaves one entry, what is refused none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import type { Actor } from '../../src/core/access/actor.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { createKey, revokeKeyPair, rotateKey } from '../../src/features/api-keys/manage-keys.ts';
import { addBankAccount, endBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../src/features/payouts/change-payout.ts';
import { collectFees, drawFees } from '../../src/features/payouts/collect-fees.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { setPayoutRule } from '../../src/features/payouts/set-payout-rule.ts';
import { bankForm, bookOf, createPayoutWorld, otherIban, type PayoutWorld } from '../fixtures/payouts.ts';
import { job, keyOf, memberOf, operator, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';

let world: PayoutWorld;
let company: bigint;
let owner: Actor;

beforeAll(async () => {
  world = await createPayoutWorld();
  company = await world.makeCompany();
  owner = memberOf(bookOf(company), { personId: 'ada' });
  await world.fund(bookOf(company), 'commission', 10_000n);
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

type Entry = { action: string; actor_kind: string; actor_id: string; holder_id: bigint; object_id: string };

async function leftBy(work: () => Promise<unknown>): Promise<(Entry & Record<string, unknown>)[]> {
  const read = async () => (await world.database.pool.query('select * from audit_log order by id')).rows;
  const before = (await read()).length;
  await work();
  return (await read()).slice(before);
}

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);
const refusal = (work: () => Promise<unknown>, code: string) =>
  leftBy(() => expect(work()).rejects.toMatchObject({ code }));

const request = (actor: Actor, mode: 'test' | 'live' = 'test') =>
  run((tx) =>
    requestPayout(actor, tx, world.clock, {
      ownerHolderId: company,
      book: bookOf(company, mode),
      account: ledgerAccount.commission,
      amount: 100n,
      currency: 'EUR',
      bankAccountId: undefined,
    }),
  );

describe('bank accounts', () => {
  it('leave an entry when added and when ended, without their number', async () => {
    const [added] = await leftBy(() => run((tx) => addBankAccount(owner, tx, world.clock, company, bankForm())));
    expect(added).toMatchObject({ action: 'bank_accounts.add', actor_id: 'ada', holder_id: company, mode: null });
    expect(JSON.stringify(added?.after)).not.toContain('3704');
    const other = await run((tx) => addBankAccount(shell, tx, world.clock, company, bankForm({ iban: otherIban })));
    const left = await leftBy(() => run((tx) => endBankAccount(shell, tx, world.clock, company, other.id)));
    expect(left).toMatchObject([
      { action: 'bank_accounts.end', actor_kind: 'command', object_id: other.id, before: { status: 'active' } },
    ]);
  });

  it('are the owner’s, with a second factor that is fresh', async () => {
    const add = (actor: Actor) => run((tx) => addBankAccount(actor, tx, world.clock, company, bankForm()));
    const finance = memberOf(bookOf(company), { role: 'finance' });
    expect(await refusal(() => add(finance), 'forbidden')).toEqual([]);
    const stale = memberOf(bookOf(company), { freshAt: null });
    expect(await refusal(() => add(stale), 'second_factor_required')).toEqual([]);
    expect(await refusal(() => add(keyOf(bookOf(company, 'live'))), 'not_permitted')).toEqual([]);
    expect(await refusal(() => add(memberOf(bookOf(999n))), 'not_found')).toEqual([]);
  });
});

describe('payouts', () => {
  it('leave an entry at each step, by whoever takes it', async () => {
    const at = world.clock;
    const ids: string[] = [];
    const ask = async () => ids.push((await request(owner)).id);
    const finance = operator('finance', 'test');
    const last = () => ids.at(-1) as string;
    const steps: [string, string, () => Promise<unknown>][] = [
      ['payouts.request', 'ada', ask],
      ['payouts.approve', 'the finance', () => run((tx) => approvePayout(finance, tx, at, last()))],
      ['payouts.send', 'the finance', () => run((tx) => sendPayout(finance, tx, at, last()))],
      ['payouts.complete', 'tester', () => run((tx) => completePayout(shell, tx, at, last()))],
      ['payouts.request', 'ada', ask],
      ['payouts.cancel', 'ada', () => run((tx) => cancelPayout(owner, tx, at, company, last()))],
      ['payouts.request', 'ada', ask],
      [
        'payouts.reject',
        'tester',
        () => run((tx) => returnPayout(shell, tx, at, last(), { to: 'rejected', reason: 'No' })),
      ],
      ['payouts.request', 'ada', ask],
      ['payouts.approve', 'tester', () => run((tx) => approvePayout(shell, tx, at, last()))],
      [
        'payouts.fail',
        'tester',
        () => run((tx) => returnPayout(shell, tx, at, last(), { to: 'failed', reason: null })),
      ],
    ];
    for (const [action, actor_id, work] of steps) {
      const left = await leftBy(work);
      expect(left).toMatchObject([{ action, actor_id, holder_id: company, mode: 'test', object_id: last() }]);
    }
  });

  it('are requested by who may, and decided by the operator alone', async () => {
    expect(await refusal(() => request(memberOf(bookOf(company), { role: 'viewer' })), 'forbidden')).toEqual([]);
    const live = bookOf(company, 'live');
    expect(await refusal(() => request(memberOf(live, { freshAt: null }), 'live'), 'second_factor_required')).toEqual(
      [],
    );
    const pending = memberOf(live, { holderStatus: 'pending' });
    expect(await refusal(() => request(pending, 'live'), 'company_not_active')).toEqual([]);
    expect(await refusal(() => request(keyOf(bookOf(company)), 'live'), 'not_found')).toEqual([]);
    const { id } = await request(keyOf(bookOf(company)));
    const approve = (actor: Actor) => () => run((tx) => approvePayout(actor, tx, world.clock, id));
    expect(await refusal(approve(owner), 'forbidden')).toEqual([]);
    expect(await refusal(approve(memberOf(bookOf(999n))), 'not_found')).toEqual([]);
    expect(await refusal(approve(operator('support', 'test')), 'forbidden')).toEqual([]);
  });
});

it('fees collected by hand, drawn, and what payouts cost', async () => {
  await world.fund(bookOf(company), 'fees', 300n);
  const collect = (actor: Actor) => collectFees(actor, world, (error) => expect.unreachable(String(error)));
  expect(await leftBy(() => collect(shell))).toMatchObject([{ action: 'fees.collect', holder_id: company }]);
  expect(await leftBy(() => collect(job))).toEqual([]);
  const draw = { mode: 'test', currency: 'EUR', amount: 100n, reference: 'march' } as const;
  const drawn = () => run((tx) => drawFees(shell, tx, world.clock, draw));
  expect(await leftBy(drawn)).toMatchObject([{ action: 'fees.draw', object_id: 'march', holder_id: 1n }]);
  expect(await leftBy(drawn)).toEqual([]);
  const rule = { minimum: 200n, fee: 1n, dailyLimit: null };
  const left = await leftBy(() => run((tx) => setPayoutRule(shell, tx, 'EUR', rule)));
  expect(left).toMatchObject([{ action: 'payout_rules.set', object_id: 'EUR', after: { minimum: '200', fee: '1' } }]);
  expect(await refusal(() => run((tx) => setPayoutRule(owner, tx, 'EUR', rule)), 'not_found')).toEqual([]);
});

it('keys made, rotated and revoked', async () => {
  const deps = { db: world.db };
  let clientId = '';
  const make = async () => {
    clientId = (await createKey(owner, deps, company, 'test', 'till')).clientId;
  };
  expect(await leftBy(make)).toMatchObject([{ action: 'keys.make', actor_id: 'ada', after: { label: 'till' } }]);
  const rotated = await leftBy(() => rotateKey(shell, deps, clientId, 1));
  expect(rotated).toMatchObject([{ action: 'keys.rotate', object_id: clientId, holder_id: company }]);
  expect(JSON.stringify(rotated[0]?.after)).not.toContain('sk_');
  expect(await leftBy(() => revokeKeyPair(shell, deps, clientId))).toMatchObject([{ action: 'keys.revoke' }]);
  expect(await refusal(() => revokeKeyPair(shell, deps, clientId), 'not_found')).toEqual([]);
  const finance = memberOf(bookOf(company), { role: 'finance' });
  expect(await refusal(() => createKey(finance, deps, company, 'test'), 'forbidden')).toEqual([]);
});

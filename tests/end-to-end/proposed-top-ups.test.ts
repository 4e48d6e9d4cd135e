/**
 * A bank transfer that names no top-up, and the announced one that it may be: it is proposed, and crediting it confirms that one, once
 * (docs/contract/people.md, "For the operator").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Actor } from '../../src/core/access/actor.ts';
import { saveFourEyes } from '../../src/core/access/four-eyes.repository.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout, returnPayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { creditTransfer } from '../../src/features/reconciliation/settle-transfer.ts';
import { refuseTopUp } from '../../src/features/wallets/end-top-up.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import type { TopUp } from '../../src/features/wallets/top-ups.repository.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { memberOf, operator, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { hold } from '../support/lock-waits.ts';

let account: TestAccount;
let cookie: string;
let nina: bigint;
let otto: bigint;

beforeAll(async () => {
  account = await createTestAccount();
  const { browser, email } = await account.newCustomer('Olga');
  cookie = [...browser.jar].map(([one, { value }]) => `${one}=${value}`).join('; ');
  const { rows } = await account.pool.query('select id from people where email = $1', [email]);
  await inTransaction(account.db, (tx) => insertMember(tx, serviceHolderId, rows[0].id, 'administrator'));
  await account.pool.query('update people set second_factor = true where id = $1', [rows[0].id]);
  await account.pool.query('update sessions set second_factor_at = now()');
  nina = await makeCompany(account.db, { name: 'Nina Noodles' });
  otto = await makeCompany(account.db, { name: 'Otto’s Öfen' });
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

async function ask(method: 'GET' | 'POST', path: string, { body, mode = 'live' as Mode, key = '' }: Asked = {}) {
  const answer = await account.app.inject({
    method,
    url: `/api/v1/operator${path}`,
    headers: {
      ...{ cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(serviceHolderId), 'sluice-mode': mode },
      ...(key === '' ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const { data, error } = answer.json();
  return { status: answer.statusCode, data, error };
}
type Asked = { body?: object; mode?: Mode; key?: string };

type Announced = { currency?: string; actor?: Actor; mode?: Mode };

const announce = (holderId: bigint, amount: bigint, changes: Announced = {}) => {
  const { currency = 'USD', actor = shell, mode = 'live' } = changes;
  const request = { amount, currency, accountKind: 'clearing', source: 'bank' } as const;
  return inTransaction(account.db, (tx) => requestTopUp(actor, tx, account.server.clock, { holderId, mode }, request));
};

type Line = {
  line_id: number;
  finding: string;
  proposals: { topup_id: string; holder: object }[];
  recorded: object | null;
};

/** @returns the line as the list shows it. */
async function arrive(amount: bigint, text: string, changes: { sender?: string; currency?: string; mode?: Mode } = {}) {
  const { sender: counterpartyName, currency = 'USD', mode = 'live' } = changes;
  const { db, server } = account;
  const file = statementOf([{ amount, text, currency, counterpartyName }]);
  await importStatement(operator('administrator', mode), { db, clock: server.clock }, { source: 'bank', mode }, file);
  const [line] = (await ask('GET', '/transfers?limit=1', { mode })).data;
  expect(line).toMatchObject({ text, sender: counterpartyName ?? null });
  return line as Line;
}

const bodyOf = (line: Line, topUp: Pick<TopUp, 'id' | 'holderId'> | undefined, changes: object = {}) => ({
  holder_id: Number(topUp?.holderId ?? nina),
  holder_name: topUp?.holderId === otto ? 'Otto’s Öfen' : 'Nina Noodles',
  finding: line.finding,
  ...(topUp === undefined ? {} : { top_up_id: topUp.id }),
  ...changes,
});
const credit = (line: Line, body: object, asked: Omit<Asked, 'body'> = {}) =>
  ask('POST', `/transfers/${line.line_id}/credit`, { ...asked, body });
const topUps = async (holderId: bigint): Promise<object[]> =>
  (
    await account.pool.query(
      'select id, status, amount from top_ups where holder_id = $1 order by position desc limit 2',
      [holderId],
    )
  ).rows;
const posted = async (topUp: TopUp): Promise<number> =>
  (await account.pool.query(`select from transfers where subject_id = $1 and code = 'top_up'`, [topUp.id])).rows.length;

describe('a transfer without a reference', () => {
  it('is proposed for the announced top-up of its amount, and crediting it confirms that one', async () => {
    const topUp = await announce(nina, 12_000n);
    const line = await arrive(12_000n, 'Thank you', { sender: 'NOODLES, NINA' });
    const proposal = {
      topup_id: topUp.id,
      reference: topUp.reference,
      amount: 120,
      currency: 'USD',
      created_at: topUp.createdAt.toISOString(),
      holder: { holder_id: Number(nina), name: 'Nina Noodles', kind: 'company' },
      names_holder: true,
    };
    expect(line).toMatchObject({ finding: 'unknown', proposals: [proposal] });
    expect((await ask('GET', `/transfers?line_id=${line.line_id}`)).data).toEqual([line]);
    const { data: rows } = await ask('GET', '/exceptions?kind=transfer&limit=100');
    const row = rows.find(({ object_id: id }: { object_id: string }) => id === String(line.line_id));
    expect(row.effect).toMatchObject({ code: 'matches_top_up', amount: 120, currency: 'USD', name: 'Nina Noodles' });

    const credited = await credit(line, bodyOf(line, topUp), { key: 'once' });
    expect(credited.data).toMatchObject({ topup_id: topUp.id, status: 'succeeded', amount: 120, wallet: 'clearing' });
    expect(credited.data.requested_amount).toBeNull();
    // Sent twice: the same answer, and nothing more.
    expect((await credit(line, bodyOf(line, topUp), { key: 'once' })).data).toEqual(credited.data);
    expect((await credit(line, bodyOf(line, topUp))).status).toBe(404);
    expect(await topUps(nina)).toEqual([{ id: topUp.id, status: 'succeeded', amount: 12_000n }]);
    expect(await posted(topUp)).toBe(1);
    expect((await ask('GET', `/transfers?line_id=${line.line_id}`)).data).toEqual([]);
    const audit = `select before, after from audit_log where action = 'top_ups.confirm' and object_id = $1`;
    expect((await account.pool.query(audit, [topUp.id])).rows).toMatchObject([
      { before: { status: 'pending' }, after: { status: 'succeeded', amount: '12000', wallet: 'clearing' } },
    ]);
    await expectBooksToHold(account.db);
  });

  it('is proposed for nobody where two wait for its amount, unless it names one', async () => {
    const [one, two] = [await announce(nina, 300n), await announce(otto, 300n)];
    const unnamed = await arrive(300n, 'Thank you');
    expect(unnamed.proposals).toEqual([]);
    const line = await arrive(300n, 'Thanks', { sender: 'Ottos Oefen GmbH' });
    expect(line.proposals).toMatchObject([{ topup_id: two.id, names_holder: true }]);
    // Who chooses an account by name is told of what it announced.
    const chosen = async (query: string) =>
      (await ask('GET', `/recipients?text=Nina&currency=USD${query}`)).data.map(
        ({ top_up: topUp }: { top_up: { topup_id: string } | null }) => topUp?.topup_id,
      );
    expect(await chosen('&amount=3')).toEqual([one.id]);
    expect(await chosen('&amount=3.01')).toEqual([undefined]);
    expect(await chosen('')).toEqual([undefined]);
    const again = await announce(nina, 300n);
    expect(await chosen('&amount=3')).toEqual([undefined]);
    await inTransaction(account.db, (tx) => refuseTopUp(shell, tx, account.server.clock, again.id, 'Twice'));
    // A person may know better.
    expect((await credit(line, bodyOf(line, one))).data.topup_id).toBe(one.id);
    expect((await credit(unnamed, bodyOf(unnamed, two))).data.topup_id).toBe(two.id);
  });

  it('is proposed for no top-up of another mode, currency, amount or kind', async () => {
    const topUp = await announce(nina, 400n);
    const lines = [
      await arrive(400n, 'In test mode', { mode: 'test' }),
      await arrive(400n, 'In euros', { currency: 'EUR' }),
      await arrive(401n, 'One more'),
    ];
    for (const line of lines) expect(line.proposals).toEqual([]);
    const [inTest, inEuros, more] = lines as [Line, Line, Line];
    const right = await arrive(400n, 'Right');
    const refused = async (line: Line, body: object, mode: Mode = 'live') => {
      const { status, error } = await credit(line, body, { mode });
      return [status, error.details.length > 0 ? error.details : error.message];
    };
    const field = (name: string, message: string) => [422, [{ field: name, message }]];
    const none = field('top_up_id', 'is no top-up by bank transfer');
    expect(await refused(inTest, bodyOf(inTest, topUp), 'test')).toEqual(none);
    expect(await refused(right, bodyOf(right, topUp, { top_up_id: 'top_0' }))).toEqual(none);
    expect(await refused(right, bodyOf(right, topUp, { top_up_id: topUp.id.replace('top', 'po') }))).toEqual(none);
    expect(await refused(inEuros, bodyOf(inEuros, topUp))).toEqual(
      field('top_up_id', 'waits for 4.00 USD, and 4.00 EUR arrived'),
    );
    expect(await refused(more, bodyOf(more, topUp))).toEqual(
      field('top_up_id', 'waits for 4.00 USD, and 4.01 USD arrived'),
    );
    const foreign = { holder_id: Number(otto), holder_name: 'Otto’s Öfen' };
    expect(await refused(right, bodyOf(right, topUp, foreign))).toEqual(
      field('holder_id', 'is not the account of this top-up'),
    );
    expect(await refused(right, bodyOf(right, topUp, { beneficiary_ref: 1 }))).toEqual(
      field('top_up_id', 'is not for cash of a payee'),
    );
    const [status, message] = await refused(right, bodyOf(right, topUp, { holder_name: 'Nina' }));
    expect([status, message]).toEqual([409, expect.stringContaining('is called "Nina Noodles", not "Nina"')]);
    await account.pool.query(`update top_ups set source = 'card' where id = $1`, [topUp.id]);
    expect((await ask('GET', `/transfers?line_id=${right.line_id}`)).data[0].proposals).toEqual([]);
    expect(await refused(right, bodyOf(right, topUp))).toEqual(none);
    await account.pool.query(`update top_ups set source = 'bank' where id = $1`, [topUp.id]);
    expect((await topUps(nina))[0]).toMatchObject({ id: topUp.id, status: 'pending' });
    expect(await posted(topUp)).toBe(0);

    // Nor for one that has ended.
    await inTransaction(account.db, (tx) => refuseTopUp(shell, tx, account.server.clock, topUp.id, 'Not ours'));
    expect((await ask('GET', `/transfers?line_id=${right.line_id}`)).data[0].proposals).toEqual([]);
    expect(await refused(right, bodyOf(right, topUp))).toEqual([
      409,
      'This top-up was declined. Nothing was credited.',
    ]);
    expect(await posted(topUp)).toBe(0);
  });

  it('is said to be the top-up that was credited by hand before, and is matched with it rather than credited', async () => {
    const topUp = await announce(nina, 47_605n);
    await inTransaction(account.db, (tx) => confirmTopUp(shell, tx, account.server.clock, topUp.id));
    const line = await arrive(47_605n, 'Incoming payment Nina Noodles');
    expect(line).toMatchObject({
      finding: 'unknown',
      proposals: [],
      recorded: {
        names_holder: true,
        transfer: { code: 'top_up', holder: { name: 'Nina Noodles' }, subject: { kind: 'top_up', id: topUp.id } },
      },
    });
    const { transfer } = line.recorded as { transfer: { transfer_id: number; holder: { holder_id: number } } };
    const transfers = [{ holder_id: transfer.holder.holder_id, transfer_id: transfer.transfer_id }];
    const matched = await ask('POST', `/statement-lines/${line.line_id}/match`, { body: { transfers } });
    expect(matched.status).toBe(200);
    expect((await ask('GET', `/transfers?line_id=${line.line_id}`)).data).toEqual([]);
    expect(await posted(topUp)).toBe(1);
  });

  it('is said to be no top-up in the books where two may be meant, another is announced, or its money is another', async () => {
    const confirmed = async (holderId: bigint, amount: bigint, changes: { currency?: string } = {}) => {
      const topUp = await announce(holderId, amount, changes);
      await inTransaction(account.db, (tx) => confirmTopUp(shell, tx, account.server.clock, topUp.id));
    };
    await confirmed(nina, 47_100n);
    expect((await arrive(47_100n, 'Thanks', { currency: 'EUR' })).recorded).toBeNull();
    expect((await arrive(47_101n, 'Thanks')).recorded).toBeNull();
    expect((await arrive(47_100n, 'Thanks', { mode: 'test' })).recorded).toBeNull();
    await confirmed(otto, 47_100n);
    expect((await arrive(47_100n, 'Thanks')).recorded).toBeNull();
    expect((await arrive(47_100n, 'Ottos Oefen')).recorded).toMatchObject({
      transfer: { holder: { name: 'Otto’s Öfen' } },
    });
    await confirmed(nina, 47_200n);
    const topUp = await announce(nina, 47_200n);
    expect(await arrive(47_200n, 'Thanks')).toMatchObject({ recorded: null, proposals: [{ topup_id: topUp.id }] });
  });

  /** Payouts in test mode that the bank sends back. */
  const comeBack = (amount: bigint, times: bigint) =>
    inTransaction(account.db, async (tx) => {
      const { clock } = account.server;
      const book = { holderId: nina, mode: 'test' } as const;
      const from = accountAt({ ...book, currency: 'USD' }, 'commission');
      await bringIn(tx, from, times * amount, clock.now(nina, 'test'), 'card');
      const { id: bankAccountId } = await addBankAccount(shell, tx, clock, nina, bankForm());
      const asked = { ownerHolderId: nina, book, account: ledgerAccount.commission, currency: 'USD', bankAccountId };
      for (let n = 0n; n < times; n += 1n) {
        const { id } = await requestPayout(memberOf(book), tx, clock, { ...asked, amount });
        await approvePayout(shell, tx, clock, id);
        await sendPayout(shell, tx, clock, id);
        await returnPayout(shell, tx, clock, id, { to: 'failed', reason: 'Account closed' });
      }
    });

  it('is said to be no top-up where a payout that came back has its amount', async () => {
    await comeBack(47_300n, 1n);
    const line = await arrive(47_300n, 'Thanks', { mode: 'test' });
    expect(line).toMatchObject({ finding: 'unknown', recorded: null });
    // Reconciliation shows what else it may be.
    const { data } = await ask('GET', `/statement-lines?source=bank&search=${line.line_id}`, { mode: 'test' });
    expect(data[0].candidates.transfers).toMatchObject([{ code: 'payout_returned' }]);
  });

  it('is said to be no top-up where more has its amount than is looked at', async () => {
    await comeBack(4_800n, 20n);
    for (const holderId of [nina, otto]) {
      const topUp = await announce(holderId, 4_800n, { mode: 'test' });
      await inTransaction(account.db, (tx) => confirmTopUp(shell, tx, account.server.clock, topUp.id));
    }
    expect(await arrive(4_800n, 'Thanks', { mode: 'test' })).toMatchObject({ finding: 'unknown', recorded: null });
    await expectBooksToHold(account.db);
  });

  it('that names another top-up is not matched with one that it does not name', async () => {
    const [named, chosen] = [await announce(nina, 501n), await announce(nina, 502n)];
    const line = await arrive(502n, `For ${named.reference}`);
    expect(line).toMatchObject({ finding: 'other_amount', proposals: [] });
    expect((await credit(line, bodyOf(line, chosen))).error.details).toEqual([
      { field: 'top_up_id', message: 'is only for a transfer that names no top-up or payment' },
    ]);
    expect(await posted(chosen)).toBe(0);
  });

  it('is credited to another account as before, and the announced top-up keeps waiting', async () => {
    const topUp = await announce(nina, 600n);
    const line = await arrive(600n, 'Thank you');
    const body = { holder_id: Number(otto), holder_name: 'Otto’s Öfen', finding: 'unknown' };
    expect((await credit(line, body)).data).toMatchObject({ holder: { name: 'Otto’s Öfen' }, reference: null });
    expect((await topUps(nina))[0]).toMatchObject({ id: topUp.id, status: 'pending' });
  });
});

describe('at once', () => {
  const creditBy = (line: Line, topUp: TopUp, actor: Actor = operator()) =>
    inTransaction(account.db, (tx) => step(tx, line, topUp, actor));
  const step = (tx: Parameters<typeof creditTransfer>[1], line: Line, topUp: TopUp, actor: Actor = operator()) =>
    creditTransfer(actor, tx, account.server.clock, 'live', BigInt(line.line_id), {
      ...{ holderId: nina, holderName: 'Nina Noodles', finding: 'unknown', topUpId: topUp.id },
    });

  it('one line is credited once, whatever ended before', async () => {
    const topUp = await announce(nina, 700n);
    const line = await arrive(700n, 'Once');
    // A process that dies before the commit leaves nothing behind.
    const died = inTransaction(account.db, async (tx) => {
      await step(tx, line, topUp);
      throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    expect((await topUps(nina))[0]).toMatchObject({ status: 'pending' });
    const done = await Promise.allSettled([1, 2, 3].map(() => creditBy(line, topUp)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await posted(topUp)).toBe(1);
  });

  it('of two lines for one top-up one confirms it, and the other is told', async () => {
    const topUp = await announce(nina, 800n);
    const [first, second] = [await arrive(800n, 'First'), await arrive(800n, 'Second')];
    expect(first.proposals).toMatchObject([{ topup_id: topUp.id }]);
    const held = await hold(account.db, account.pool, (tx) => step(tx, first, topUp));
    const late = credit(second, bodyOf(second, topUp));
    await held.awaitedBy(late);
    await held.commit();
    expect(await late).toMatchObject({
      status: 409,
      error: {
        code: 'invalid_state',
        message: 'This top-up has already been credited. Nothing was credited now.',
      },
    });
    expect(await posted(topUp)).toBe(1);
    const [open] = (await ask('GET', `/transfers?line_id=${second.line_id}`)).data;
    expect(open).toMatchObject({ amount: 8, proposals: [] });
  });

  it('a top-up that is confirmed by hand meanwhile is not credited again', async () => {
    const topUp = await announce(nina, 900n);
    const line = await arrive(900n, 'By hand');
    const held = await hold(account.db, account.pool, async (tx) => {
      await confirmTopUp(operator(), tx, account.server.clock, topUp.id);
    });
    const late = credit(line, bodyOf(line, topUp));
    await held.awaitedBy(late);
    await held.commit();
    expect((await late).error.code).toBe('invalid_state');
    expect(await posted(topUp)).toBe(1);
  });

  it('with four eyes, who requested the top-up does not match it', async () => {
    const asker = operator();
    const topUp = await announce(nina, 1_000n);
    await account.pool.query('update top_ups set requested_by = $2 where id = $1', [topUp.id, asker.personId]);
    const line = await arrive(1_000n, 'Four eyes');
    const set = (isOn: boolean) =>
      inTransaction(account.db, (tx) => saveFourEyes(tx, { isOn, offRequestedBy: null, offRequestedAt: null }));
    await set(true);
    await expect(creditBy(line, topUp, asker)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await posted(topUp)).toBe(0);
    expect((await creditBy(line, topUp, { ...operator(), personId: 'a colleague' })).id).toBe(topUp.id);
    await set(false);
  });
});

/** Mails that no request causes: what waits for the operator, books that do not balance, statements that are ready. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockBeforeDirectory } from '../../src/base/database/cluster.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { type Head, headText } from '../../src/core/seals/head.ts';
import { makeSeals } from '../../src/core/seals/make-seals.ts';
import { findHead } from '../../src/core/seals/seals.repository.ts';
import { mailInbox, mailUnbalanced } from '../../src/features/operator-mails/mail-operators.ts';
import { countWaitingSince } from '../../src/features/operator-mails/waiting.repository.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { mailStatements } from '../../src/features/settlements/statements/mail-statements.ts';
import { bringIn, drawOut } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
const publicUrl = 'https://pay.example.com';
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ clock });
  await member(serviceHolderId, 'administrator');
  await member(serviceHolderId, 'finance');
  await member(serviceHolderId, 'support');
});
afterEach(() => server.database.owner.query('delete from mails'));
afterAll(async () => {
  await expectBooksToHold(server.db, { byHand: ['holders', 'members'] });
  await server.close();
});

const addressOf = (role: string, holderId = serviceHolderId): string => `${role}-${holderId}@example.com`;

/** A person whose address says the role and the holder. */
async function member(holderId: bigint, role: string): Promise<void> {
  const email = addressOf(role, holderId);
  await server.database.pool.query(`insert into people (id, name, email) values ($1, 'Someone', $1)`, [email]);
  const values = [holderId, email, role];
  await server.database.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, $3)`, values);
}

async function mails(): Promise<{ recipient: string; subject: string; text: string }[]> {
  const { rows } = await server.database.pool.query('select recipient, subject, text from mails order by recipient');
  return rows;
}

describe('the inbox', () => {
  const dayMs = 86_400_000;
  const run = (at: Date) => mailInbox(systemActor('mail_inbox'), { db: server.db, publicUrl }, at);

  it('mails those who decide once something has waited for a day, and says what', async () => {
    const shop = await makeHolder(server.db, 'merchant', 'Waiting Shop');
    const asked = new Date('2031-03-05T09:00:00Z');
    await server.database.pool.query(`update holders set status = 'pending' where id = $1`, [shop]);
    await server.database.pool.query(
      `insert into approval_requests (holder_id, status, requested_by, requested_at)
      values ($1, 'waiting', $3, $2)`,
      [shop, asked, addressOf('administrator')],
    );
    await run(new Date(asked.getTime() + dayMs - 1_000));
    expect(await mails()).toEqual([]);

    await run(new Date(asked.getTime() + dayMs + 1_000));
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual([addressOf('administrator'), addressOf('finance')]);
    expect(sent[0]?.text).toContain('\n\n1 request to go live\n\n');
    expect(sent[0]?.text).not.toMatch(/payout|transfer/);
  });

  it('brings administrators the head of new seals, also when nothing waits', async () => {
    await server.database.pool.query(`update approval_requests set requested_at = '2041-01-01'`);
    await server.database.pool.query(`insert into audit_log (actor_kind, actor_id, action, object_kind, object_id)
      values ('command', 'tester', 'quotas.set', 'company', '1')`);
    await makeSeals({ db: server.db, keys: undefined, eventDays: 90 });
    const head = (await findHead(server.db)) as Head;
    await run(head.sealedAt);
    const sent = await mails();
    expect(sent).toMatchObject([{ recipient: addressOf('administrator'), subject: 'Your records are sealed' }]);
    expect(sent[0]?.text).toContain(`\n\n${headText(head)}\n`);
    await run(new Date(head.sealedAt.getTime() + dayMs + 1_000));
    expect(await mails()).toHaveLength(1);
  });

  it('counts live money that waits for a decision, of each kind', async () => {
    const shop = await makeHolder(server.db, 'merchant', 'Corner Shop');
    // Rolled back, so that the books need not hold what is only counted.
    const tx = await server.db.startTransaction().execute();
    onTestFinished(() => tx.rollback().execute());
    await lockBeforeDirectory(tx, sql`1`);
    await addBankAccount(shell, tx, clock, shop, bankForm());
    clock.advance(3 * 86_400);
    const at = clock.now(shop, 'live');
    const ask = async (mode: Mode) => {
      const book = { holderId: shop, mode };
      await bringIn(tx, accountAt({ ...book, currency: 'EUR' }, 'wallet'), 1_000n, at);
      const actor = memberOf(book, { holderKind: 'merchant' });
      const from = { ownerHolderId: shop, book, account: ledgerAccount.wallet, amount: 1_000n, currency: 'EUR' };
      return requestPayout(actor, tx, clock, { ...from, bankAccountId: undefined });
    };
    await ask('live');
    await ask('test');
    await approvePayout(shell, tx, clock, (await ask('live')).id);
    await sql`
      insert into payments (holder_id, id, mode, base, amount, currency, status, return_url, created_at, updated_at, expires_at)
      values (${shop}, 'pay_late', 'live', 'api', 100, 'EUR', 'expired', 'https://a.example', ${at}, ${at}, ${at})`.execute(
      tx,
    );
    await sql`
      insert into late_captures (holder_id, attempt_id, mode, payment_id, amount, currency, status, failure, due_at, created_at, updated_at)
      values (${shop}, 'a', 'live', 'pay_late', 100, 'EUR', 'refused', 'no', null, ${at}, ${at}),
        (${shop}, 'b', 'live', 'pay_late', 100, 'EUR', 'pending', null, ${at}, ${at}, ${at})`.execute(tx);
    const read = await sql<{ id: bigint }>`
      insert into statement_imports (mode, source, file_name, file_hash, imported_at)
      values ('live', 'bank', 'a.csv', ${Buffer.alloc(32)}, ${at}) returning id`.execute(tx);
    for (const [index, amount] of [5, -5, 5, 5].entries()) {
      await sql`
        insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference,
          matched_amount)
        values (${read.rows[0]?.id}, 'live', 'bank', ${index + 1}, ${Buffer.alloc(32, index)}, ${at}, 'EUR', ${amount}, '',
          ${index === 3 ? amount : 0})`.execute(tx);
    }
    await sql`
      insert into returned_transfers (line_id, reason, returned_at)
      select id, 'unknown', ${at} from statement_lines where line_number = 3`.execute(tx);
    // The shop above was approved in the meantime.
    await sql`update holders set status = 'active'`.execute(tx);
    await sql`update approval_requests set requested_at = ${at}`.execute(tx);
    const nothing = { approvals: 0n, requested: 0n, approved: 0n, captures: 0n, transfers: 0n };
    expect(await countWaitingSince(tx, at)).toEqual(nothing);
    const one = { ...nothing, requested: 1n, approved: 1n, captures: 1n, transfers: 1n };
    expect(await countWaitingSince(tx, new Date(at.getTime() + 1))).toEqual(one);
  });
});

it('books that do not balance are mailed to administrators, whatever they switched off, with the checks that failed', async () => {
  const checks = [{ name: 'Every book balances', count: 2 }];
  await server.database.pool.query(`insert into mail_switches (person_id, kind) values ($1, 'operator')`, [
    addressOf('administrator'),
  ]);
  onTestFinished(() => server.database.pool.query('delete from mail_switches').then(() => {}));
  await mailUnbalanced({ db: server.db, publicUrl }, { kind: 'full', checks });
  const sent = await mails();
  expect(sent).toMatchObject([{ recipient: addressOf('administrator'), subject: 'The books do not balance' }]);
  expect(sent[0]?.text).toContain('Every book balances: 2 violations');
});

describe('statements', () => {
  const run = (at: string) =>
    mailStatements(systemActor('mail_statements'), { db: server.db, publicUrl }, new Date(at));

  it('are announced to the payee and the company of a live settlement, in the month after it', async () => {
    const company = await makeCompany(server.db);
    const link = await makeLink(server.db, company, 'merchant', 'Noodle Bar');
    const { rows } = await server.database.pool.query('select holder_id as payee from links where id = $1', [link]);
    const [{ payee }] = rows;
    await member(await makeCompany(server.db, { name: 'Idle' }), 'owner');
    for (const holder of [company, payee]) {
      await member(holder, 'owner');
      await member(holder, 'developer');
    }
    const book = { holderId: company, mode: 'live' as const, currency: 'EUR' };
    const at = clock.now(company, 'live');
    await inTransaction(server.db, (tx) => bringIn(tx, accountAt(book, 'clearing'), 10_000n, at));
    const partner = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    const order = {
      partner_order_ref: 'o-1',
      payment_source: 'card',
      total_amount: 20,
      currency: 'EUR',
      splits: [{ beneficiary_type: 'merchant', beneficiary_ref: Number(link), amount: 18 }],
    };
    expect((await partner.post('/orders', order)).statusCode).toBe(201);
    expect((await partner.post('/settlements')).json().data.orders_settled).toBe(1);
    // A settlement of test mode is no statement, to anyone.
    const other = await makeCompany(server.db, { name: 'Trying' });
    const tried = Number(await makeLink(server.db, other, 'merchant', 'Tried'));
    const { rows: triers } = await server.database.pool.query('select holder_id from links where id = $1', [tried]);
    for (const holder of [other, triers[0].holder_id]) await member(holder, 'owner');
    const test = createPartnerClient(server.app, await makeKey(server.db, other));
    await test.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    await test.post('/orders', { ...order, splits: [{ ...order.splits[0], beneficiary_ref: tried }] });
    expect((await test.post('/settlements')).json().data.orders_settled).toBe(1);

    const month = (offset: number): string =>
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 2, 6)).toISOString();
    await run(month(0));
    await run(month(2));
    expect(await mails()).toEqual([]);
    await run(month(1));
    const sent = await mails();
    const expected = [addressOf('owner', company), addressOf('owner', payee)];
    expect(sent.map(({ recipient }) => recipient)).toEqual(expected.sort());
    const named = at.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set([`Your statement for ${named} is ready`]));
    expect(sent.find(({ recipient }) => recipient === addressOf('owner', payee))?.text).toContain(
      `${publicUrl}/h/${payee}/live/earnings`,
    );

    // A month in which the payee only drew what it had earned.
    await server.database.owner.query('delete from mails');
    const earnings = accountAt(book, `earnings:${link}`);
    await inTransaction(server.db, (tx) => drawOut(tx, earnings, 1_800n, new Date(month(2))));
    await run(month(3));
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([addressOf('owner', payee)]);
  });
});

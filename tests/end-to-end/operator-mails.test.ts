/** Mails that no request causes: what waits for the operator, books that do not balance, statements that are ready. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/access/actor.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { mailInbox, mailUnbalanced } from '../../src/operator/mail-operators.ts';
import { mailStatements } from '../../src/settlements/statements/mail-statements.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';
import { bringIn } from '../worlds/money.ts';

const clock = createTestClock();
const publicUrl = 'https://pay.example.com';
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ clock });
  await member(0n, 'administrator');
  await member(0n, 'finance');
  await member(0n, 'support');
});
afterEach(() => server.database.owner.query('delete from mails'));
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

/** A person whose address says the role and the holder; 0 is the service's own. */
async function member(holderId: bigint, role: string): Promise<void> {
  const email = `${role}-${holderId}@example.com`;
  await server.database.pool.query(`insert into people (id, name, email) values ($1, 'Someone', $1)`, [email]);
  await server.database.pool.query(
    `insert into members (holder_id, person_id, role)
    select coalesce(nullif($1::bigint, 0), (select id from holders where kind = 'service')), $2, $3`,
    [holderId, email, role],
  );
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
      values ($1, 'waiting', 'administrator-0@example.com', $2)`,
      [shop, asked],
    );
    await run(new Date(asked.getTime() + dayMs - 1_000));
    expect(await mails()).toEqual([]);

    await run(new Date(asked.getTime() + dayMs + 1_000));
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(['administrator-0@example.com', 'finance-0@example.com']);
    expect(sent[0]?.text).toContain('\n\n1 request to go live\n\n');
    expect(sent[0]?.text).not.toMatch(/payout|transfer/);
  });
});

it('books that do not balance are mailed to administrators, with the checks that failed', async () => {
  const checks = [{ name: 'Every book balances', count: 2 }];
  await mailUnbalanced({ db: server.db, publicUrl }, { kind: 'full', checks });
  const sent = await mails();
  expect(sent).toMatchObject([{ recipient: 'administrator-0@example.com', subject: 'The books do not balance' }]);
  expect(sent[0]?.text).toContain('Every book balances: 2 rows');
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

    const month = (offset: number): string =>
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 2, 6)).toISOString();
    await run(month(0));
    await run(month(2));
    expect(await mails()).toEqual([]);
    await run(month(1));
    const sent = await mails();
    const expected = [`owner-${company}@example.com`, `owner-${payee}@example.com`];
    expect(sent.map(({ recipient }) => recipient)).toEqual(expected.sort());
    expect(sent.find(({ recipient }) => recipient === `owner-${payee}@example.com`)?.text).toContain(
      `${publicUrl}/h/${payee}/live/earnings`,
    );
  });
});

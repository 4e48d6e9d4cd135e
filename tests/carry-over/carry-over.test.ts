/** A database that the version before wrote is carried over: it says what it said, holds in full, and goes on. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/pool.ts';
import { positionEvents } from '../../src/events/sequencer.ts';
import { type Account, formatAccount } from '../../src/ledger/accounts.ts';
import { type KeptVerification, runVerification } from '../../src/ledger/run-verification.ts';
import { formatSubject, type SubjectColumns, subjectIn } from '../../src/ledger/subject.ts';
import { checkHead } from '../../src/seals/check-seals.ts';
import { makeSeals } from '../../src/seals/make-seals.ts';
import type { Seal } from '../../src/seals/seal.ts';
import { sources } from '../../src/seals/sealed-columns.ts';
import { makeKey } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { createTestServer } from '../support/test-server.ts';
import { loadOldDatabase, type OldDatabase } from './load.ts';

let old: OldDatabase;

beforeEach(async () => {
  old = await loadOldDatabase();
});
afterEach(() => old.drop());

type Row = Record<string, unknown>;
const rowsOf = async (pool: pg.Pool, query: string): Promise<Row[]> => (await pool.query<Row>(query)).rows;

/** The texts of the version before, as it held them. */
const before = {
  accounts: `select holder_id, id, mode, currency, balance, floor, purpose as name from accounts order by id`,
  transfers: `select holder_id, id, mode, currency, from_account_id, to_account_id, amount, code, line, settlement_id,
    reverses_id, created_at, subject as name from transfers order by id`,
  events: `select holder_id, id, subject as name from events order by id`,
  payouts: `select holder_id, id, purpose as name from payouts order by id`,
  topUps: `select holder_id, id, purpose as name from top_ups order by id`,
};

const accountColumns = `link_id as "linkId", source, shadow_ref as "shadowRef", shadow_name as "shadowName"`;
const subjectColumns = `subject_kind as "subjectKind", subject_id as "subjectId"`;

/** The same rows now, under the names that people are shown. */
async function shownNow(pool: pg.Pool): Promise<Record<keyof typeof before, Row[]>> {
  const subjects = async (query: string) =>
    (await rowsOf(pool, query)).map(({ subjectKind, subjectId, ...row }) => ({
      ...row,
      name: formatSubject(subjectIn({ subjectKind, subjectId } as SubjectColumns)),
    }));
  const accounts = async (query: string) =>
    (await rowsOf(pool, query)).map(({ kind, linkId, source, shadowRef, shadowName, ...row }) => ({
      ...row,
      name: formatAccount({ kind, linkId, source, shadowRef, shadowName } as Account),
    }));
  return {
    accounts: await accounts(
      `select holder_id, id, mode, currency, balance, floor, kind, ${accountColumns} from accounts order by id`,
    ),
    transfers: await subjects(`select holder_id, id, mode, currency, from_account_id, to_account_id, amount, code, line,
      settlement_id, reverses_id, created_at, ${subjectColumns} from transfers order by id`),
    events: await subjects(`select holder_id, id, ${subjectColumns} from events order by id`),
    payouts: await accounts(`select holder_id, id, account_kind as kind, link_id as "linkId" from payouts order by id`),
    topUps: await accounts(`select holder_id, id, account_kind as kind from top_ups order by id`),
  };
}

it('every account, transfer, event, payout and top-up has the name and the money it had', async () => {
  const said: Record<string, Row[]> = {};
  for (const [what, query] of Object.entries(before)) said[what] = await rowsOf(old.owner, query);
  const { owner, db } = await old.migrate();
  const shown = await shownNow(owner);
  for (const what of Object.keys(before) as (keyof typeof before)[]) expect(shown[what]).toEqual(said[what]);
  await expectFullVerification(db);
});

it('the past is sealed from its first row on', async () => {
  const { owner, db } = await old.migrate();
  await positionEvents(db);
  const kept = (await makeSeals({ db, keys: undefined, eventDays: 90 })) as Seal;
  const checked = await checkHead(db, kept, []);
  expect(checked).toMatchObject({ offences: [], count: 0, purged: 0 });
  for (const source of sources) {
    const [there] = await rowsOf(owner, `select count(*) from ${source}`);
    const [sealed] = await rowsOf(
      owner,
      `select coalesce(sum(row_count), 0)::bigint as count from seals
      where source = '${source}'`,
    );
    expect([source, sealed]).toEqual([source, there]);
  }
});

async function expectFullVerification(db: Database): Promise<void> {
  const { kind, checks } = (await runVerification(db, { full: true })) as KeptVerification;
  expect([kind, checks.filter(({ count }) => count > 0)]).toEqual(['full', []]);
}

it('settlement settings that served both modes are those of each', async () => {
  await old.owner.query(`update companies set time_zone = 'Europe/Athens', hold_seconds = 60, settle_only_paid = true,
    settlements_paused = true`);
  await old.owner.query(`insert into settlement_schedules select c.holder_id, s.currency, 'week', '{1}', '06:00'
    from companies c, (values ('*'), ('EUR')) as s (currency)
    on conflict (company_id, currency) do update set every = 'week', days = '{1}', local_time = '06:00'`);
  const companies = await rowsOf(old.owner, `select holder_id from companies order by holder_id`);
  const schedules = await rowsOf(old.owner, `select * from settlement_schedules order by company_id, currency`);
  const { owner } = await old.migrate();
  expect(companies).not.toEqual([]);
  for (const mode of ['test', 'live']) {
    const settings = { time_zone: 'Europe/Athens', hold_seconds: 60, settle_only_paid: true, paused: true };
    expect(await rowsOf(owner, `select * from settlement_settings where mode = '${mode}' order by company_id`)).toEqual(
      companies.map(({ holder_id }) => ({ company_id: holder_id, mode, ...settings })),
    );
    expect(
      await rowsOf(owner, `select * from settlement_schedules where mode = '${mode}' order by company_id, currency`),
    ).toEqual(schedules.map((row) => ({ ...row, mode })));
  }
});

it('the service goes on: records, settles, refunds and pays out, and the books balance', async () => {
  const database = await old.migrate();
  const { id: taverna, company_id: company } = (
    await rowsOf(database.owner, `select * from links where name = 'taverna'`)
  )[0] as Row;
  await goOn(database, company as bigint, Number(taverna));
  expect(await runVerification(database.db, { full: false })).toMatchObject({ ok: true });
  await expectFullVerification(database.db);
});

async function goOn(database: TestDatabase, company: bigint, taverna: number): Promise<void> {
  const server = await createTestServer({ database });
  try {
    const partner = createPartnerClient(server.app, await makeKey(server.db, company));
    const post = async (path: string, body?: unknown) => {
      const answer = await partner.post(path, body);
      expect([path, answer.statusCode, answer.json().error]).toEqual([path, 201, undefined]);
      return answer.json().data;
    };
    // What is new counts on what is there: the same accounts, and the debts that they owe.
    const wallets = (await partner.get('/wallets')).json().data as Row[];
    expect(wallets).toContainEqual(expect.objectContaining({ currency: 'EUR' }));
    await post('/orders', {
      partner_order_ref: 'after',
      payment_source: 'cod',
      total_amount: 100,
      currency: 'EUR',
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: taverna, amount: 80 },
        { beneficiary_type: 'partner', amount: 20 },
      ],
    });
    await post('/wallets/topups', { amount: 1_000, currency: 'EUR' });
    expect(await post('/settlements')).toMatchObject({ status: 'done' });
    const order = (await partner.get('/orders/after')).json().data;
    expect(order.settlement_status).toBe('settled');
    await post('/orders/after/refunds', { refund_ref: 'r', amount: 50 });
    await post('/payouts', { account: 'commission', amount: 5, currency: 'EUR' });
  } finally {
    await server.close();
  }
}

describe('what the migration does not know stops it, and leaves everything as it was', () => {
  it.each([
    ['an account', `update accounts set purpose = 'savings' where purpose = 'wallet'`],
    ['the earnings of no link', `update accounts set purpose = 'earnings:x' where id = (select max(id) from accounts)`],
    ['an outside of no source', `update accounts set purpose = 'outside:cash' where purpose = 'outside:onlinewallet'`],
    ['a subject of a transfer', `update transfers set subject = 'loan:1' where id = (select max(id) from transfers)`],
    ['a subject without a kind', `update transfers set subject = '42' where id = (select max(id) from transfers)`],
    [
      'an order without a number',
      `update transfers set subject = 'order:x' where id = (select max(id) from transfers)`,
    ],
    ['a subject of an event', `update events set subject = 'loan:1' where id = (select max(id) from events)`],
  ])('%s', async (_name, damage) => {
    await old.owner.query(damage);
    const said = await rowsOf(old.owner, before.accounts);
    await expect(old.migrate()).rejects.toMatchObject({ cause: { code: expect.stringMatching(/^235/) } });
    expect(await rowsOf(old.owner, before.accounts)).toEqual(said);
  });
});

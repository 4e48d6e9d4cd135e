/**
 * The operator's part of the console's API, and what companies see of it: going live, suspension, payouts of many
 * holders, the proof of the books and the audit log (docs/contract/people.md, "For the operator").
 */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { toMinorUnits } from '../../src/base/money/amount.ts';
import { type Mode, modes } from '../../src/base/money/mode.ts';
import type { Actor, PersonActor } from '../../src/core/access/actor.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { findLastProven } from '../../src/core/ledger/verifications.repository.ts';
import { approveWriteOff } from '../../src/features/debts/settle-debt.ts';
import { switchFourEyesOff } from '../../src/features/four-eyes/change-four-eyes.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { judgeProof } from '../../src/features/verification/judge-proof.ts';
import { verificationRunJob } from '../../src/features/verification/verification-run.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { type ConsoleWorld, createConsoleWorld, sent } from '../fixtures/console.ts';
import { businessBody } from '../fixtures/console-examples.ts';
import { bringIn, makeHolderOwe } from '../fixtures/money.ts';
import { bankForm, iban, otherIban } from '../fixtures/payouts.ts';
import { keyOf, memberOf, operator, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';

let world: ConsoleWorld;

beforeAll(async () => {
  world = await createConsoleWorld();
  await world.takeRole([world.service], 'administrator');
  await world.passedSecondFactor(0);
});
afterAll(async () => {
  await expectBooksToHold(world.db, { byHand: ['members'] });
  await world.close();
});

type StepResult = { payout: { status: string } | null; error: { code: string } | null };
type Asked = { holder?: bigint; mode?: Mode; body?: object; query?: Record<string, string> };

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, asked: Asked = {}) {
  const { holder = world.service, mode = 'test', body, query } = asked;
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie: world.cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(holder),
      'sluice-mode': mode,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const json = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json() : {};
  return {
    status: answer.statusCode,
    text: answer.body,
    data: json.data,
    code: json.error?.code as string | undefined,
  };
}

const byHolder = (a: { holder: object | null }): number => (a.holder === null ? -1 : 1);

const mailsTo = async (subject: string): Promise<string[]> =>
  (await world.pool.query('select text from mails where subject = $1 order by id', [subject])).rows.map(
    ({ text }) => text,
  );

describe('going live', () => {
  let pending: bigint;
  beforeAll(async () => {
    pending = await makeCompany(world.db, { name: 'Newcomer', status: 'pending' });
    await world.join(pending, 'owner');
  });

  it('is asked for once while the request waits, and the administrators are told', async () => {
    expect((await ask('GET', '/approval-requests', { holder: pending })).data).toEqual({
      status: 'pending',
      request: null,
    });
    const early = await ask('POST', '/approval-requests', { holder: pending });
    expect([early.status, early.code]).toEqual([422, 'validation_failed']);
    for (const field of ['legal_name', 'activity', 'address', 'country', 'website', 'monthly_volume']) {
      expect(early.text).toContain(`"${field}"`);
    }
    const undescribed = await ask('POST', `/operator/holders/${pending}/approve`);
    expect([undescribed.status, undescribed.code]).toEqual([409, 'invalid_state']);
    expect(undescribed.text).toContain(
      'The business details are incomplete: legal_name, activity, address, country, website, monthly_volume missing.',
    );
    await ask('PUT', '/business', { holder: pending, body: { ...businessBody, name: 'Newcomer' } });
    const first = await ask('POST', '/approval-requests', { holder: pending });
    expect(first.data).toMatchObject({ status: 'pending', request: { status: 'waiting', reason: null } });
    expect((await ask('POST', '/approval-requests', { holder: pending })).data).toEqual(first.data);
    expect(await mailsTo('Newcomer requests live mode')).toHaveLength(1);
    const { approvals } = (await ask('GET', '/operator/inbox')).data;
    expect(approvals).toEqual({ count: 1 });
    const { business } = (await ask('GET', `/operator/holders/${pending}`)).data;
    expect(business).toMatchObject({ legal_name: 'Taverna GmbH', country: 'DE', monthly_volume: 'below_10k' });
    expect((await ask('POST', '/approval-requests', { holder: pending, mode: 'live' })).code).toBe(
      'company_not_active',
    );
  });

  it('is refused with a reason that the owners get, and may be asked for again', async () => {
    const body = { reason: 'The imprint is missing.' };
    expect((await ask('POST', `/operator/holders/${pending}/refuse`, { body })).data.approval.status).toBe('refused');
    expect((await mailsTo('Newcomer was not approved for live mode'))[0]).toContain('The imprint is missing.');
    expect((await ask('GET', '/operator/inbox')).data.approvals.count).toBe(0);
    const again = await ask('POST', '/approval-requests', { holder: pending });
    expect(again.data.request).toMatchObject({ status: 'waiting', reason: null, decided_at: null });
  });

  it('is approved once; suspended from then on, it goes back to what it was', async () => {
    const approved = await ask('POST', `/operator/holders/${pending}/approve`);
    expect(approved.data).toMatchObject({ status: 'active', approval: { status: 'approved' } });
    expect(await mailsTo('Newcomer can go live')).toHaveLength(1);
    expect((await ask('POST', `/operator/holders/${pending}/approve`)).code).toBe('invalid_state');
    expect((await ask('GET', '/orders', { holder: pending, mode: 'live' })).status).toBe(200);
    const suspended = await ask('POST', `/operator/holders/${pending}/suspend`, { body: { reason: 'Fraud' } });
    expect(suspended.data.status).toBe('suspended');
    expect((await ask('GET', '/orders', { holder: pending })).status).toBe(200);
    const topUp = { holder: pending, body: { amount: 1, currency: 'EUR' } };
    expect((await ask('POST', '/wallets/topups', topUp)).code).toBe('company_not_active');
    expect((await ask('POST', `/operator/holders/${pending}/resume`)).data.status).toBe('active');
  });

  it('is not reached by suspending and resuming', async () => {
    const never = await makeCompany(world.db, { status: 'pending' });
    await ask('POST', `/operator/holders/${never}/suspend`, { body: { reason: 'Fraud' } });
    expect((await ask('POST', `/operator/holders/${never}/resume`)).data.status).toBe('pending');
  });

  it('concerns neither customers nor the service itself', async () => {
    expect((await ask('POST', `/operator/holders/${world.customer}/approve`)).code).toBe('invalid_state');
    expect((await ask('POST', `/operator/holders/${world.service}/suspend`, { body: { reason: 'x' } })).code).toBe(
      'not_found',
    );
  });

  it('leaves its entries, which tell an owner that it was the operator and no more', async () => {
    const entries = (await ask('GET', '/audit-log', { holder: pending })).data as {
      action: string;
      actor: object;
      changes: object[];
    }[];
    expect(entries.map(({ action }) => action)).toEqual([
      'holders.resume',
      'holders.suspend',
      'holders.approve',
      'approvals.request',
      'holders.refuse',
      'approvals.request',
      'business.change',
    ]);
    const nobody = { id: null, name: null, email: null, role: null, address: null };
    expect(entries[0]?.actor).toEqual({ kind: 'operator', ...nobody });
    expect(entries[1]?.changes).toEqual([
      { field: 'status', before: 'active', after: 'suspended' },
      { field: 'reason', before: null, after: 'Fraud' },
    ]);
    expect(entries[5]?.actor).toMatchObject({ kind: 'person', role: 'owner', email: expect.stringContaining('@') });
    const seen = await ask('GET', '/operator/audit-log', { query: { holder_id: String(pending) } });
    expect(seen.data[0].actor).toMatchObject({ kind: 'person', role: 'administrator' });
  });
});

describe('payouts of many holders', () => {
  it('each have their own result, and the list says what to look at', async () => {
    const { payoutId, holderId } = world.own.test;
    const { rows } = await world.pool.query('select id from bank_accounts where holder_id = $1', [holderId]);
    const changed = await inTransaction(world.db, (tx) =>
      addBankAccount(shell, tx, world.account.server.clock, holderId, {
        ...bankForm({ iban: otherIban }),
        payee: { result: 'no_match', name: null },
      }),
    );
    const asked = { account: 'clearing', amount: 2, currency: 'EUR', bank_account_id: changed.id };
    const second = (await sent(world.own.test.api.post('/payouts', asked))).payout_id as string;
    const live = world.own.live.payoutId;
    const ids = [payoutId, live, second];
    const { results } = (await ask('POST', '/operator/payouts/approve', { body: { payout_ids: ids } })).data;
    expect(results.map(({ payout, error }: StepResult) => [payout?.status, error?.code])).toEqual([
      ['approved', undefined],
      [undefined, 'not_found'],
      ['approved', undefined],
    ]);
    const found = (await ask('GET', '/operator/payouts', { query: { status: 'approved', sort: 'oldest' } })).data;
    expect(found.map((one: { bank_account: { changed: boolean } }) => one.bank_account.changed)).toEqual([false, true]);
    const checks = found.map((one: { bank_account: { payee_check: object } }) => one.bank_account.payee_check);
    expect(checks).toEqual([null, { result: 'no_match', name: null, checked_at: changed.createdAt.toISOString() }]);
    const inLive = (await ask('GET', `/operator/payouts/${live}`, { mode: 'live' })).data;
    expect(new Date(inLive.approvable_from).getTime() - new Date(inLive.bank_account.added_at).getTime()).toBe(
      48 * 3_600_000,
    );
    const tooEarly = await ask('POST', '/operator/payouts/approve', { mode: 'live', body: { payout_ids: [live] } });
    expect(tooEarly.data.results[0].error).toMatchObject({ code: 'invalid_state' });
    expect(rows).toHaveLength(1);
  });

  it('go to the bank in a file with whole numbers, for a fresh second factor alone', async () => {
    const { text } = await ask('GET', '/operator/payout-export.csv');
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text).toContain(iban);
    expect(text).toContain(otherIban);
    const one = await ask('GET', '/operator/payout-export.csv', { query: { payout_ids: world.own.test.payoutId } });
    expect(one.text.split('\r\n')).toHaveLength(3);
    await world.passedSecondFactor(11);
    expect((await ask('GET', '/operator/payout-export.csv')).code).toBe('second_factor_required');
    await world.passedSecondFactor(0);
    const wrong = await ask('GET', '/operator/payout-export.csv', { query: { payout_ids: 'po_1' } });
    expect(wrong.code).toBe('not_found');
  });

  it('are in one payment file, which is the same at each download, until the bank says what became of it', async () => {
    const body = { format: 'pain.001.001.09', currency: 'EUR', execution_day: new Date().toISOString().slice(0, 10) };
    const made = await ask('POST', '/operator/payout-files', { body });
    expect([made.status, made.data]).toMatchObject([201, { payouts: 2, status: 'created', created: null }]);
    const { file_id: id, message_id: message, sha256 } = made.data;
    const [first, second] = [
      await ask('GET', `/operator/payout-files/${id}/file.xml`),
      await ask('GET', `/operator/payout-files/${id}/file.xml`),
    ];
    expect(second.text).toBe(first.text);
    expect(createHash('sha256').update(first.text).digest('hex')).toBe(sha256);
    expect(first.text).toContain(iban);
    expect(made.text).not.toContain(iban);
    expect((await ask('GET', `/operator/payout-files/${id}/file.csv`)).code).toBe('not_found');
    expect((await ask('POST', '/operator/payout-files', { body })).code).toBe('invalid_state');
    const inFile = (await ask('GET', '/operator/payouts', { query: { status: 'approved' } })).data;
    expect(inFile.map((one: { file_id: string | null }) => one.file_id)).toEqual([id, id]);
    expect((await ask('GET', '/operator/payout-files', { mode: 'live' })).data).toEqual([]);
    const page = (await ask('GET', `/operator/payout-files/${id}/payouts`, { query: { limit: '1' } })).data;
    expect(page).toMatchObject([{ outcome: null, currency: 'EUR' }]);
    const text = `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><GrpSts>PDNG</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
    const taken = await ask('POST', '/operator/payout-files/reports', { body: { text } });
    expect(taken.data).toMatchObject({ changed: 2, sent: 0, failed: [], file: { status: 'pending' } });
    const bad = await ask('POST', '/operator/payout-files/reports', { body: { text: text.replace(message, 'pf1') } });
    expect([bad.status, bad.code]).toEqual([422, 'validation_failed']);
    expect((await ask('GET', '/operator/payout-files/pf_1')).code).toBe('not_found');
    const unknown = { ...body, payout_ids: ['po_1'] };
    expect((await ask('POST', '/operator/payout-files', { body: unknown })).code).toBe('not_found');
    const [listed] = (await ask('GET', '/operator/payout-files')).data;
    expect(listed).toMatchObject({ file_id: id, status: 'pending', created: { by: { kind: 'person' } } });
    await world.passedSecondFactor(11);
    expect((await ask('GET', `/operator/payout-files/${id}/file.xml`)).code).toBe('second_factor_required');
    expect((await ask('GET', `/operator/payout-files/${id}`)).data.sha256).toBe(sha256);
    await world.passedSecondFactor(0);
  });

  it('are found by payee and paged', async () => {
    const query = { status: 'approved', search: 'BISTRO', limit: '1' };
    const first = await ask('GET', '/operator/payouts', { query });
    expect(first.data).toHaveLength(1);
    const { next_cursor: cursor } = JSON.parse(first.text);
    const next = await ask('GET', '/operator/payouts', { query: { ...query, cursor } });
    expect(next.data[0].payout_id).not.toBe(first.data[0].payout_id);
    expect((await ask('GET', '/operator/payouts', { query: { search: 'nobody' } })).data).toEqual([]);
  });
});

it.each(modes)(
  'accounts are listed with what they have in %s mode: their own, and what they earned at companies',
  async (mode) => {
    const { api, linkId } = world.own[mode];
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: Number(linkId), amount: 1 }];
    const order = { partner_order_ref: 'held', payment_source: 'card', total_amount: 1, currency: 'EUR', splits };
    for (const answer of [
      await api.post('/wallets/topups', { amount: 1, currency: 'EUR' }),
      await api.post('/orders', order),
      await api.post('/settlements'),
    ]) {
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    }
    const { rows } = await world.pool.query(
      `select case a.kind when 'earnings' then l.holder_id else a.holder_id end as owner, a.kind, a.currency, a.balance
    from accounts a left join links l on l.company_id = a.holder_id and l.id = a.link_id
    where a.mode = $1 and a.kind in ('clearing', 'commission', 'wallet', 'earnings')`,
      [mode],
    );
    const expected: Record<string, bigint> = {};
    const kinds = new Set<string>();
    for (const { owner, kind, currency, balance } of rows as Record<string, string>[]) {
      if (BigInt(balance as string) === 0n) continue;
      const key = `${owner} ${currency}`;
      expected[key] = (expected[key] ?? 0n) + BigInt(balance as string);
      kinds.add(kind as string);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['clearing', 'earnings']));
    const listed: Record<string, bigint> = {};
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { limit: '3', ...(cursor === '' ? {} : { cursor }) };
      const page = JSON.parse((await ask('GET', '/operator/holders', { mode, query })).text);
      for (const { holder_id: id, held } of page.data) {
        for (const { currency, amount } of held) listed[`${id} ${currency}`] = BigInt(Math.round(amount * 100));
      }
      cursor = page.next_cursor;
    }
    const { id: service } = await world.db
      .selectFrom('holders')
      .select('id')
      .where('kind', '=', 'service')
      .executeTakeFirstOrThrow();
    const ofOthers = Object.entries(expected).filter(([key]) => !key.startsWith(`${service} `));
    expect(listed).toEqual(Object.fromEntries(ofOthers));
  },
);

it('a live top-up is found by its holder, and confirmed once', async () => {
  const id = await world.newTopUp('live');
  const pending = await ask('GET', '/operator/top-ups', {
    mode: 'live',
    query: { status: 'pending', search: 'bistro' },
  });
  expect(pending.data.map((one: { topup_id: string }) => one.topup_id)).toContain(id);
  const file = async (query: Record<string, string>, mode: Mode = 'live') =>
    parse((await ask('GET', '/operator/top-ups.csv', { mode, query })).text, { columns: true }) as Record<
      string,
      string
    >[];
  const written = await file({ status: 'pending', search: 'bistro', sort: 'oldest' });
  type Listed = { topup_id: string; holder: { holder_id: number; name: string; kind: string } };
  const found = [...(pending.data as Listed[])].reverse();
  expect(written.map((row) => [row.topup_id, row.holder_id, row.holder, row.holder_kind])).toEqual(
    found.map(({ topup_id, holder }) => [topup_id, String(holder.holder_id), holder.name, holder.kind]),
  );
  expect(await file({ search: id }, 'test')).toEqual([]);
  expect(await file({ take_back: 'requested' })).toEqual([]);
  expect((await ask('POST', `/operator/top-ups/${id}/confirm`, { mode: 'live' })).data.status).toBe('succeeded');
  expect((await ask('POST', `/operator/top-ups/${id}/confirm`, { mode: 'test' })).code).toBe('not_found');
});

it('a verification is asked for once at a time, tells how far it is, and what it found', async () => {
  const asked = await ask('POST', '/operator/verifications', { body: { kind: 'full' } });
  expect(asked).toMatchObject({ status: 202, data: { status: 'queued', checks_done: 0 } });
  const other = await ask('POST', '/operator/verifications', { body: { kind: 'incremental' } });
  expect(other.data).toMatchObject({ run_id: asked.data.run_id, kind: 'full' });
  const verify = verificationRunJob(world.db, () => {});
  await verify({ runId: String(asked.data.run_id) });
  await verify({ runId: String(asked.data.run_id) });
  const { last, run, earlier } = (await ask('GET', '/operator/books')).data;
  expect(run).toMatchObject({ status: 'done', checks_done: last.checks.length, checks_total: last.checks.length });
  expect(last).toMatchObject({ ok: true, kind: 'full' });
  expect(earlier).toHaveLength(1);
  expect(last.checks[0]).toMatchObject({ rows: expect.any(Number), took_ms: expect.any(Number) });
});

it('the proof of the books is made from the last full verification, signed, and without what it found', async () => {
  await runVerification(world.db, { full: true });
  await runVerification(world.db, { full: false });
  const { status, text } = await ask('GET', '/operator/proof');
  expect(status).toBe(200);
  const { proof, problems } = judgeProof(Buffer.from(text), undefined);
  expect(problems).toEqual([]);
  const full = await findLastProven(world.db);
  expect(proof).toMatchObject({ service: 'http://localhost:8080', verification: { number: Number(full?.id) } });
  const { rows } = await world.pool.query('select count(*)::int as count from transfers');
  expect(proof?.totals.reduce((sum, { transfers }) => sum + transfers, 0)).toBe(rows[0].count);
  const inBooks = await world.pool.query(`
    select coalesce(sum(balance), 0)::text as sum from accounts where balance > 0 and mode = 'test' and currency = 'EUR'`);
  const euros = proof?.totals.find(({ mode, currency }) => mode === 'test' && currency === 'EUR');
  expect(toMinorUnits(euros?.credit_balances ?? '', 2)).toBe(BigInt(inBooks.rows[0].sum));
  expect(Math.max(...(proof?.verification.checks ?? []).map((check) => check.rows ?? 0))).toBeGreaterThan(
    rows[0].count,
  );

  await world.pool.query('update ledger_verifications set totals = null');
  expect(await ask('GET', '/operator/proof')).toMatchObject({ status: 409, code: 'invalid_state' });
});

it('an account’s balances, without its debts, are what the list of accounts says it has', async () => {
  const minor = (amount: number) => toMinorUnits(String(amount), 2) as bigint;
  const kinds = new Set<string>();
  for (const { holder_id: id, held } of (await ask('GET', '/operator/holders')).data) {
    const { balances } = (await ask('GET', `/operator/holders/${id}`)).data;
    const sums: Record<string, bigint> = {};
    for (const { account, amount, currency } of balances) {
      kinds.add(account);
      if (account !== 'debt') sums[currency] = (sums[currency] ?? 0n) + minor(amount);
    }
    const listed = (held as { amount: number; currency: string }[]).map(({ amount, currency }) => [
      currency,
      minor(amount),
    ]);
    expect(listed).toEqual(Object.entries(sums).sort());
  }
  expect(kinds).toContain('earnings');
});

it('the audit log is searched, narrowed to days, and written as CSV', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const byAction = await ask('GET', '/operator/audit-log', { query: { action: 'payouts.approve', from: today } });
  expect(byAction.data.map((one: { object: { id: string } }) => one.object.id)).toContain(world.own.test.payoutId);
  const byId = { object_kind: 'payout', object_id: world.own.test.payoutId, search: 'ADA' };
  expect((await ask('GET', '/operator/audit-log', { query: byId })).data).toHaveLength(1);
  expect((await ask('GET', '/operator/audit-log', { query: { to: '2001-01-01' } })).data).toEqual([]);
  for (const from of ['2031-02-30', '2031-02-30T00:00:00Z', '2031-02-01T25:00:00.000Z']) {
    expect((await ask('GET', '/operator/audit-log', { query: { from } })).code).toBe('validation_failed');
  }
  const { at } = byAction.data[0];
  const atOnce = { action: 'payouts.approve', from: at };
  expect((await ask('GET', '/operator/audit-log', { query: atOnce })).data).toEqual([byAction.data[0]]);
  expect((await ask('GET', '/operator/audit-log', { query: { ...atOnce, to: at } })).data).toEqual([]);
  const [approved] = (await ask('GET', '/operator/audit-log', { query: byId })).data;
  expect(approved.object).toMatchObject({ kind: 'payout', name: null, amount: expect.any(Number), currency: 'EUR' });
  const actor = { actor_id: approved.actor.id, action: 'payouts.approve' };
  expect((await ask('GET', '/operator/audit-log', { query: actor })).data).not.toEqual([]);
  expect((await ask('GET', '/operator/audit-log', { query: { actor_id: 'nobody' } })).data).toEqual([]);
  const [suspended] = (await ask('GET', '/operator/audit-log', { query: { action: 'holders.suspend' } })).data;
  expect(suspended.object.name).toBe(suspended.holder.name);
  const { text } = await ask('GET', '/operator/audit-log.csv', { query: { action: 'holders.suspend' } });
  expect(text).toContain('"status: active → suspended; reason: – → Fraud"');
  const own = (await ask('GET', '/audit-log.csv', { holder: world.merchant })).text.trimEnd().split('\r\n').slice(1);
  expect(own).not.toEqual([]);
  expect(own.filter((line: string) => !line.includes(`"${world.merchant}","A merchant"`))).toEqual([]);
});

describe('reconciliation', () => {
  const body = {
    source: 'bank',
    file_name: 'bank.csv',
    columns: { date: 'Tag', amount: 'Betrag', reference: 'Text' },
    currency: 'EUR',
    decimal: 'comma',
    delimiter: ';',
    date_format: 'DD.MM.YYYY',
  };
  const fileOf = (...rows: string[]): string => `Tag;Betrag;Text\n${rows.map((row) => `01.03.2031;${row}\n`).join('')}`;
  const send = (text: string, more: object = {}) =>
    ask('POST', '/operator/statements', { body: { ...body, text, ...more } });
  const lines = async (query: Record<string, string> = {}) =>
    (await ask('GET', '/operator/statement-lines', { query: { source: 'bank', ...query } })).data;
  const keyOf = (transfer: { holder: { holder_id: number }; transfer_id: number }) => ({
    holder_id: transfer.holder.holder_id,
    transfer_id: transfer.transfer_id,
  });
  let topUps: string[];
  beforeAll(async () => {
    topUps = [await world.newTopUp('test'), await world.newTopUp('test')];
  });

  it('a file that cannot be read says in which line and column, and keeps nothing', async () => {
    const refused = await send(
      fileOf('1,00;fine', '1.0.0;no amount', '2,00;fine').replace('01.03.2031;2', '31.02.2031;2'),
    );
    expect([refused.status, refused.code]).toEqual([422, 'validation_failed']);
    expect(JSON.parse(refused.text).error.details).toEqual([
      { field: 'text', message: expect.stringMatching(/^Line 3: Column "Betrag": "1\.0\.0" is not an amount/) },
      { field: 'text', message: expect.stringMatching(/^Line 4: Column "Tag": "31\.02\.2031" is no date/) },
      { field: 'text', message: 'Correct these lines, or download the file again.' },
    ]);
    const wrong = await send(fileOf('1,00;fine'), { date_format: 'DD.MM' });
    expect(JSON.parse(wrong.text).error.details).toEqual([
      { field: 'date_format', message: '"DD.MM" is not a date format such as DD.MM.YYYY.' },
    ]);
    const other = await send(fileOf('1,00;x'), { columns: { ...body.columns, amount: 'Amount' } });
    expect(other.text).toContain('There is no column');
    expect((await ask('GET', '/operator/statements', { query: { source: 'bank' } })).data).toEqual([]);
  });

  it('is tried first; then kept, and the same file a second time changes nothing', async () => {
    const text = fileOf(`1,00;SEPA ${topUps[0]}`, '1,00;no name', '-7,77;bank fee', '0,00;info');
    const wanted = { lines: 3, open: 2, repeated: 0, empty: 1, matched: 1, ambiguous: 0 };
    const tried = await send(text, { dry_run: true });
    expect(tried.data).toMatchObject({ ...wanted, statement_id: null, dry_run: true });
    expect(tried.data.first.map((line: { matches: object[] }) => line.matches.length > 0)).toEqual([
      false,
      false,
      true,
    ]);
    expect(await lines()).toEqual([]);
    expect((await send(text)).data).toMatchObject({ ...wanted, dry_run: false });
    const again = await send(text);
    expect([again.status, again.code]).toEqual([409, 'invalid_state']);
    expect((await send(text, { file_name: 'other.csv', encoding: 'latin1' })).code).toBe('invalid_state');
    const [statement] = (await ask('GET', '/operator/statements', { query: { source: 'bank' } })).data;
    expect(statement).toMatchObject({ file_name: 'bank.csv', lines: 3, open: 2 });
    expect(await lines({ statement_id: String(statement.statement_id), status: 'open' })).toHaveLength(2);
    expect(await lines({ search: 'BANK FEE' })).toHaveLength(1);
  });

  it('an open line stands beside what could match it; a person decides, takes it back, and leaves a note', async () => {
    const [line] = await lines({ search: 'no name' });
    expect(line).toMatchObject({ status: 'open', candidates: { by: 'amount' }, matches: [], returns: null });
    const transfer = line.candidates.transfers.find(
      ({ subject }: { subject: { id: string } }) => subject.id === topUps[1],
    );
    expect(transfer).toMatchObject({ code: 'top_up', holder: { kind: 'company' } });
    const at = `/operator/statement-lines/${line.line_id}`;
    const suggested = (await ask('GET', `${at}/suggestions`)).data;
    expect(
      suggested.map(({ kind, transfers }: { kind: string; transfers: object[] }) => [kind, transfers.length]),
    ).toEqual(suggested.map(() => ['amount', 1]));
    expect(suggested[0]).toMatchObject({ reason: 'Same amount, no reference', difference: 0, difference_as: null });
    expect((await ask('GET', `${at}/suggestions`, { mode: 'live' })).code).toBe('not_found');
    const found = async (query: Record<string, string>) =>
      ask('GET', '/operator/open-transfers', { query: { source: 'bank', ...query } });
    expect((await found({ search: topUps[1] as string })).data).toMatchObject([
      { transfer_id: transfer.transfer_id, amount: 1, open_amount: 1, currency: 'EUR' },
    ]);
    const exact = { amount: '1', currency: 'EUR', direction: 'in' };
    expect((await found({ ...exact, search: topUps[1] as string })).data).toHaveLength(1);
    expect((await found({ ...exact, direction: 'out', search: topUps[1] as string })).data).toEqual([]);
    for (const wrong of [{ amount: '1' }, { ...exact, amount: '1.001' }, { from: '2031-02-30' }, { currency: 'XYZ' }]) {
      expect((await found(wrong)).code).toBe('validation_failed');
    }
    const matched = await ask('POST', `${at}/match`, { body: { transfers: [keyOf(transfer)] } });
    expect(matched.data).toMatchObject({
      status: 'matched',
      open_amount: 0,
      matches: [{ subject: transfer.subject, amount: line.amount, matched_by_hand: true }],
    });
    expect(await lines({ status: 'matched' })).toHaveLength(2);
    expect((await ask('POST', `${at}/unmatch`, { body: { transfers: [{ holder_id: 1, transfer_id: 1 }] } })).code).toBe(
      'invalid_state',
    );
    const back = await ask('POST', `${at}/unmatch`, { body: { transfers: [keyOf(transfer)] } });
    expect(back.data).toMatchObject({ status: 'open', matches: [], open_amount: line.amount, rules_off: false });
    expect((await ask('PUT', `${at}/note`, { body: { note: 'Asked the bank' } })).data.note).toBe('Asked the bank');
    expect(await lines({ search: 'asked the' })).toHaveLength(1);
    expect((await ask('PUT', `${at}/note`, { body: {} })).data.note).toBeNull();
    const other = { mode: 'live' as const, body: { transfers: [keyOf(transfer)] } };
    expect((await ask('POST', `${at}/match`, other)).code).toBe('not_found');
    const again = await ask('POST', '/operator/statement-lines/rematch', { body: { source: 'bank' } });
    expect(again.data).toEqual({ matched: 0, ambiguous: 0, booked: 0, received: 0, paid: 0, returned: 0 });
    const log = await ask('GET', '/operator/audit-log', { query: { object_kind: 'statement_line' } });
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      'reconciliation.note',
      'reconciliation.note',
      'reconciliation.unmatch',
      'reconciliation.match',
    ]);
  });

  it('an acquirer’s payout is expected at the bank, differs, or is received', async () => {
    const record = (reference: string, amount: number) =>
      ask('POST', '/operator/acquirer-payouts', {
        body: { source: 'card', currency: 'EUR', amount, fee: 0.3, reference },
      });
    expect((await record('STL 1', 10)).data).toEqual({ posted: true });
    expect((await record('STL 1', 10)).data).toEqual({ posted: false });
    expect((await record('STL 1', 11)).code).toBe('idempotency_conflict');
    expect((await record('STL 2', 10.005)).text).toContain('has more decimals than EUR allows');
    await record('STL 2', 20);
    await record('STL 3', 30);
    await send(fileOf('9,70;CARDCO STL 1', '19,00;CARDCO STL 2'));
    const found = (await ask('GET', '/operator/acquirer-payouts')).data as object[];
    expect(found).toMatchObject([
      { reference: 'STL 3', status: 'expected', expected: 29.7, received: null },
      { reference: 'STL 2', status: 'differs', expected: 19.7, received: { amount: 19 } },
      { reference: 'STL 1', status: 'received', expected: 9.7, received: { amount: 9.7 }, fee: 0.3 },
    ]);
    const page = await ask('GET', '/operator/acquirer-payouts', { query: { limit: '1' } });
    const { next_cursor: cursor } = JSON.parse(page.text);
    expect((await ask('GET', '/operator/acquirer-payouts', { query: { limit: '2', cursor } })).data).toHaveLength(2);
  });

  it('both sides are compared, and what is unmatched is a file', async () => {
    const { data } = await ask('GET', '/operator/reconciliation', { query: { source: 'bank' } });
    const euros = data.totals.find(({ currency }: { currency: string }) => currency === 'EUR');
    const done = async (action: string) => (await ask('GET', '/operator/audit-log', { query: { action } })).data;
    expect(await done('reconciliation.import')).toHaveLength(2);
    expect(await done('reconciliation.record_acquirer_payout')).toHaveLength(3);
    expect(euros.difference).toBeCloseTo(euros.books - euros.statements, 2);
    expect(euros.open_lines).toBe((await lines({ status: 'open' })).length);
    expect(data.transfers.length).toBeGreaterThan(0);
    const csv = await ask('GET', '/operator/reconciliation.csv', { query: { source: 'bank', from: '2031-03-01' } });
    expect(csv.text).toContain('"bank fee"');
    const wrong = await ask('GET', '/operator/reconciliation.csv', { query: { source: 'bank', from: '2031-02-31' } });
    expect([wrong.status, wrong.code]).toEqual([422, 'validation_failed']);
  });
});

describe('disputes', () => {
  let shop: bigint;
  let ids: string[];
  const list = async (query: Record<string, string> = {}) =>
    (await ask('GET', '/operator/disputes', { query })).data as { dispute_id: string; status: string }[];
  const say = (id: string | undefined, status: string, dueInDays: number | null) =>
    world.pool.query(
      `update disputes set status = $2, evidence_due_at = now() + make_interval(days => $3), reason = 'fraudulent' where id = $1`,
      [id, status, dueInDays],
    );
  beforeAll(async () => {
    shop = await world.join(await makeHolder(world.db, 'merchant'), 'owner');
    const wallet = accountAt({ holderId: shop, mode: 'test', currency: 'EUR' }, 'wallet');
    for (const amount of [1_000n, 2_000n, 3_000n]) {
      await inTransaction(world.db, (tx) => makeHolderOwe(tx, wallet, amount, new Date()));
    }
    const { rows } = await world.pool.query('select id from disputes where holder_id = $1 order by position', [shop]);
    ids = rows.map(({ id }) => id);
    await say(ids[0], 'under_review', null);
    await say(ids[1], 'needs_response', 9);
    await say(ids[2], 'needs_response', 3);
  });

  it('stand by deadline, and the inbox counts those that are near', async () => {
    expect((await list()).map(({ dispute_id }) => dispute_id)).toEqual([ids[2], ids[1], ids[0]]);
    const first = await ask('GET', '/operator/disputes', { query: { limit: '2' } });
    const { next_cursor: cursor } = JSON.parse(first.text);
    expect((await list({ limit: '2', cursor })).map(({ dispute_id }) => dispute_id)).toEqual([ids[0]]);
    expect((await ask('GET', '/operator/inbox')).data.disputes).toMatchObject({ open: 3, due: 1 });
    expect((await ask('GET', '/operator/inbox', { mode: 'live' })).data.disputes).toEqual({
      open: 0,
      due: 0,
      to_hand_over: 0,
      next_due_at: null,
    });
    expect(await list({ search: ids[1] as string })).toHaveLength(1);
  });

  it('are a file as the list is narrowed', async () => {
    const file = async (query: Record<string, string>, mode: Mode = 'test') =>
      parse((await ask('GET', '/operator/disputes.csv', { mode, query })).text, { columns: true }) as {
        dispute_id: string;
      }[];
    const idsOf = (rows: { dispute_id: string }[]) => rows.map(({ dispute_id }) => dispute_id);
    const written = await file({});
    expect(idsOf(written)).toEqual([ids[2], ids[1], ids[0]]);
    expect(written[0]).toMatchObject({ amount: '30.00', currency: 'EUR', money: 'withdrawn', holder_kind: 'merchant' });
    expect(idsOf(await file({ search: ids[1] as string }))).toEqual([ids[1]]);
    expect(await file({ status: 'closed' })).toEqual([]);
    expect(await file({}, 'live')).toEqual([]);
  });

  it('one tells what was taken from whom, and is of its mode alone', async () => {
    const { data } = await ask('GET', `/operator/disputes/${ids[2]}`);
    expect(data).toMatchObject({ money: 'withdrawn', reason: 'fraudulent', amount: 30, payee: { kind: 'merchant' } });
    expect(data.payment).toMatchObject({ amount: 30, fee: 0, provider: 'simulator' });
    const moved = data.transfers as { code: string; from: string; to: string; holder: { kind: string } }[];
    expect(moved.map(({ code, from, to, holder }) => `${holder.kind}: ${code} ${from} → ${to}`)).toEqual([
      'merchant: chargeback_advance transit → outside:card',
      'merchant: chargeback_debt debts → debt',
      'service: chargeback_advance advances → transit',
    ]);
    expect((await ask('GET', `/operator/disputes/${ids[2]}`, { mode: 'live' })).code).toBe('not_found');
  });

  it('the provider is asked again on demand', async () => {
    expect((await ask('POST', `/operator/disputes/${ids[0]}/check`)).status).toBe(200);
    const { rows } = await world.pool.query('select key from graphile_worker.jobs where key = $1', [
      `charge_back:simulator:${ids[0]}`,
    ]);
    expect(rows).toHaveLength(1);
    expect((await ask('POST', '/operator/disputes/dp_unknown/check')).code).toBe('not_found');
  });

  it('one that is decided leaves the open ones and the shop’s home', async () => {
    const disputed = async () => (await ask('GET', '/home/shop', { holder: shop })).data.pending.disputed_payments;
    expect(await disputed()).toBe(3);
    await say(ids[2], 'lost', 3);
    expect(await disputed()).toBe(2);
    expect((await list({ status: 'closed' })).map(({ status }) => status)).toEqual(['lost']);
    expect((await ask('GET', '/operator/inbox')).data.disputes).toMatchObject({ open: 2, due: 0 });
  });
});

describe('fees and limits', () => {
  it('a payout rule is set with a reason, and says since when and by whom it is in force', async () => {
    expect((await ask('GET', '/operator/payout-rules')).data).toEqual([]);
    const body = { minimum: 10, fee: 0.5, daily_limit: 500, reason: 'Agreed with the bank' };
    const [rule] = (await ask('PUT', '/operator/payout-rules/NOK', { body })).data;
    const by = { kind: 'person', name: expect.any(String) };
    expect(rule).toMatchObject({ currency: 'NOK', minimum: 10, fee: 0.5, daily_limit: 500 });
    expect(rule.changed).toMatchObject({ by, reason: 'Agreed with the bank' });
    const free = await ask('PUT', '/operator/payout-rules/NOK', { body: { minimum: 1, fee: 0, reason: 'Free again' } });
    expect(free.data[0]).toMatchObject({ minimum: 1, fee: 0, daily_limit: null });
    const { reason: _, ...without } = body;
    for (const wrong of [without, { ...body, fee: 10 }, { ...body, minimum: 10.005 }, { ...body, daily_limit: 0 }]) {
      expect((await ask('PUT', '/operator/payout-rules/NOK', { body: wrong })).code).toBe('validation_failed');
    }
    expect((await ask('PUT', '/operator/payout-rules/nok', { body })).code).toBe('validation_failed');
    expect((await ask('GET', '/operator/payout-rules')).data).toEqual(free.data);
  });

  it('a payment fee is set for all accounts and for one, which sees it, also before it is in force', async () => {
    const at = '/operator/payment-fees';
    const shop = await world.join(await makeHolder(world.db, 'merchant', 'Corner Shop'), 'owner');
    const set = (fee: object) => ask('POST', at, { body: { reason: 'Agreed', ...fee } });
    const none = { in_force: [], to_come: [], accounts: { count: 0, first: [] } };
    expect((await ask('GET', at)).data).toEqual(none);
    const [every] = (await set({ fee: { basis_points: 290 } })).data.in_force;
    expect(every).toMatchObject({ own: false, method: null, currency: null, fee: { basis_points: 290, fixed: 0 } });
    const own = { holder_id: Number(shop), method: 'card', currency: 'EUR' };
    const fee = { basis_points: 140, fixed: 0.25 };
    const later = { ...own, end: true, effective_from: '2099-01-01T00:00:00.000Z' };
    await set({ ...own, fee });
    const both = (await set(later)).data;
    expect(both.in_force).toMatchObject([{ own: true, method: 'card', currency: 'EUR', fee }, every]);
    expect(both.to_come).toMatchObject([{ own: true, fee: null, effective_from: later.effective_from }]);
    expect((await ask('GET', `${at}?holder_id=${shop}`)).data).toEqual(both);
    const { accounts, ...seen } = both;
    expect((await ask('GET', '/payment-fees', { holder: shop })).data).toEqual(seen);
    // What ends later is still in force.
    expect(accounts).toEqual({ count: 1, first: [{ holder_id: Number(shop), name: 'Corner Shop' }] });
    expect((await ask('GET', at)).data).toMatchObject({ in_force: [every], accounts });
    const wrong = [
      { fee: { basis_points: 10_001 } },
      { fee: { basis_points: 1, fixed: 0.3 } },
      { ...own, fee: { basis_points: 1, fixed: 0.305 } },
      { ...own, currency: 'eur', fee },
      { ...own, fee, effective_from: '2020-01-01T00:00:00.000Z' },
      { ...own, fee, effective_from: 'tomorrow' },
      { ...own, fee, reason: '' },
      { ...own, fee, end: true },
      own,
    ];
    for (const one of wrong) expect((await set(one)).code).toBe('validation_failed');
    expect((await set({ ...own, fee, holder_id: 999_999 })).code).toBe('not_found');
    expect((await ask('GET', at)).data.in_force).toEqual([every]);
    const { rows } = await world.pool.query(
      `select holder_id, object_id, before, after from audit_log where action = 'payment_fees.set' order by id desc limit 2`,
    );
    expect(rows[0]).toMatchObject({ object_id: 'card EUR', before: { basisPoints: 140, fixed: '25' } });
    expect(rows[0].after).toMatchObject({ basisPoints: null, reason: 'Agreed' });
    await set({ ...own, currency: 'USD', fee });
    expect((await ask('GET', at)).data.accounts).toEqual(accounts);
    for (const currency of ['EUR', 'USD']) await set({ ...own, currency, end: true });
    await set({ end: true });
    expect((await ask('GET', at)).data.accounts).toEqual(none.accounts);
  });

  it('bank transfer is offered to all accounts, not to one, and then to that one as to all', async () => {
    const at = '/operator/transfer-offers';
    const shop = Number(await makeHolder(world.db, 'merchant', 'Corner Shop'));
    const put = async (body: object) => (await ask('PUT', at, { body })).data;
    const every = { holder: null, offered: true, days_to_pay: 9 };
    expect(await put({ offered: true, days_to_pay: 9 })).toEqual([every]);
    const own = { holder: { holder_id: shop, name: 'Corner Shop' }, offered: false, days_to_pay: 7 };
    expect((await put({ holder_id: shop, offered: false })).toSorted(byHolder)).toEqual([every, own]);
    expect(await put({ holder_id: shop, end: true })).toEqual([every]);
    expect(await put({ end: true })).toEqual([]);
    for (const body of [{}, { offered: true, end: true }, { offered: true, days_to_pay: 61 }])
      expect((await ask('PUT', at, { body })).code).toBe('validation_failed');
  });

  it('an order limit needs a reason and shows it', async () => {
    const at = `/operator/holders/${world.own.holderId}`;
    expect((await ask('PUT', `${at}/quota`, { body: { orders_per_minute: 90 } })).code).toBe('validation_failed');
    const set = await ask('PUT', `${at}/quota`, { body: { orders_per_minute: 90, reason: 'A larger city' } });
    expect(set.data).toMatchObject({ orders_per_minute: 90, quota_changed: { reason: 'A larger city' } });
    const bulk = await ask('PUT', `${at}/quota`, {
      body: { bulk_requests_per_minute: 12, reason: 'A nightly import' },
    });
    expect(bulk.data).toMatchObject({ orders_per_minute: 90, bulk_requests_per_minute: 12 });
    expect((await ask('PUT', `${at}/quota`, { body: { reason: 'Neither' } })).code).toBe('validation_failed');
  });
});

describe('four eyes', () => {
  const step = (name: string) => ask('POST', `/operator/four-eyes/${name}`);
  /** Another administrator, who is a person too. */
  let second: PersonActor;
  let company: bigint;
  let own: string;
  let toOwnAccount: string;
  let ownTopUp: string;
  const approve = (id: string) => ask('POST', '/operator/payouts/approve', { body: { payout_ids: [id] } });
  const errorOf = async (answer: ReturnType<typeof ask>) => ((await answer).data.results as StepResult[])[0]?.error;

  beforeAll(async () => {
    company = await world.join(await makeCompany(world.db), 'owner');
    const person = memberOf({ holderId: company, mode: 'test' }, { personId: world.personId });
    const book = { holderId: company, mode: 'test' } as const;
    const added = await inTransaction(world.db, (tx) =>
      addBankAccount({ ...person, mode: 'live' }, tx, world.clock, company, bankForm()),
    );
    const to = accountAt({ ...book, currency: 'EUR' }, 'commission');
    await inTransaction(world.db, (tx) => bringIn(tx, to, 100_000n, new Date(), 'bank'));
    const request = async (actor: Actor) => {
      const terms = { account: ledgerAccount.commission, amount: 1_000n, currency: 'EUR', bankAccountId: added.id };
      return (
        await inTransaction(world.db, (tx) =>
          requestPayout(actor, tx, world.clock, { ownerHolderId: company, book, ...terms }),
        )
      ).id;
    };
    own = await request(person);
    toOwnAccount = await request(keyOf(book));
    const terms = { amount: 500n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const live = { ...person, mode: 'live' } as const;
    ownTopUp = (
      await inTransaction(world.db, (tx) =>
        requestTopUp(live, tx, world.clock, { holderId: company, mode: 'live' }, terms),
      )
    ).id;
  });

  it('takes a second administrator to exist', async () => {
    expect((await ask('GET', '/operator/four-eyes')).data).toMatchObject({ is_on: false, changed: null });
    expect((await step('switch-on')).text).toContain('Add a second administrator first');
    const personId = await world.newMember(world.service);
    await world.pool.query(`update members set role = 'administrator' where person_id = $1`, [personId]);
    second = { ...operator('administrator', 'test'), personId };
    expect((await step('switch-on')).data).toMatchObject({ is_on: true, changed: { by: { kind: 'person' } } });
    expect((await step('switch-on')).code).toBe('invalid_state');
  });

  it('nobody approves a payout that they requested, or whose bank account they added, in whatever role', async () => {
    for (const id of [own, toOwnAccount]) {
      expect(await errorOf(approve(id))).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('Someone else has to approve it'),
      });
      const byShell = inTransaction(world.db, (tx) => approvePayout(shell, tx, world.clock, id));
      await expect(byShell).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/^Four-eyes approval is on/),
      });
    }
    const done = await inTransaction(world.db, (tx) => approvePayout(second, tx, world.clock, own));
    expect(done.status).toBe('approved');
  });

  it('nobody confirms their own top-up, nor does the shell', async () => {
    const confirm = (actor: Actor) => inTransaction(world.db, (tx) => confirmTopUp(actor, tx, world.clock, ownTopUp));
    const refused = await ask('POST', `/operator/top-ups/${ownTopUp}/confirm`, { mode: 'live' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Someone else has to confirm it')]);
    await expect(confirm(shell)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await confirm({ ...second, mode: 'live' })).status).toBe('succeeded');
  });

  it('a write-off waits until someone else decides, the oldest first', async () => {
    const counted = async () => (await ask('GET', '/operator/inbox')).data.write_offs.count;
    const waiting = async () => (await ask('GET', '/operator/exceptions', { query: { kind: 'write_off' } })).data;
    const limits = await ask('PUT', '/operator/write-off-limits/EUR', { body: { amount: 0, reason: 'Agreed' } });
    expect(limits.data).toMatchObject([{ currency: 'EUR', amount: 0, set_by: expect.any(String) }]);
    expect([await counted(), await waiting()]).toEqual([0, []]);
    const ids: string[] = [];
    for (const name of ['Taverna', 'Bistro']) {
      const debtor = await makeHolder(world.db, 'merchant', name);
      const wallet = accountAt({ holderId: debtor, mode: 'test', currency: 'EUR' }, 'wallet');
      await inTransaction(world.db, (tx) => makeHolderOwe(tx, wallet, 3_000n, new Date()));
      const body = { amount: 12.5, currency: 'EUR', reason: 'It is closed' };
      const { data } = await ask('POST', `/operator/holders/${debtor}/debts/write-offs`, { body });
      expect(data).toMatchObject({ status: 'requested', is_yours: true });
      ids.push(data.debt_settlement_id);
    }
    const [first, last] = ids as [string, string];
    expect(await counted()).toBe(2);
    expect(await waiting()).toMatchObject([
      { object_id: first, amount: 12.5, currency: 'EUR', since: expect.any(String), holder: { name: 'Taverna' } },
      { object_id: last, holder: { name: 'Bistro' } },
    ]);
    expect((await ask('GET', '/operator/inbox', { mode: 'live' })).data.write_offs.count).toBe(0);
    expect((await ask('POST', `/operator/debt-settlements/${first}/approve`)).code).toBe('forbidden');
    const approved = await inTransaction(world.db, (tx) => approveWriteOff(second, tx, world.clock, first, 'service'));
    expect(approved.status).toBe('posted');
    expect(await waiting()).toMatchObject([{ object_id: last }]);
    expect((await ask('POST', `/operator/debt-settlements/${last}/decline`)).data.status).toBe('declined');
    expect([await counted(), await waiting()]).toEqual([0, []]);
  });

  it('one administrator asks to switch it off, and another one decides', async () => {
    expect((await step('switch-off')).code).toBe('invalid_state');
    expect((await step('request-off')).data).toMatchObject({ is_on: true, off_requested_by: { is_you: true } });
    expect(await mailsTo('An administrator wants to turn off four-eyes approval')).toHaveLength(1);
    expect((await step('request-off')).code).toBe('invalid_state');
    expect((await step('switch-off')).code).toBe('forbidden');
    expect((await step('keep-on')).data).toMatchObject({ is_on: true, off_requested_at: null });
    await step('request-off');
    await inTransaction(world.db, (tx) => switchFourEyesOff(second, tx));
    expect((await ask('GET', '/operator/four-eyes')).data).toMatchObject({ is_on: false, off_requested_at: null });
    expect(await errorOf(approve(toOwnAccount))).toBeNull();
    const { data } = await ask('GET', '/operator/audit-log', { query: { action: 'four_eyes.change' } });
    expect(data).toHaveLength(5);
  });
});

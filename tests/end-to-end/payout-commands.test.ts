/** `sluice payouts`, `bank-account` and `fees`: the operator's way from a request to the bank, as processes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { ServerAddress } from '../../src/base/embedded-postgres/index.ts';
import { makeHolderOwe } from '../fixtures/money.ts';
import { bookOf, createPayoutWorld, iban, type PayoutWorld } from '../fixtures/payouts.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createPlace, type Result } from '../support/command.ts';
import { accountAt } from '../support/ledger-names.ts';
import { commandsOf } from '../support/run-commands.ts';

const place = createPlace();
const runCommand = commandsOf(place);
let world: PayoutWorld;
let shop: bigint;
let env: Record<string, string>;

const urlOf = ({ host, port, user, password, database }: ServerAddress): string =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

beforeAll(async () => {
  world = await createPayoutWorld();
  const { settings, ownerSettings } = world.database;
  env = { DATABASE_URL: urlOf(settings), DATABASE_MIGRATION_URL: urlOf(ownerSettings) };
  shop = await world.makeMerchant();
  await world.fund(bookOf(shop), 'wallet', 10_000n);
});
afterAll(async () => {
  await world.close();
  await place.remove();
});

const run = (...args: string[]): Promise<Result> => runCommand(args, env);
const statuses = async (): Promise<string[]> => {
  const { out } = await run('payouts', 'list', '--json');
  return (JSON.parse(out) as { status: string }[]).map((payout) => payout.status);
};

it('what payments cost: for all accounts, and for one from a later time on', { timeout: 180_000 }, async () => {
  expect((await run('fees', 'rule')).out).toBe('Payments cost nothing.\n');
  expect((await run('fees', 'rule', '--basis-points', '290')).out).toBe('all accounts: 2.90 %\n');
  const card = ['--holder', String(shop), '--method', 'card', '--currency', 'EUR'];
  const own = await run('fees', 'rule', ...card, '--basis-points', '140', '--fixed', '0.25');
  expect(own.out).toBe('this account, card, EUR: 1.40 % + 0.25 EUR\nall accounts: 2.90 %\n');
  const later = await run('fees', 'rule', ...card, '--end', '--from', '2099-01-01T00:00:00Z');
  expect(later.out).toContain('From 2099-01-01T00:00:00.000Z: this account, card, EUR: ends\n');
  const past = await run('fees', 'rule', ...card, '--end', '--from', '2020-01-01T00:00:00Z');
  expect([past.code, past.err]).toEqual([1, expect.stringMatching(/^effective_from must be in the future/)]);
});

it('from the rule and the bank account to the bank, and back', { timeout: 180_000 }, async () => {
  const rule = await run(
    'payouts',
    'rule',
    '--currency',
    'EUR',
    '--minimum',
    '5',
    '--fee',
    '0.5',
    '--daily-limit',
    '80',
  );
  expect(rule).toMatchObject({
    code: 0,
    out: 'Payouts of at least 5.00 EUR, at most 80.00 EUR in 24 hours, for a fee of 0.50 EUR.\n',
  });
  const fee = await run('payouts', 'rule', '--currency', 'EUR', '--fee', '5');
  expect([fee.code, fee.err]).toEqual([1, expect.stringMatching(/^minimum must be more than the fee/)]);

  const bad = await run(
    'bank-account',
    'add',
    '--holder',
    String(shop),
    '--name',
    'A',
    '--iban',
    'DE00370400440532013000',
  );
  expect([bad.code, bad.err]).toEqual([1, expect.stringMatching(/^iban is not a valid IBAN/)]);
  const added = await run('bank-account', 'add', '--holder', String(shop), '--name', '=A()', '--iban', iban);
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^Bank account ba_\w+ \(•••• 3000\) is on file/) });

  const payouts = [];
  for (const amount of [1_000n, 2_000n, 3_000n]) payouts.push(await world.ask(bookOf(shop), { amount }));
  const [first, second, third] = payouts.map((payout) => payout.id) as [string, string, string];
  expect((await run('payouts', 'list')).out).toMatch(
    new RegExp(`${first} .* test +requested +10\\.00 EUR +0\\.50 EUR +0 `),
  );

  await world.database.pool.query('insert into test_clocks (holder_id, offset_ms) values ($1, 86400000)', [shop]);
  const batch = await run('payouts', 'approve', first, 'po_none', second);
  expect([batch.code, batch.out]).toEqual([1, '']);
  expect(batch.err).toBe(
    `${first}: approved, 10.00 EUR.\npo_none: not approved. No payout has this id.\n${second}: approved, 20.00 EUR.\n`,
  );
  const moved = await world.database.pool.query(
    `select approved_at > now() + interval '23 hours' as ahead from payouts where id = $1`,
    [first],
  );
  expect(moved.rows, 'by the test clock of the book').toEqual([{ ahead: true }]);
  expect((await run('payouts', 'approve', '--all-requested', '--mode', 'live')).code).toBe(0);
  expect(await statuses()).toEqual(['approved', 'approved', 'requested']);
  expect((await run('payouts', 'reject', third, '--reason', 'Not yours')).err).toBe(`${third}: rejected, 30.00 EUR.\n`);

  const day = new Date().toISOString().slice(0, 10);
  const inFile = ['--mode', 'test', '--currency', 'EUR', '--day', day, '--format', 'csv'];
  const file = await run('payouts', 'file', 'create', ...inFile);
  expect(file.err).toMatch(/^pf_\w+: 2 payouts, 29\.00 EUR, on [\d-]+\.$/m);
  expect(file.out).toContain(iban);
  const again = await run('payouts', 'file', 'create', ...inFile);
  expect([again.code, again.err]).toEqual([
    1,
    'No approved payout in EUR waits for a file, and no money that goes back.\n',
  ]);
  const fileId = file.err.split(':')[0] as string;
  expect((await run('payouts', 'file', 'print', fileId, '--mode', 'test')).out).toBe(file.out);
  expect((await run('payouts', 'file', 'list', '--mode', 'test')).out).toMatch(
    new RegExp(`^${fileId} +csv +${day} +2 +29\\.00 EUR +created `, 'm'),
  );
  await writeFile(join(place.directory, 'report.xml'), '<Document/>');
  const report = await run('payouts', 'file', 'report', join(place.directory, 'report.xml'), '--mode', 'test');
  expect([report.code, report.err]).toEqual([1, expect.stringMatching(/not a payment status report/)]);

  const shown = await run('payouts', 'export', '--mode', 'test');
  const rows = parse(shown.out, { columns: true }) as Record<string, string>[];
  expect(rows).toMatchObject([
    { payout_id: first, account_name: "'=A()", iban, net_amount: '9.50', currency: 'EUR' },
    { payout_id: second, net_amount: '19.50' },
  ]);
  expect((await run('payouts', 'export', '--mode', 'live')).out).not.toContain(iban);
  const marked = await run('payouts', 'export', '--mode', 'test', '--mark-sent');
  expect(parse(marked.out, { columns: true })).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  expect(await statuses()).toEqual(['sent', 'sent', 'rejected']);

  expect((await run('payouts', 'completed', first)).code).toBe(0);
  expect((await run('payouts', 'failed', second, '--reason', 'Account closed')).code).toBe(0);
  const twice = await run('payouts', 'failed', second);
  expect([twice.code, twice.err]).toEqual([1, `${second}: not failed. The payout is failed.\n`]);
  expect(await world.balances(bookOf(shop))).toEqual({
    wallet: 9_000n,
    fees: 50n,
    'outside:bank': 950n,
    'outside:card': -10_000n,
  });

  expect((await run('fees', 'collect')).out).toBe('Collected fees of 1 books and currencies.\n');
  const draw = ['fees', 'draw', '--mode', 'test', '--currency', 'EUR', '--amount', '0.4', '--reference', 'march'];
  expect((await run(...draw)).out).toBe('Drew 0.40 EUR (test).\n');
  expect((await run(...draw)).out).toMatch(/was already drawn with this reference/);
  const more = await run(
    'fees',
    'draw',
    '--mode',
    'test',
    '--currency',
    'EUR',
    '--amount',
    '0.2',
    '--reference',
    'april',
  );
  expect([more.code, more.err]).toEqual([1, expect.stringMatching(/^The balance is too small\./)]);
  await expectBooksToHold(world.db);
});

it('late captures are listed until they are returned', { timeout: 60_000 }, async () => {
  expect(await run('late-captures', 'list')).toMatchObject({
    code: 0,
    out: 'No late captures are waiting to be returned.\n',
  });
});

it('debts are listed, repaid and written off, never beyond what is owed', { timeout: 60_000 }, async () => {
  const debtor = await world.makeMerchant();
  const wallet = accountAt({ ...bookOf(debtor), currency: 'EUR' }, 'wallet');
  await inTransaction(world.db, (tx) => makeHolderOwe(tx, wallet, 500n, new Date()));
  expect((await run('debts', 'list')).out).toMatch(new RegExp(`^${debtor} .* test +5\\.00 EUR$`, 'm'));
  const settle = (act: string, ...more: string[]) =>
    run('debts', act, String(debtor), '--mode', 'test', '--currency', 'EUR', '--reason', 'Closed down', ...more);
  const more = await settle('repaid', '--amount', '5.01');
  expect([more.code, more.err]).toEqual([1, expect.stringMatching(/^amount must be at most 5\.00, which is owed now/)]);
  expect((await settle('repaid', '--amount', '2')).out).toMatch(/^2\.00 EUR recorded as repaid: dst_\w+\.$/m);
  expect((await settle('write-off')).out).toMatch(/^3\.00 EUR written off: dst_\w+\.$/m);
  expect((await run('debts', 'list')).out).toBe('Nobody owes the service.\n');
  await expectBooksToHold(world.db);
});

it('what cannot be is refused in words', { timeout: 60_000 }, async () => {
  const refusals: [string[], RegExp][] = [
    [['payouts', 'approve'], /^Give payout ids, or --all-requested\./],
    [['payouts', 'list', '--status', 'lost'], /^"lost" is not a status\. Use one of requested, /],
    [['payouts', 'approve', '--all-requested'], /^Give --mode test or --mode live/],
    [['payouts', 'export'], /^Give payout ids, or --mode test or --mode live/],
    [['payouts', 'export', '--mode', 'both'], /Allowed choices are test, live/],
    [['payouts', 'rule', '--currency', 'eur'], /^Give --currency/],
    [['fees', 'rule', '--fixed', '0.3'], /^--fixed needs --currency/],
    [['late-captures', 'list', '--mode', 'both'], /Allowed choices are test, live/],
    [['late-captures', 'retry', 'att_none'], /^att_none: not retried\. No late capture has this attempt\./],
  ];
  for (const [args, message] of refusals) {
    const result = await run(...args);
    expect([result.code, result.out, result.err]).toEqual([1, '', expect.stringMatching(message)]);
  }
});

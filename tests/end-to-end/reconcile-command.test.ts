/** `sluice reconcile …`, as the operator runs it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/base/database/pool.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertCashReference } from '../../src/features/cash/cash-references.repository.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { requestTopUp, takeNewReference } from '../../src/features/wallets/top-up.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { copyFreshDatabase, startServer } from '../support/built-in-server.ts';
import { createPlace, type Result } from '../support/command.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeLink } from '../support/holders.ts';
import { commandsOf } from '../support/run-commands.ts';
import { createTestClock } from '../support/test-clock.ts';

const place = createPlace();
const run = commandsOf(place);
let db: Database;
let pool: ReturnType<typeof createPool>;
let stop = async () => {};
let topUpId: string;

beforeAll(async () => {
  copyFreshDatabase(place.dataDir);
  const server = await startServer({ dataDir: place.dataDir, own: true });
  pool = createPool(server.service);
  db = createDatabase(pool);
  stop = async () => {
    await pool.end();
    await server.stop();
  };
  await makeCompany(db, { name: 'Swift Delivery' });
  const money = ['--currency', 'EUR', '--amount', '1234.50'];
  const topUp = await run(['topup', '--company', 'Swift Delivery', '--mode', 'test', ...money, '--json']);
  topUpId = JSON.parse(topUp.out).id;
}, 180_000);
afterAll(async () => {
  await stop();
  await place.remove();
});

/** What books and statements hold, as one text. */
async function everything(): Promise<string> {
  const { rows } = await pool.query(
    `select (select count(*) from statement_imports) as imports, (select json_agg(l) from statement_lines l) as lines`,
  );
  return `${await stateOf({ pool })}\n${rows[0].imports} ${JSON.stringify(rows[0].lines)}`;
}

const expectRefusal = (result: Result, message: RegExp): void => {
  expect(result.code, result.out + result.err).toBe(1);
  expect(result.err).toMatch(message);
  expect(result.err).not.toMatch(/\n\s+at /);
  expect(result.out).toBe('');
};
const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(place.directory, name);
  writeFileSync(path, content);
  return path;
};
const german = [
  '--map',
  'date=Datum,amount=Betrag,reference=Text,currency=Waehrung',
  '--decimal',
  'comma',
  '--date-format',
  'DD.MM.YYYY',
];
const importArgs = (file: string, ...rest: string[]) => [
  'reconcile',
  'import',
  '--source',
  'bank',
  '--mode',
  'test',
  '--file',
  file,
  ...german,
  ...rest,
];
const header = 'Datum;Betrag;Waehrung;Text\n';

describe('sluice reconcile', { timeout: 180_000 }, () => {
  it('reads a file as what it is, and says what it leaves open', async () => {
    const args = (file: string, ...rest: string[]) => [
      'reconcile',
      'import',
      '--source',
      'card',
      '--mode',
      'test',
      '--file',
      file,
      ...rest,
    ];
    const csv =
      'Date;Booking text;Amount;Balance\n2031-03-09;Card payouts;-1,50;8,50\n2031-03-10;Fee back;2,00;10,50\n';
    expectRefusal(
      await run(args(fileOf('plain.csv', csv))),
      /^The file names no currency\. Which one is it in\? \(--currency EUR\)\nNothing was imported\.\n$/,
    );
    const tried = await run(args(fileOf('plain.csv', csv), '--currency', 'EUR', '--dry-run'));
    expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/^Read as CSV\.\nWould import 2 lines\./) });
    expectRefusal(await run(args(fileOf('letter.pdf', '%PDF-1.7'))), /^The file is a PDF\./);
  });

  it('keeps how a file was read as a profile, which answers for the next one', async () => {
    const outside = ['--source', 'card', '--mode', 'test'];
    const args = (file: string, ...rest: string[]) => ['reconcile', 'import', ...outside, '--file', file, ...rest];
    const csv = (day: string) => `Datum;Naam;Bedrag;Richting\n${day};Huur;71,50;Weg\n${day};Loon;12,00;Terug\n`;
    const first = fileOf('march.csv', csv('2031-03-20'));
    expectRefusal(
      await run(args(first)),
      /"Weg", "Terug" in column "Richting" mean that money came in or went out\? \(.*--incoming and --outgoing/,
    );
    const answers = ['--currency', 'EUR', '--incoming', 'Terug', '--outgoing', 'Weg'];
    expect(await run(args(first, ...answers, '--save-profile', 'Dutch'))).toMatchObject({ code: 0 });
    const second = fileOf('april.csv', csv('2031-04-20'));
    expect(await run(args(second, '--dry-run'))).toMatchObject({
      code: 0,
      err: expect.stringContaining('Read as "Dutch".'),
    });
    expectRefusal(await run(args(second, '--no-profile')), /names no currency/);
    expect(await run(['reconcile', 'profiles', ...outside, '--rename', 'Dutch', 'Bank'])).toMatchObject({ code: 0 });
    expect((await run(['reconcile', 'profiles', ...outside])).out).toMatch(
      /^Bank {2,}.*datum, naam, bedrag, richting$/m,
    );
    expect(await run(['reconcile', 'profiles', ...outside, '--delete', 'Bank'])).toMatchObject({ code: 0 });
    expectRefusal(await run(args(second, '--profile', 'Bank')), /^No profile is called "Bank"\.$/m);
  });

  it('import, report, match, unmatch: from a file to agreement', async () => {
    const file = fileOf('bank.csv', `${header}01.03.2031;1.234,50;EUR;SEPA ${topUpId}\n02.03.2031;-3,20;EUR;=Gebühr\n`);
    const before = await everything();
    expect(await run(importArgs(file, '--dry-run'))).toMatchObject({
      code: 0,
      out: 'Would import 2 lines.\nMatched now: 1. Several possible matches: 0.\n',
    });
    expect(await everything()).toBe(before);
    const imported = await run(importArgs(file, '--json'));
    expect(JSON.parse(imported.out)).toEqual({
      importId: expect.any(String),
      lines: 2,
      repeated: [],
      gaps: [],
      completed: 0,
      empty: 0,
      matched: 1,
      ambiguous: 0,
      booked: 0,
      ruleConflicts: 0,
      received: 0,
      paid: 0,
      returned: 0,
      open: 1,
      signColumns: [],
      undirected: 0,
      possible: 0,
      directed: 0,
    });
    expectRefusal(
      await run(importArgs(file)),
      /^This file was imported before: import \d+ of \d{4}-\d\d-\d\d, as "bank\.csv"\.\n$/,
    );

    const report = ['reconcile', 'report', '--source', 'bank', '--mode', 'test'];
    const shown = JSON.parse((await run([...report, '--json'])).out);
    expect(shown).toMatchObject({
      complete: true,
      totals: [{ currency: 'EUR', books: '1234.50', statements: '1231.30', difference: '3.20' }],
      lines: [{ date: '2031-03-02', amount: '-3.20', reference: '=Gebühr', candidates: [] }],
      transfers: [],
    });
    expect((await run(report)).out).toMatch(
      /Lines without a transfer: 1\n {2}\d+ +2031-03-02 +-3\.20 EUR +=Gebühr\nTransfers without a line: 0\n$/,
    );
    expect((await run([...report, '--csv'])).out).toMatch(
      /\r\n"statement","\d+","2031-03-02","-3\.20","EUR","'=Gebühr","","-3\.20"\r\n$/,
    );

    const { rows } = await pool.query('select line_id as id, transfer_holder_id, transfer_id from statement_matches');
    const [line, transfer] = [String(rows[0].id), `${rows[0].transfer_holder_id}/${rows[0].transfer_id}`];
    expect((await run(['reconcile', 'unmatch', line])).out).toBe(`Line ${line} is no longer matched.\n`);
    expect((await run(report)).out).toContain(`names ${transfer}`);
    expect((await run(['reconcile', 'rematch', '--source', 'bank', '--mode', 'test'])).out).toMatch(
      /^Matched now: 0\./,
    );
    expect((await run(['reconcile', 'match', line, transfer])).out).toBe(
      `Line ${line} is matched with transfer ${transfer}.\n`,
    );
    expectRefusal(
      await run(['reconcile', 'match', String(shown.lines[0].line), transfer]),
      /^Transfer .* is matched with another line/,
    );
    await expectBooksToHold(db);
  });

  it('a rule is made, books what is open when asked, and ends', async () => {
    const of = ['--source', 'bank', '--mode', 'test'];
    const add = (...more: string[]) =>
      run(['reconcile', 'rules', 'add', 'bank-charge', ...of, '--text', 'Gebühr', '--currency', 'EUR', ...more]);
    expectRefusal(await add('--max', '5.001'), /^--max: "5\.001" is not an amount in EUR\.\n$/);
    expect((await add('--max', '5')).out).toMatch(/^Rule 1: "Gebühr" → bank-charge, up to 5\.00 EUR\n/);
    expectRefusal(await add('--max', '5'), /^Rule 1 says the same\./);
    expect((await run(['reconcile', 'rematch', ...of])).out).toMatch(/ Booked by rules: 1\.\n$/);
    const list = ['reconcile', 'rules', 'list', ...of];
    expect((await run(list)).out).toBe('1  "Gebühr" → bank-charge, up to 5.00 EUR  booked: 1\n');
    expect((await run(['reconcile', 'rules', 'end', '1'])).out).toBe('Rule 1 has ended. What it booked stays.\n');
    expectRefusal(await run(['reconcile', 'rules', 'end', '7']), /^No rule has the id 7\.\n$/);
    expect((await run(list)).out).toBe('There are no rules.\n');
    await expectBooksToHold(db);
  });

  it('what is wrong with a file is told with its line, and nothing is written', async () => {
    const before = await everything();
    const good = '01.03.2031;1,00;EUR;x\n';
    const cases: [string | Buffer, RegExp][] = [
      [
        `${header}${good}01.03.2031;1.00;EUR;x\n`,
        /^Line 3: Column "Betrag": "1\.00" is not an amount with a decimal comma.*\.\nCorrect these lines, or download the file again\.\nNothing was imported\.\n$/,
      ],
      [
        `${header}${good}${good}31.02.2031;1,00;EUR;x\n`,
        /^Line 4: Column "Datum": "31\.02\.2031" is no date with day, month and year/,
      ],
      [`${header}${good}01.03.2031;1,00;EUR;"x\n`, /^Line \d: A quote is opened and never closed\./],
      ['Datum;Betrag;Text\n', /^There is no column "Waehrung"\. The columns are "Datum", "Betrag", "Text"\./],
      ['', /^The file is empty\./],
    ];
    for (const [content, message] of cases) expectRefusal(await run(importArgs(fileOf('bad.csv', content))), message);
    expectRefusal(await run(importArgs(join(place.directory, 'none.csv'))), /^There is no file /);
    const badMap = [
      'reconcile',
      'import',
      '--source',
      'bank',
      '--mode',
      'test',
      '--file',
      fileOf('ok.csv', header),
      '--map',
    ];
    expectRefusal(await run([...badMap, 'datum=Datum']), /^"datum=Datum" is not a mapping such as date=Datum\./);
    expectRefusal(await run([...badMap, 'date=A,date=B']), /^The mapping names two columns for date\./);
    expectRefusal(
      await run(['reconcile', 'import', '--source', 'Cash', '--mode', 'test', '--file', 'x', '--map', 'x']),
      /It is bank, card, onlinewallet, or the name of a provider/,
    );
    expectRefusal(await run(['reconcile', 'match', 'x', '1/2']), /^"x" is not a line\./);
    expectRefusal(await run(['reconcile', 'match', '1', '2']), /^"" is not a transfer such as 12\/345\./);
    expectRefusal(await run(['reconcile', 'match', '99999', '2/3']), /^No statement has the line 99999\./);
    expectRefusal(
      await run(['reconcile', 'report', '--source', 'bank', '--mode', 'test', '--from', '31.3.2031']),
      /^"31\.3\.2031" is not a date/,
    );
    expect(await everything()).toBe(before);
  });

  it('import asks which lines went out, and a person says it; a possible duplicate likewise', async () => {
    const text = 'Datum;Betrag;Waehrung;Text;Art\n05.03.2031;71,00;EUR;Miete;S\n';
    const asked = await run(importArgs(fileOf('sign.csv', text)));
    expect(asked.out).toContain('Lines whose direction the file does not say, for you to decide: 1.');
    expect(asked.out).toContain('a column could be it: "Art".');
    const report = async () => (await run(['reconcile', 'report', '--source', 'bank', '--mode', 'test'])).out;
    const line = /^ {2}(\d+) .*71\.00 EUR +Miete +in or out\?$/m.exec(await report())?.[1] as string;
    expectRefusal(await run(['reconcile', 'direction', line, 'up']), /^"up" is neither "in" nor "out"\./);
    expect((await run(['reconcile', 'direction', line, 'out'])).out).toBe(`The money of line ${line} went out.\n`);
    expect(await report()).toMatch(/-71\.00 EUR +Miete$/m);
    const sign = ['--map', 'date=Datum,amount=Betrag,reference=Text,currency=Waehrung,sign=Art'];
    const more = text.replace('05.03', '06.03').replace('Miete;S', 'Miete;weg');
    const words = await run([...importArgs(fileOf('weg.csv', more), ...sign), '--outgoing', 'weg,raus']);
    expect(words.out).toMatch(/^Import \d+: 1 lines\.\nMatched/);
    const again = text.replace('Miete;S', 'Miete;S\n05.03.2031;5,00;EUR;Rest;S');
    expect((await run(importArgs(fileOf('again.csv', again), ...sign))).out).toContain(
      'Possible duplicates of earlier lines, for you to decide: 1.',
    );
    const twin = /^ {2}(\d+) .*possible duplicate$/m.exec(await report())?.[1] as string;
    expectRefusal(await run(['reconcile', 'duplicate', twin, 'no']), /^"no" is neither "same" nor "other"\./);
    expect((await run(['reconcile', 'duplicate', twin, 'same'])).out).toBe(
      `Line ${twin} is in an earlier statement.\n`,
    );
    expect(await report()).not.toContain('possible duplicate');
    await expectBooksToHold(db);
  });

  it('credit: shows whom a line is credited to, and credits it on purpose, once', async () => {
    const file = fileOf('unnamed.csv', `${header}09.03.2031;17,30;EUR;Unknown sender\n`);
    expect((await run(importArgs(file))).code).toBe(0);
    const { rows } = await pool.query(`select id from statement_lines where reference = 'Unknown sender'`);
    const credit = (...args: string[]) => run(['reconcile', 'credit', String(rows[0].id), ...args]);
    const { rows: companies } = await pool.query(`select id from holders where name = 'Swift Delivery'`);
    const id = String(companies[0].id);
    await makeCompany(db, { name: 'Swift Delivery East' });
    const before = await everything();
    expectRefusal(await credit(), /^Line \d+ names no top-up\. Say whom to credit\.\n$/);
    expectRefusal(await credit('swift', '--yes'), /^Several accounts match "swift"\. Use an ID: Swift Delivery \(/);
    expectRefusal(
      await credit('Nobody', '--yes'),
      /^No company or customer that can be credited matches "Nobody"\.\n$/,
    );
    const shown = await credit('swift delivery');
    expect(shown).toMatchObject({ code: 1, err: 'Nothing was credited. Add --yes to credit it.\n' });
    expect(shown.out).toBe(
      `Line ${rows[0].id}: 17.30 EUR of 2031-03-09, "Unknown sender" (test)\nAccount: Swift Delivery (company ${id})\n` +
        'clearing: 1234.50 EUR now, 1251.80 EUR after\n',
    );
    expect(await everything()).toBe(before);
    const credited = JSON.parse((await credit(id, '--yes', '--json')).out);
    expect(credited).toMatchObject({ holder: id, wallet: 'clearing', amount: '1730', balance: '125180' });
    expectRefusal(await credit(id, '--yes'), /^Line \d+ is no open bank line of money that came in\.\n$/);
    expect((await run(['take-back', credited.topUp, '--mode', 'test', '--reason', 'Ours'])).code).toBe(0);
    await expectBooksToHold(db);
  });

  it('credit: says who announced the amount of a line that names nobody, and confirms that top-up', async () => {
    const companyId = await makeCompany(db, { name: 'Nina Noodles' });
    const clock = createTestClock();
    const request = { amount: 4_711n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const topUp = await inTransaction(db, (tx) =>
      requestTopUp(shell, tx, clock, { holderId: companyId, mode: 'live' }, request),
    );
    const statement = statementOf([{ amount: 4_711n, text: 'From Nina Noodles' }]);
    await importStatement(shell, { db, clock }, { source: 'bank', mode: 'live' }, statement);
    const { rows } = await pool.query(`select id from statement_lines where reference = 'From Nina Noodles'`);
    const credit = (...args: string[]) => run(['reconcile', 'credit', String(rows[0].id), ...args]);
    const day = topUp.createdAt.toISOString().slice(0, 10);
    const who = `Nina Noodles, whom it names, announced this amount on ${day}: if it is theirs, credit ${topUp.id}.`;
    expectRefusal(await credit('--yes'), new RegExp(`^Line \\d+ names no top-up. Say whom to credit. ${who}\n$`));
    expectRefusal(await credit('top_0', '--yes'), /^No company or customer that can be credited matches "top_0"\.\n$/);
    expect((await credit(topUp.id)).out).toContain(`Top-up: ${topUp.id}, which it confirms\n`);
    expect(JSON.parse((await credit(topUp.id, '--yes', '--json')).out)).toMatchObject({ topUp: topUp.id });
    const stored = await pool.query('select id, status from top_ups where holder_id = $1', [companyId]);
    expect(stored.rows).toEqual([{ id: topUp.id, status: 'succeeded' }]);
    await expectBooksToHold(db);
  });

  it('credit: says whose cash it is, by the reference or as asked, and how much is the company’s', async () => {
    const companyId = await makeCompany(db, { name: 'Cash Express' });
    const linkId = await makeLink(db, companyId, 'courier', 'Nikos Courier');
    const holding = { holderId: companyId, mode: 'test', currency: 'EUR', linkId } as const;
    const reference = await inTransaction(db, async (tx) => {
      const taken = await takeNewReference(tx);
      await insertCashReference(tx, holding, taken);
      return taken;
    });
    const lines = `10.03.2031;20,00;USD;Cash ${reference}\n10.03.2031;5,00;USD;Cash of Nikos\n`;
    expect((await run(importArgs(fileOf('cash.csv', `${header}${lines}`)))).code).toBe(0);
    const { rows } = await pool.query(
      `select id from statement_lines where reference like 'Cash %' order by amount desc`,
    );
    const credit = (index: number, ...args: string[]) => run(['reconcile', 'credit', String(rows[index].id), ...args]);
    const about =
      `Account: Cash Express (company ${companyId})\n` +
      `Cash of: Nikos Courier (payee ${linkId}), who holds 0.00 USD; what is above is theirs\n` +
      'clearing: 0.00 USD now, 0.00 USD after\n';
    expect((await credit(0)).out).toBe(
      `Line ${rows[0].id}: 20.00 USD of 2031-03-10, "Cash ${reference}" (test)\n${about}`,
    );
    const done = await credit(0, '--yes');
    expect(done.out).toContain(about);
    const credited = `Credited 20\\.00 USD to Cash Express as cash of Nikos Courier \\(payee ${linkId}\\), top-up top_\\w+\\.\n$`;
    expect(done.out).toMatch(new RegExp(credited));

    const before = await everything();
    expectRefusal(await credit(1, String(companyId), '--payee', '999', '--yes'), /^Cash Express has no payee 999\.\n$/);
    expectRefusal(await credit(1, String(companyId), '--payee', 'x', '--yes'), /^--payee is the ID of a payee\.\n$/);
    expect(await everything()).toBe(before);
    const asked = await credit(1, String(companyId), '--payee', String(linkId), '--yes', '--json');
    expect(JSON.parse(asked.out)).toMatchObject({
      ...{ holder: String(companyId), name: 'Cash Express', payee: String(linkId), payeeName: 'Nikos Courier' },
      ...{ wallet: 'clearing', amount: '500', balance: '0' },
    });
    await expectBooksToHold(db);
  });

  it('take-back: says what it would take, takes it back once, and needs a reason', async () => {
    const takeBack = (...args: string[]) => run(['take-back', topUpId, '--mode', 'test', ...args]);
    const before = await everything();
    expect((await takeBack('--reason', 'Recalled', '--dry-run')).out).toMatch(
      /^Would take back 1234\.50 EUR of holder \d+: 1234\.50 EUR from clearing\.\n$/,
    );
    expectRefusal(await takeBack('--reason', ' '), /^--reason must have 1 to 255 characters\./);
    expect(await everything()).toBe(before);
    const taken = await takeBack('--reason', 'Recalled by the bank', '--amount', '34.50', '--json');
    expect(JSON.parse(taken.out)).toEqual({
      ...{ topUp: topUpId, currency: 'EUR', amount: '3450', covered: '3450', owed: '0', line: null },
    });
    const after = await everything();
    expectRefusal(await takeBack('--reason', 'Again'), /already reversed/);
    expect(await everything()).toBe(after);
    await expectBooksToHold(db);
  });

  it('acquirer-payout: posted once', async () => {
    const args = [
      'reconcile',
      'acquirer-payout',
      '--source',
      'card',
      '--mode',
      'test',
      '--currency',
      'EUR',
      '--reference',
      'PO-1',
    ];
    expect((await run([...args, '--amount', '100', '--fee', '3'])).out).toBe(
      'Posted: 97.00 EUR from card to the bank.\n',
    );
    expect((await run([...args, '--amount', '100', '--fee', '3'])).out).toBe('This reference was already posted.\n');
    expectRefusal(
      await run([...args, '--amount', '100']),
      /^This reference was posted with another amount, fee or currency\.\n$/,
    );
    expectRefusal(await run([...args, '--amount', '1.005']), /^"1\.005" is not an amount in EUR\./);
    expectRefusal(await run([...args, '--amount', '0']), /^amount must be greater than 0.*; fee must be 0 or more/);
    await expectBooksToHold(db);
  });
});

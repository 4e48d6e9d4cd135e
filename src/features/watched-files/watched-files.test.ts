/** Files of a bank taken up from a directory and by SFTP, with a real database. */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asMt940 } from '../../../tests/fixtures/bank-statements.ts';
import { createReconciliationWorld, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { memberOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { makeCompany } from '../../../tests/support/holders.ts';
import { startSftpServer } from '../../../tests/support/sftp-server.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { CsvAnswers } from '../bank-files/csv/csv-mapping.ts';
import { understandCsv } from '../bank-files/csv/understand-csv.ts';
import { keepProfile } from '../statement-files/statement-profiles.ts';
import { openDirectory } from './directory.ts';
import type { Place } from './place.ts';
import { openSftp, readSftpAddress } from './sftp.ts';
import { storedNames } from './stored-names.ts';
import { type Expected, takeFile } from './take-file.ts';
import { watch } from './watch.ts';

const account = 'DE02120300000000202051';
const expected: Expected = { source: 'bank', mode: 'test', account, answers: {} };

let world: ReconciliationWorld;
let directory: string;
let said: string[];

beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-watched-'));
  said = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const statement = (number: string, text: string): string =>
  asMt940({
    ...{ account, number, opening: 0n, on: '2031-03-01' },
    movements: [
      {
        ...{ amount: 1_000n, bookedOn: '2031-03-01', valueOn: '2031-03-01', reverses: false },
        ...{ endToEndId: `E2E${number}`, name: 'Someone', account: 'DE89370400440532013000', text },
      },
    ],
  });
const put = (name: string, text: string | Buffer): Promise<void> => writeFile(join(directory, name), text);

type Changes = Partial<Parameters<typeof watch>[0]>;

/** Looks `looks` times. `between` happens after each look but the last. */
const look = (looks: number, changes: Changes = {}) =>
  watch(
    {
      open: () => openDirectory(directory),
      take: (file) => takeFile(shell, world.deps, expected, file),
      pause: async () => {},
      say: (sentence) => said.push(sentence),
      complain: (problem) => said.push(problem),
      stopping: new AbortController().signal,
      ...changes,
    },
    looks,
  );

const filesIn = async (folder = ''): Promise<string[]> => (await readdir(join(directory, folder))).sort();
const reportOf = async (folder: string): Promise<string> => {
  const [report = ''] = (await filesIn(folder)).filter((name) => name.endsWith('.report.txt'));
  return readFile(join(directory, folder, report), 'utf8');
};
const countLines = async (text: string): Promise<number> =>
  (await world.lines()).filter(({ reference }) => reference.includes(text)).length;

describe('a watched directory', () => {
  it('imports a statement, matches it, and moves it with a report', async () => {
    const { topUpId } = await world.receive(1_000n);
    await put('march.sta', statement('1', topUpId));
    expect(await look(2)).toEqual({ done: 1, failed: 0, problems: 0 });
    expect(await filesIn()).toEqual(['done']);
    expect(await filesIn('done')).toEqual([
      expect.stringMatching(/^march\.[0-9a-f]{8}\.report\.txt$/),
      expect.stringMatching(/^march\.[0-9a-f]{8}\.sta$/),
    ]);
    expect(await reportOf('done')).toMatch(
      /^march\.sta\n\nRead as MT940, account DE02.*\nImport \d+: 1 lines\.\nMatched now: 1\./,
    );
    expect(said).toEqual([expect.stringMatching(/^march\.sta → done\/march\.[0-9a-f]{8}\.sta: Read as MT940/)]);
  });

  it('refuses what is no statement, with the reason, and goes on with the next', async () => {
    await put('a.csv', '%PDF-1.7\n');
    await put('b.sta', statement('2', 'after the PDF'));
    expect(await look(2)).toEqual({ done: 1, failed: 1, problems: 0 });
    expect(await reportOf('failed')).toContain('The file is a PDF.');
    expect(await countLines('after the PDF')).toBe(1);
  });

  it('reads no file that is being written, and none with the name of an unfinished one', async () => {
    await put('growing.sta', statement('3', 'still growing'));
    await put('.hidden.sta', statement('4', 'hidden'));
    await put('part.sta.part', statement('5', 'a part'));
    const grow = async () => utimes(join(directory, 'growing.sta'), new Date(), new Date(Date.now() + 10_000));
    expect(await look(2, { pause: grow })).toEqual({ done: 0, failed: 0, problems: 0 });
    expect(await filesIn()).toEqual(['.hidden.sta', 'growing.sta', 'part.sta.part']);
    expect(await look(3)).toMatchObject({ done: 1 });
    expect(await countLines('hidden')).toBe(0);
  });

  it('takes up nothing twice after it died between the import and the move', async () => {
    await put('twice.sta', statement('6', 'died after the import'));
    const dying = async (): Promise<Place> => ({
      ...(await openDirectory(directory)),
      putAway: () => Promise.reject(new Error('killed')),
    });
    expect(await look(2, { open: dying })).toEqual({ done: 0, failed: 0, problems: 1 });
    expect(await countLines('died after the import')).toBe(1);
    expect(await look(2)).toEqual({ done: 1, failed: 0, problems: 0 });
    expect(await countLines('died after the import')).toBe(1);
    expect(await reportOf('done')).toContain('This file was imported before');
  });

  it('reads a CSV by the profile of its bank; without one it says what to answer, and how to keep it', async () => {
    const csv = (day: string, text: string) =>
      `Date,Text,Amount,Kind,IBAN\n${day},${text},10.00,Bij,${account}\n${day},Rent,71.00,Af,${account}\n`;
    await put("bank's.csv", csv('03/04/2031', 'before the profile'));
    expect(await look(2)).toEqual({ done: 0, failed: 1, problems: 0 });
    const report = await reportOf('failed');
    expect(report).toContain('Which day is "03/04/2031"? (3 April 2031: the day comes first; 4 March 2031:');
    expect(report).toContain('The file names no currency. Which one is it in?');
    expect(report).toContain('Column "Kind" says it, here "Bij"');
    expect(report).toContain(
      `No profile fits this file. Answer it once on a terminal, and keep the answers as a profile: sluice reconcile import --source bank --mode test --file 'bank'\\''s.csv' --save-profile <name>.`,
    );
    expect(await countLines('before the profile')).toBe(0);

    const given: CsvAnswers = { date_order: 'DMY', currency: 'EUR', columns: { sign: 3 } };
    const understood = await understandCsv(() => [csv('03/04/2031', 'x')], given);
    if (!understood.ok || understood.mapping === undefined) throw new Error('It asks for more.');
    const { mapping, fingerprint } = understood;
    const bank = { source: 'bank', mode: 'test' } as const;
    const confirmed = { name: 'House bank', fingerprint, account, mapping };
    await inTransaction(world.db, (tx) => keepProfile(shell, tx, bank, confirmed, world.clock.now(1n, 'test')));
    await put('april.csv', csv('04/04/2031', 'by the profile'));
    expect(await look(2)).toEqual({ done: 1, failed: 0, problems: 0 });
    expect(await reportOf('done')).toMatch(
      /^april\.csv\n\nRead by the profile "House bank"\.\nRead as CSV, account DE02.*\nImport \d+: 2 lines\.\nMatched/,
    );
    const { rows } = await world.pool.query(
      `select booked_on::text as day, currency, amount::int from statement_lines where reference in ('by the profile', 'Rent') order by amount`,
    );
    expect(rows).toEqual([
      { day: '2031-04-04', currency: 'EUR', amount: -7_100 },
      { day: '2031-04-04', currency: 'EUR', amount: 1_000 },
    ]);

    await put('may.csv', csv('04/05/2031', 'a new word').replace(',Af,', ',Weg,'));
    expect(await look(2)).toMatchObject({ failed: 1 });
    expect(said.at(-1)).toContain('Does "Weg" in column "Kind" mean that money came in or went out?');
    expect(said.at(-1)).toContain(`The profile "House bank" does not say it. Answer it once on a terminal`);
    expect(said.at(-1)).toContain(`--file may.csv --save-profile 'House bank'.`);
  });

  it('leaves a file where it is when the fault is on this side, and says so once', async () => {
    await put('later.sta', statement('7', 'database away'));
    const take = () => Promise.reject(new Error('The database is away'));
    expect(await look(4, { take })).toEqual({ done: 0, failed: 0, problems: 1 });
    expect(said).toEqual(['later.sta: The database is away. It is tried again.']);
    expect(await filesIn()).toEqual(['later.sta']);
  });

  it('leaves a file where it is when whoever runs it may not import', async () => {
    await put('forbidden.sta', statement('11', 'not allowed'));
    const stranger = memberOf({ holderId: await makeCompany(world.db), mode: 'test' });
    const take: Changes['take'] = (file) => takeFile(stranger, world.deps, expected, file);
    expect(await look(2, { take })).toEqual({ done: 0, failed: 0, problems: 1 });
    expect(await filesIn()).toEqual(['forbidden.sta']);
  });

  it('two that watch it import each file once', async () => {
    for (const number of ['8', '9']) await put(`${number}.sta`, statement(number, `two watch ${number}`));
    const counts = await Promise.all([look(2), look(2)]);
    expect(counts.reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
    expect(await countLines('two watch')).toBe(2);
    expect((await filesIn('done')).length).toBe(4);
  });

  it("reads a bank's report on a payment file, and refuses one of a file that was made elsewhere", async () => {
    const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>UNKNOWN</OrgnlMsgId><GrpSts>ACCP</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
    await put('status.xml', xml);
    expect(await look(2)).toMatchObject({ failed: 1 });
    expect(await reportOf('failed')).toContain('The report answers a file that was not made here.');
  });

  it('that does not exist is refused', async () => {
    await expect(openDirectory(join(directory, 'none'))).rejects.toThrow(/^There is no directory/);
  });
});

describe('a directory reached by SFTP', () => {
  const login = { user: 'bank', password: 'a long password' };

  it('is read and tidied as one of this machine is; a second copy of a file comes to the same', async () => {
    const server = await startSftpServer(directory, login);
    try {
      const address = readSftpAddress(`sftp://bank@127.0.0.1:${server.port}/`);
      const access = { ...address, password: login.password, privateKey: undefined, hostKey: server.fingerprint };
      const open = () => openSftp(access);
      for (const round of [1, 2]) {
        await put('sftp.sta', statement('10', 'over the wire'));
        await put('bad.csv', '%PDF-1.7\n');
        expect(await look(2, { open }), `round ${round}`).toEqual({ done: 1, failed: 1, problems: 0 });
      }
      expect(await countLines('over the wire')).toBe(1);
      expect(await filesIn()).toEqual(['done', 'failed']);
      expect((await filesIn('done')).length).toBe(2);
      expect(await reportOf('failed')).toContain('The file is a PDF.');
      await expect(openSftp({ ...access, path: '/none' })).rejects.toThrow('127.0.0.1 has no directory "/none".');
      await expect(openSftp({ ...access, password: 'wrong' })).rejects.toThrow(/can't be reached by SFTP/);
      await expect(openSftp({ ...access, hostKey: undefined })).rejects.toThrow(
        `127.0.0.1 is not known. Its key has the fingerprint ${server.fingerprint}.`,
      );
      await expect(openSftp({ ...access, hostKey: 'SHA256:another' })).rejects.toThrow(
        /was expected to have SHA256:another/,
      );
    } finally {
      await server.close();
    }
  });

  it.each([
    ['sftp://bank@host/in', { host: 'host', port: 22, user: 'bank', path: '/in' }],
    ['sftp://bank@host:2222/', { host: 'host', port: 2222, user: 'bank', path: '/' }],
    ['sftp://b%40nk@[::1]/~/to%20us', { host: '::1', port: 22, user: 'b@nk', path: './to us' }],
    ['sftp://bank@host', { host: 'host', port: 22, user: 'bank', path: '.' }],
  ])('%s is an address', (text, address) => expect(readSftpAddress(text)).toEqual(address));

  it.each([
    ['sftp://bank:secret@host/in', /set SLUICE_SFTP_PASSWORD/],
    ['sftp://host/in', /Name the user/],
    ['ftp://bank@host/in', /is not an address/],
    ['ftp://bank:secret@host/in', /^(?!.*secret)/],
  ])('%s is refused', (text, message) => expect(() => readSftpAddress(text)).toThrow(message));
});

it.each([
  ['march.sta', 'march.01234567.sta', 'march.01234567.report.txt'],
  ['march', 'march.01234567', 'march.01234567.report.txt'],
  ['a.b.xml', 'a.b.01234567.xml', 'a.b.01234567.report.txt'],
  ['x.no-extension-at-all', 'x.no-extension-at-all.01234567', 'x.no-extension-at-all.01234567.report.txt'],
  [`${'€'.repeat(80)}.csv`, `${'€'.repeat(50)}.01234567.csv`, `${'€'.repeat(50)}.01234567.report.txt`],
])('%s is stored as %s', (name, file, report) => {
  expect(storedNames(name, '0123456789abcdef')).toEqual({ file, report });
});

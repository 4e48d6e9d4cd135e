/** Uploaded statement files: what arrives, what is found in it, what is asked, and that it is imported once. */
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement } from '../../../tests/fixtures/bank-statements.ts';
import { createReconciliationWorld, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { memberOf, operator } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { drainJobs } from '../../../tests/support/drain-jobs.ts';
import { makeCompany } from '../../../tests/support/holders.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { freshMaxMs } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { CsvAnswers } from '../bank-files/csv/csv-mapping.ts';
import { insertMember } from '../holders/members.repository.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { importStatementFile } from './import-statement-file.ts';
import { readStatementFile } from './read-statement-file.ts';
import { requestImport, requestReading } from './request-statement-file.ts';
import { runFile } from './run-statement-file.ts';
import { fileBytesMax, keptDays } from './statement-file.ts';
import { statementFileJobs } from './statement-files.jobs.ts';
import { findFile, type ListedFile, partBytes, purgeFiles } from './statement-files.repository.ts';
import { listProfiles } from './statement-profiles.repository.ts';
import { changeProfileName, dropProfile } from './statement-profiles.ts';
import { beginUpload, discardFile, storePiece } from './upload-statement-file.ts';

let world: ReconciliationWorld;
const ada = operator('administrator', 'test');

beforeAll(async () => {
  world = await createReconciliationWorld();
  await world.pool.query(`insert into people (id, name, email) values ($1, 'Ada', 'ada@example.com')`, [ada.personId]);
  await run((tx) => insertMember(tx, serviceHolderId, ada.personId, 'administrator'));
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.owner.query('truncate statement_imports, statement_files, statement_profiles cascade');
});

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);
const drain = () => drainJobs({ settings: world.settings }, statementFileJobs(world.deps));

async function* pieces(...bytes: (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const one of bytes) yield Buffer.from(one as string);
}

const begin = (size: number, more: { actor?: PersonActor; mode?: Mode; account?: string } = {}) => {
  const { actor = ada, mode = 'test', account = '' } = more;
  return run((tx) => beginUpload(actor, tx, { source: 'bank', mode, fileName: 'bank.csv', size, account }));
};

const store = ({ id, mode }: ListedFile, offset: number, ...bytes: string[]) =>
  storePiece(ada, world.db, mode, id, { offset: BigInt(offset), bytes: pieces(...bytes) });

async function read({ id, mode }: ListedFile): Promise<ListedFile> {
  expect(await drain()).toEqual([]);
  return (await findFile(world.db, mode, id)) as ListedFile;
}

async function upload(content: string | Uint8Array, more: Parameters<typeof begin>[1] = {}): Promise<ListedFile> {
  const bytes = Buffer.from(content as string);
  const file = await begin(bytes.length, more);
  await storePiece(more.actor ?? ada, world.db, file.mode, file.id, { offset: 0n, bytes: pieces(bytes) });
  return read(file);
}

async function answer(file: ListedFile, answers: CsvAnswers, more: object = {}): Promise<ListedFile> {
  await run((tx) => requestReading(ada, tx, file.mode, file.id, { answers, ...more }));
  return read(file);
}

const askFor = (file: ListedFile, profileName?: string, actor = ada) =>
  run((tx) => requestImport(actor, tx, file.mode, file.id, profileName));

async function importIt(file: ListedFile, profileName?: string): Promise<ListedFile> {
  await askFor(file, profileName);
  return read(file);
}

const countLines = async (): Promise<number> =>
  (await world.pool.query('select count(*)::int as n from statement_lines')).rows[0].n;
const asked = ({ found }: ListedFile): string[] => (found?.questions ?? []).map(({ text }) => text);
const sentences = ({ problems }: ListedFile): string[] =>
  problems.map(({ lineNumber, message }) => `${lineNumber ?? ''} ${message}`.trim());

const csv = 'Date;Amount;Text\n2031-03-01;-71,50;Rent\n2031-03-02;12,50;Invoice 7\n';
const movement = (amount: bigint, text: string): Movement => ({
  ...{ amount, text, bookedOn: '2031-03-01', valueOn: '2031-03-01', reverses: false, endToEndId: 'E2E' },
  ...{ name: 'Erika Beispiel', account: 'DE02120300000000202051' },
});
const written = {
  ...{ account: 'DE89370400440532013000', number: '7', opening: 10_000n, on: '2031-03-01' },
  movements: [movement(1_250n, 'Invoice 8'), movement(-300n, 'Fee')],
};

describe('an upload', () => {
  it('goes on where it broke off, and counts for nothing before it is complete', async () => {
    const file = await begin(csv.length);
    const broken = async function* () {
      yield Buffer.from(csv.slice(0, 20));
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    };
    const cut = storePiece(ada, world.db, 'test', file.id, { offset: 0n, bytes: broken() });
    await expect(cut).rejects.toThrow('aborted');
    expect(await store(file, 0, csv.slice(0, 10))).toMatchObject({ state: 'uploading', received: 10n });
    await expect(store(file, 11, csv.slice(11))).rejects.toMatchObject({
      message: 'The next byte of this file is 10.',
    });
    await expect(run((tx) => requestReading(ada, tx, 'test', file.id, {}))).rejects.toThrow(
      'The file is not complete.',
    );
    await expect(askFor(file)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(store(file, 0, csv, 'more')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await drain()).toEqual([]);
    expect(await store(file, 0, csv.slice(0, 5), csv.slice(5))).toMatchObject({ state: 'reading' });
    // Its answer was lost.
    expect(await store(file, 10, csv.slice(10))).toMatchObject({ state: 'reading' });
    expect(asked(await read(file))).toEqual(['The file names no currency. Which one is it in?']);
  });

  it('is stored in parts of which each is read once, whatever pieces it came in', async () => {
    const row = '2031-03-01;1,00;Invoice with a long text that fills the parts of the file\n';
    const many = `Date;Amount EUR;Text\n2031-03-01;-1,00;Fee\n${row.repeat(12_000)}`;
    const half = 300_001;
    const file = await begin(many.length);
    await store(file, 0, many.slice(0, 100_000), many.slice(100_000, half));
    await store(file, half - 5, many.slice(half - 5));
    const { rows } = await world.pool.query(
      'select at::int, octet_length(bytes) as n from statement_file_parts where file_id = $1 order by at',
      [file.id],
    );
    expect(Math.max(...rows.map(({ n }) => n))).toBe(partBytes);
    expect((await read(file)).found?.contents).toMatchObject({ entries: 12_001 });
  });

  it('that another one overtakes is refused, and changes nothing of that one', async () => {
    const file = await begin(csv.length);
    const overtaken = async function* () {
      await store(file, 0, csv.slice(0, 30));
      yield Buffer.from('x'.repeat(10));
    };
    const late = storePiece(ada, world.db, 'test', file.id, { offset: 0n, bytes: overtaken() });
    await expect(late).rejects.toMatchObject({ message: 'Another upload of this file is under way.' });
    await store(file, 30, csv.slice(30));
    expect((await answer(file, { currency: 'EUR' })).found?.contents).toMatchObject({ entries: 2 });
  });

  it('of nothing, or of too much, is refused at once; a stranger’s is not found', async () => {
    await expect(begin(0)).rejects.toMatchObject({ details: [{ field: 'size', message: 'The file is empty.' }] });
    await expect(begin(1_024 ** 3)).rejects.toMatchObject({
      details: [{ message: expect.stringMatching(/more than 128 MiB\. Pack it as a zip/) }],
    });
    const ofNobody = { source: 'acme', mode: 'test', fileName: 'acme.csv', size: 3, account: '' } as const;
    await expect(run((tx) => beginUpload(operator('administrator', 'test'), tx, ofNobody))).rejects.toMatchObject({
      details: [{ field: 'source', message: 'must be one of bank, card, onlinewallet' }],
    });
    expect(await begin(fileBytesMax)).toMatchObject({ state: 'uploading' });
    const file = await begin(3);
    const inLive = storePiece(operator(), world.db, 'live', file.id, { offset: 0n, bytes: pieces('abc') });
    await expect(inLive).rejects.toMatchObject({ code: 'not_found' });
    await expect(begin(3, { actor: operator('support', 'test') })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('that was left is deleted after a week, and by hand at once', async () => {
    const [left, kept] = [await begin(3), await upload(csv)];
    const age = `update statement_files set created_at = now() - make_interval(days => $2, secs => 1) where id = $1`;
    await world.pool.query(age, [left.id, keptDays]);
    expect(await purgeFiles(world.db)).toBe(1);
    await discardFile(ada, world.db, 'test', kept.id);
    expect((await world.pool.query('select from statement_file_parts')).rows).toEqual([]);
    await expect(discardFile(ada, world.db, 'test', kept.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a file', () => {
  it('is shown as it will be imported, and asked for twice it is imported once', async () => {
    const file = await upload(asCamt053(written, '08'));
    expect(file).toMatchObject({ state: 'ready', found: { format: 'camt.053', account: written.account } });
    expect(file.found?.contents).toMatchObject({
      ...{ entries: 2, pending: 0, days: { first: '2031-03-01', last: '2031-03-01' } },
      sums: [{ currency: 'EUR', entries: 2, in: '1250', out: '300', undirected: '0' }],
      ...{ opening: { amount: '10000' }, closing: { amount: '10950' } },
      first: [{ amount: '1250', counterpartyName: 'Erika Beispiel' }, { amount: '-300' }],
    });
    expect(await countLines()).toBe(0);
    await askFor(file);
    await askFor(file);
    const done = await read(file);
    expect(done).toMatchObject({ state: 'imported', result: { lines: 2, open: 2, repeated: 0 } });
    await askFor(file);
    expect(await drain()).toEqual([]);
    expect(await countLines()).toBe(2);
    expect((await world.pool.query('select from statement_file_parts')).rows).toEqual([]);

    const again = await importIt(await upload(asCamt053(written, '08')));
    expect(again).toMatchObject({ state: 'refused', importId: null });
    expect(sentences(again)).toEqual([expect.stringMatching(/^This file was imported before: import \d+/)]);
    expect(await importIt(await upload(asMt940({ ...written, number: '8' })))).toMatchObject({ state: 'imported' });
    await expectBooksToHold(world.db);
  });

  it('is not imported twice by a job that comes again, wherever the one before it died', async () => {
    const file = await upload(asCamt053(written, '08'));
    const { revision } = await askFor(file);
    const key = { id: file.id, revision };
    // Before its commit: the job had only begun.
    await world.pool.query('update statement_files set crashes = 1 where id = $1', [file.id]);
    await Promise.all([importStatementFile(world.deps, key), importStatementFile(world.deps, key)]);
    // After its commit.
    await importStatementFile(world.deps, key);
    expect(await countLines()).toBe(2);
    expect(await read(file)).toMatchObject({ state: 'imported' });
  });

  it('of which several processes died is given up, and says so', async () => {
    const file = await begin(csv.length);
    await store(file, 0, csv);
    await world.pool.query('update statement_files set crashes = 3 where id = $1', [file.id]);
    expect(sentences(await read(file))).toEqual([expect.stringMatching(/^The service stopped 3 times/)]);
  });

  it('is repeated as often as something else is away, and read in the end', async () => {
    const file = await begin(csv.length);
    await store(file, 0, csv);
    const { rows } = await world.pool.query('select revision from statement_files where id = $1', [file.id]);
    const away = () => Promise.reject(new Error('The database is away'));
    for (let times = 0; times < 5; times += 1) {
      const failing = runFile(world.db, { id: file.id, revision: rows[0].revision }, 'reading', away);
      await expect(failing).rejects.toThrow('The database is away');
    }
    expect(sentences(await read(file))).toEqual([]);
  });

  it('that was answered meanwhile is left to the later job', async () => {
    const file = await upload(csv);
    const first = await run((tx) => requestReading(ada, tx, 'test', file.id, { answers: { currency: 'USD' } }));
    await run((tx) => requestReading(ada, tx, 'test', file.id, { answers: { currency: 'EUR' } }));
    await readStatementFile(world.deps, { id: file.id, revision: first.revision });
    expect((await read(file)).found?.contents?.sums).toMatchObject([{ currency: 'EUR' }]);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['a PDF', '%PDF-1.7 with more', /^The file is a PDF\. Download the statement as/],
    ['spaces', '  \n ', /^The file is empty\.$/],
    ['packed with gzip', gzipSync(csv), /^The file is packed with gzip/],
    ['a zip in a zip', zipSync({ 'a.zip': zipSync({ 'b.csv': Buffer.from(csv) }) }), /^The zip has another zip in it/],
    ['cut off', asCamt053(written, '08').slice(0, -60), /^\d+ \S.*(?:complete|ends|closed)/],
    [
      'an entity bomb',
      asCamt053(written, '08').replace('<Document', '<!DOCTYPE d [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><Document'),
      /^\d+ .*DOCTYPE|DTD/,
    ],
    [
      'an external entity',
      asCamt053(written, '08').replace('<Document', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document'),
      /^\d+ .*DOCTYPE|DTD/,
    ],
    ['another document', '<Document xmlns="urn:x"><Other/></Document>', /^The file is XML that begins with "Document"/],
    [
      'of two accounts',
      `${asMt940(written)}${asMt940({ ...written, account: 'FR1420041010050500013M02606' })}`,
      /^The file is of two accounts, /,
    ],
    [
      'not what its balances say',
      asCamt053(written, '08').replace('>12.50<', '>12.51<'),
      /^\d+ the entries do not come to the closing balance\./,
    ],
    ['18 digits', csv.replace('12,50', '123456789012345678,50'), /^3 .*123456789012345678/],
    ['of the year 0026', csv.replace('2031-03-02', '0026-03-02'), /^3 .*0026-03-02/],
    [
      'not text in its encoding',
      Buffer.concat([Buffer.from(`\ufeff${csv}`), Buffer.from([0xff, 0x0a])]),
      /^4 There are bytes that are not UTF-8 text\./,
    ],
  ])('that is %s is refused with a sentence, and nothing is stored', async (_, bytes, sentence) => {
    let file = await upload(bytes);
    if (file.state === 'asking') file = await answer(file, { currency: 'EUR' });
    expect(file.state).toBe('refused');
    expect(sentences(file)[0]).toMatch(sentence);
    await expect(askFor(file)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await countLines()).toBe(0);
  });

  it('with carriage returns as line ends is read like any other', async () => {
    const file = await answer(await upload(csv.replaceAll('\n', '\r')), { currency: 'EUR' });
    expect(file.found?.contents).toMatchObject({ entries: 2 });
  });

  it('of an account that is none of ours is asked about, and imported for it once a person names it', async () => {
    await importIt(await upload(asCamt053(written, '08')));
    const other = { ...written, account: 'FR1420041010050500013M02606' };
    const file = await upload(asMt940(other));
    expect(file.state).toBe('asking');
    expect(asked(file)).toEqual([expect.stringContaining('which no earlier statement')]);
    await expect(askFor(file)).rejects.toMatchObject({ code: 'invalid_state' });
    const named = await answer(file, {}, { account: other.account });
    expect(named).toMatchObject({ state: 'ready', found: { account: other.account } });
  });
});

describe('a profile', () => {
  const dutch = (day: string, word: string) =>
    `Datum;Naam;Bedrag;Richting\n${day};Huur;71,50;${word}\n${day};Loon;12,00;Weg\n`;

  it('is kept with an import, and reads the next file of its layout and account by itself', async () => {
    const file = await upload(csv, { account: 'Savings' });
    const ready = await answer(file, { currency: 'EUR' });
    expect(await importIt(ready, 'My bank')).toMatchObject({ state: 'imported' });
    const next = await upload(csv.replace('Rent', 'April'), { account: 'Savings' });
    expect(next).toMatchObject({ state: 'ready', profile: 'My bank', found: { account: 'Savings' } });
    // Of a file whose account nobody names, the only profile is the one.
    expect(await upload(csv.replace('Rent', 'May'))).toMatchObject({
      profile: 'My bank',
      found: { account: 'Savings' },
    });
    expect(await upload(csv, { account: 'Other' })).toMatchObject({ state: 'asking', profile: null });
    expect(await upload(csv, { mode: 'live', actor: operator() })).toMatchObject({ state: 'asking', profile: null });
    const alone = await answer(next, {}, { withoutProfile: true });
    expect(alone).toMatchObject({ state: 'asking', profile: null });
  });

  it('asks about what is new in a file, and is the better for it', async () => {
    const first = await upload(dutch('2031-03-01', 'Terug'));
    const answers = { currency: 'EUR', sign_words: { incoming: ['Terug'], outgoing: ['Weg'] } };
    await importIt(await answer(first, answers), 'Bank');
    const next = await upload(dutch('2031-04-01', 'Nieuw'));
    expect(next).toMatchObject({ state: 'asking', profile: 'Bank' });
    expect(asked(next)).toEqual(['Does "Nieuw" in column "Richting" mean that money came in or went out?']);
    const ready = await answer(next, { sign_words: { incoming: ['Nieuw'], outgoing: [] } });
    expect(ready.found?.contents?.sums).toMatchObject([{ in: '7150', out: '1200' }]);
    await importIt(ready, 'Bank');
    expect(await upload(dutch('2031-05-01', 'Nieuw'))).toMatchObject({ state: 'ready', profile: 'Bank' });
    expect(await upload(dutch('2031-05-01', 'Terug'))).toMatchObject({ state: 'ready', profile: 'Bank' });
  });

  it('is renamed and deleted, has a name of its own, and each change is in the audit log', async () => {
    await importIt(await answer(await upload(csv), { currency: 'EUR' }), 'One');
    await importIt(
      await answer(await upload(dutch('2031-03-01', 'Af').replace('Weg', 'Bij')), { currency: 'EUR' }),
      'Two',
    );
    const [one, two] = await listProfiles(world.db, { mode: 'test', source: 'bank' });
    if (one === undefined || two === undefined) throw new Error('there are no profiles');
    await expect(changeProfileName(ada, world.db, 'test', two.id, 'One')).rejects.toMatchObject({
      details: [{ field: 'name' }],
    });
    const other = await upload(dutch('2031-04-01', 'Af').replace('Weg', 'Bij'));
    await expect(askFor(other, 'One')).rejects.toThrow('The profile "One" reads other files.');
    await changeProfileName(ada, world.db, 'test', two.id, 'Three');
    await dropProfile(ada, world.db, 'test', one.id);
    await expect(dropProfile(ada, world.db, 'test', one.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await upload(csv.replace('Rent', 'April'))).toMatchObject({ state: 'asking', profile: null });
    const { rows } = await world.pool.query(
      `select actor_id as actor, before, after from audit_log where action = 'reconciliation.change_profile' order by id desc limit 2`,
    );
    expect(rows).toEqual([
      { actor: ada.personId, before: { name: 'One', account: '' }, after: null },
      { actor: ada.personId, before: { name: 'Two' }, after: { name: 'Three' } },
    ]);
  });
});

describe('the job acts for whoever asked', () => {
  async function awaited(): Promise<string> {
    const book = { holderId: await makeCompany(world.db), mode: 'live' } as const;
    const terms = { amount: 1_250n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const topUp = await run((tx) => requestTopUp(memberOf(book), tx, world.clock, book, terms));
    return topUp.reference as string;
  }
  const live = operator();

  it('with a second factor that was fresh, where it credits money', async () => {
    const stale = { ...live, freshAt: new Date(Date.now() - freshMaxMs - 1_000) };
    const reference = await awaited();
    const file = await upload(asMt940({ ...written, movements: [movement(1_250n, reference)] }), {
      mode: 'live',
      actor: stale,
    });
    await askFor(file, undefined, stale);
    const refused = await read(file);
    expect(refused).toMatchObject({ state: 'ready', needsSecondFactor: true, importId: null });
    expect(await countLines()).toBe(0);
    await expect(askFor(refused, undefined, stale)).rejects.toMatchObject({ code: 'second_factor_required' });
    await askFor(refused, undefined, live);
    expect(await read(file)).toMatchObject({ state: 'imported', result: { received: 1, matched: 1 } });
    const { rows } = await world.pool.query(
      `select actor_kind as kind, actor_id as id, request_id as request from audit_log where action = 'top_ups.confirm'`,
    );
    expect(rows).toEqual([{ kind: 'person', id: live.personId, request: null }]);
    await expectBooksToHold(world.db);
  });

  it('with the role that they have by then', async () => {
    const file = await upload(asCamt053(written, '08'));
    await askFor(file);
    await world.pool.query(`update members set role = 'viewer' where person_id = $1`, [ada.personId]);
    const refused = await read(file);
    await world.pool.query(`update members set role = 'administrator' where person_id = $1`, [ada.personId]);
    expect(refused).toMatchObject({ state: 'ready', importId: null });
    expect(await countLines()).toBe(0);
    expect(await importIt(refused)).toMatchObject({ state: 'imported' });
  });
});

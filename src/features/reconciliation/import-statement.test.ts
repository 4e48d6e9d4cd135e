/** Importing, matching and reporting on a real database. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asCamt053, type Movement } from '../../../tests/fixtures/bank-statements.ts';
import { bringIn } from '../../../tests/fixtures/money.ts';
import {
  createReconciliationWorld,
  csvOf,
  type ReconciliationWorld,
  readNamed,
  statementOf,
} from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { makeCompany } from '../../../tests/support/holders.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { expectViolation } from '../../../tests/support/on-cluster.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { reverseTopUp } from '../wallets/reverse-top-up.ts';
import { decideDuplicate, sayDirection } from './decide-line.ts';
import { importStatement, rematch } from './import-statement.ts';
import { listImports, listLines } from './imports.repository.ts';
import { matchByHand, noteLine, unmatch } from './match-by-hand.ts';
import { matchOpenLines } from './match-open-lines.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { readBankFile } from './read-bank-file.ts';
import { readLines } from './read-lines.ts';
import { insertImport, insertLines, type Outside } from './reconciliation.repository.ts';
import { makeReport } from './report.ts';
import type { StatementLine } from './statement-line.ts';
import { presentLine } from './statement-schemas.ts';

const undated = { bookedTime: undefined, bankId: undefined, direction: 'read' } as const;
let world: ReconciliationWorld;
const bank: Outside = { source: 'bank', mode: 'test' };
const always = { from: undefined, to: undefined };

beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());
// Each test has the outside accounts to itself; balances in the books are left alone.
beforeEach(async () => {
  await world.pool.query('delete from statement_matches');
  await world.pool.query('delete from statement_lines');
  await world.pool.query('delete from statement_balances');
  await world.pool.query('delete from statement_imports');
});

const nameOf = ({ holderId, id }: { holderId: bigint; id: bigint }) => `${holderId}/${id}`;
const outcomes = async (tries: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(tries))
    .map((one) =>
      one.status === 'fulfilled' ? 'done' : one.reason instanceof AppError ? one.reason.code : String(one.reason),
    )
    .sort();

describe('an import', () => {
  it('matches what names a transfer of any book, and leaves the rest', async () => {
    const [a, b] = [await world.receive(1_000n), await world.receive(2_000n)];
    const text = csvOf([
      ['10.00', `SEPA ${a.topUpId}`],
      ['20.00', b.topUpId.toUpperCase()],
      ['10.00', 'no name'],
      ['0', 'info'],
    ]);
    expect(await world.import(text)).toMatchObject({ lines: 3, repeated: [], empty: 1, matched: 2, ambiguous: 0 });
    expect((await world.lines()).map((line) => line.transfer)).toEqual([nameOf(a.key), nameOf(b.key), null]);
    await expectBooksToHold(world.db);
  });

  it('of the same file is refused, whatever it is called; in another mode or of another source it is another', async () => {
    const text = csvOf([['1.00', 'x']]);
    await world.import(text);
    await expect(world.import(text, {}, { account: 'other' })).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(
        /^This file was imported before: import \d+ of 2031-03-01, as "statement\.csv"\.$/,
      ),
    });
    expect(await world.import(text, { mode: 'live' })).toMatchObject({ lines: 1, possible: 0 });
    expect(await world.import(text, { source: 'card' })).toMatchObject({ lines: 1, possible: 0 });
  });

  it('matches nothing of the other mode, then or later, and counts nothing of it', async () => {
    const [test, live] = [await world.receive(7_100n), await world.receive(7_200n, { mode: 'live' })];
    const rows = (...named: string[]) => csvOf(named.map((name, index) => [index === 0 ? '71.00' : '72.00', name]));
    const text = rows(test.topUpId, live.topUpId);
    expect(await world.import(text, { mode: 'live' })).toMatchObject({ lines: 2, matched: 1 });
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    const euros = async (mode: 'test' | 'live') =>
      (await makeReport(world.db, { ...bank, mode }, always)).totals.find(({ currency }) => currency === 'EUR');
    expect([(await euros('test'))?.statements, (await euros('live'))?.statements]).toEqual([0n, 14_300n]);
    expect(await world.import(text)).toMatchObject({ lines: 2, matched: 1 });
    expect((await world.lines()).map((line) => line.transfer)).toEqual([
      null,
      nameOf(live.key),
      nameOf(test.key),
      null,
    ]);
    await expectBooksToHold(world.db);
  });

  it('of a statement that overlaps brings each line once; twins within a file are two', async () => {
    await world.import(
      csvOf([
        ['1.00', 'a'],
        ['1.00', 'a'],
        ['2.00', 'b'],
      ]),
    );
    const again = await world.import(
      csvOf([
        ['1.00', 'a'],
        ['2.00', 'b'],
        ['3.00', 'c'],
        ['1.00', 'a'],
        ['1.00', 'a'],
      ]),
    );
    expect(again).toMatchObject({ lines: 2, repeated: [2, 3, 5] });
    expect(await world.import(csvOf([['1.00', 'a']]), {}, { account: 'second' })).toMatchObject({
      lines: 1,
      possible: 0,
    });
  });

  it('that is a dry run tells the same and writes nothing', async () => {
    const { topUpId } = await world.receive(3_100n);
    const text = csvOf([['31.00', topUpId]]);
    expect(await world.import(text, {}, { dryRun: true })).toMatchObject({ lines: 1, matched: 1 });
    expect(await world.lines()).toEqual([]);
    expect(await world.import(text)).toMatchObject({ lines: 1, matched: 1 });
  });

  it('is all of a file or nothing', async () => {
    const line = { bookedOn: '2031-03-01', currency: 'EUR', reference: 'x', ...undated };
    // No reader accepts a line of 0, and the database refuses it too.
    const lines = [
      { ...line, lineNumber: 2, amount: 100n },
      { ...line, lineNumber: 3, amount: 0n },
    ];
    const eachLines = async (_linesMax: number, take: (some: StatementLine[]) => Promise<void>) => {
      for (const one of lines) await take([one]);
      return [];
    };
    const file = { fileHash: Buffer.alloc(32), eachLines, empty: 0, signColumns: [], account: '', fileName: 'x.csv' };
    await expect(importStatement(shell, world.deps, bank, file)).rejects.toMatchObject({ code: '23514' });
    const { rows } = await world.pool.query(
      'select (select count(*)::int from statement_imports) + (select count(*)::int from statement_lines) as n',
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('twice at once: one wins', async () => {
    const { topUpId } = await world.receive(3_200n);
    const text = csvOf([
      ['32.00', topUpId],
      ['1.00', 'x'],
    ]);
    const tries = Array.from({ length: 6 }, () => world.import(text));
    expect(await outcomes(tries)).toEqual(['done', ...Array(5).fill('invalid_state')]);
    expect(await world.lines()).toHaveLength(2);
    await expectBooksToHold(world.db);
  });

  it('of two files at once that share a line: nobody can say whether it is one, and its transfer is matched once', async () => {
    const { topUpId, key } = await world.receive(3_300n);
    const shared: [string, string] = ['33.00', topUpId];
    const files = [csvOf([shared, ['1.00', 'x']]), csvOf([shared, ['1.00', 'y']])];
    expect(await outcomes(files.map((text) => world.import(text)))).toEqual(['done', 'done']);
    const lines = await world.lines();
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => line.transfer === nameOf(key))).toHaveLength(1);
    const { rows } = await world.pool.query('select reference from statement_lines where duplicate is not null');
    expect(rows).toEqual([{ reference: topUpId }]);
  });

  it('of a file that is another one by the time it is imported imports nothing', async () => {
    let text = csvOf([['1.00', 'a']]);
    const read = await readBankFile(() => Readable.from([Buffer.from(text)]));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    text = csvOf([['2.00', 'b']]);
    const file = { ...read.statement, account: '', fileName: 'x.csv' };
    await expect(importStatement(shell, world.deps, bank, file)).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'The file changed while it was read. Nothing was imported.',
    });
    const { rows } = await world.pool.query('select count(*)::int as n from statement_imports');
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('matches a page of lines at a time as it would all: what two pages name is for a person', async () => {
    const [twice, once] = [await world.receive(3_400n), await world.receive(3_400n)];
    const rows = [`${twice.topUpId} 1`, 'nothing', `${twice.topUpId} 2`, once.topUpId];
    const statement = await readNamed(csvOf(rows.map((text) => ['34.00', text])));
    await inTransaction(world.db, async (tx) => {
      const at = world.clock.now(1n, 'test');
      const file = { account: '', fileName: 'x.csv', fileHash: statement.fileHash };
      const importId = await insertImport(tx, bank, file, at);
      await statement.eachLines(10, async (lines) => {
        const hashed = lines.map((line) => ({ ...line, hash: createHash('sha256').update(line.reference).digest() }));
        await insertLines(tx, bank, importId, hashed);
      });
      expect(await matchOpenLines(tx, bank, at, 1)).toEqual({ matched: 1, ambiguous: 2, expected: [], naming: [] });
    });
    expect((await world.lines()).map(({ transfer }) => transfer)).toEqual([null, null, null, nameOf(once.key)]);
  });

  it('keeps what the file says of a line beside its text, and finds it by it', async () => {
    const account = 'DE02120300000000202051';
    const day = { bookedOn: '2031-03-01', valueOn: '2031-03-02', name: 'Erika Beispiel', account };
    const movements: Movement[] = [
      { ...day, amount: 9_850n, reverses: true, endToEndId: 'BACK-1', text: 'gone' },
      { ...day, amount: 300n, reverses: false, endToEndId: 'MANY-1', text: 'one' },
    ];
    const written = { account: 'DE89370400440532013000', number: '7', opening: 0n, on: '2031-03-01', movements };
    const charges = '<Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>';
    const second =
      '<TxDtls><Amt Ccy="EUR">2.00</Amt><RltdPties><Dbtr><Nm>Max Muster</Nm></Dbtr></RltdPties>' +
      '<RmtInf><Ustrd>two</Ustrd></RmtInf></TxDtls>';
    const xml = asCamt053(written, '02')
      .replace('<BkTxCd>', `${charges}$&`)
      .replace('<Refs><EndToEndId>BACK', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>$&')
      .replace('<TxDtls><Refs><EndToEndId>MANY', `${second}<TxDtls><Amt Ccy="EUR">1.00</Amt><Refs><EndToEndId>MANY`);
    const read = await readBankFile(async function* () {
      yield Buffer.from(xml);
    });
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const file = { ...read.statement, account: '', fileName: 'march.xml' };
    await importStatement(shell, world.deps, bank, file);
    const page = { after: undefined, limit: 10, oldestFirst: true };
    const find = async (search?: string) => {
      const { lines, named } = await readLines(world.db, bank, await listLines(world.db, bank, { search }, page));
      return JSON.parse(JSON.stringify(lines.map((line) => presentLine(line, named)))) as { amount: number }[];
    };
    const of = { counterparty_name: 'Erika Beispiel', counterparty_account: account };
    const code = { value_on: '2031-03-02', bank_code: 'NTRF+166' };
    expect(await find()).toMatchObject([
      {
        ...{ ...of, ...code, amount: 98.5, end_to_end_id: 'BACK-1', reverses: true, charges: 1.5 },
        ...{ return_reason: 'The account is closed (AC04)', payments: null },
      },
      {
        ...{ ...code, amount: 3, end_to_end_id: null, reverses: false, charges: null, return_reason: null },
        payments: {
          count: 2,
          first: [
            { amount: 2, end_to_end_id: null, counterparty_name: 'Max Muster', reference: 'two' },
            { ...of, amount: 1, end_to_end_id: 'MANY-1', reference: 'one' },
          ],
        },
      },
    ]);
    const found = async (search: string) => (await find(search)).map(({ amount }) => amount);
    expect(await found('de02 1203 0000 0000 2020 51')).toEqual([98.5, 3]);
    expect(await found('back-1')).toEqual([98.5]);
    expect(await found('max muster')).toEqual([3]);
    expect(await found('AC04')).toEqual([]);
    const [listed] = await listImports(world.db, bank, page);
    expect(listed?.format).toBe('camt.053');
    // The payments of a line have its sign, which a person may give it.
    const { rows } = await world.pool.query(
      `update statement_lines set direction = 'unknown' where details is not null returning id`,
    );
    await sayDirection(shell, world.deps, rows[0].id, 'out');
    expect(await find('MANY-1')).toMatchObject([{ amount: -3, payments: { first: [{ amount: -2 }, { amount: -1 }] } }]);
    await expectBooksToHold(world.db);
  });

  it('says from when to when it is, and what came in and went out', async () => {
    const rows = [
      { amount: 1_000n, bookedOn: '2031-03-02' },
      { amount: 250n, bookedOn: '2031-03-01' },
      { amount: -400n, bookedOn: '2031-03-04' },
      { amount: -70n, bookedOn: '2031-03-03', currency: 'USD' },
    ];
    await importStatement(shell, world.deps, bank, statementOf(rows.map((row) => ({ text: 'x', ...row }))));
    const list = async () => (await listImports(world.db, bank, { after: undefined, limit: 1 }))[0];
    expect(await list()).toMatchObject({
      lines: 4n,
      open: 4n,
      firstOn: '2031-03-01',
      lastOn: '2031-03-04',
      moved: [
        { currency: 'EUR', incoming: 1_250n, outgoing: 400n },
        { currency: 'USD', incoming: 0n, outgoing: 70n },
      ],
    });
    // Nobody has said which way it went.
    await world.pool.query(`update statement_lines set direction = 'unknown' where amount = 1000`);
    expect((await list())?.moved[0]).toEqual({ currency: 'EUR', incoming: 250n, outgoing: 400n });
  });

  it('of many lines', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index): [string, string] => ['1.00', `line ${index}`]);
    expect(await world.import(csvOf(rows))).toMatchObject({ lines: 12_000, repeated: [] });
  });
});

/** Each line as amount, text, direction and what is known of it. */
const judged = async () =>
  (
    await world.pool.query(
      `select amount::int, reference as text, direction, duplicate, matched_amount = amount as matched
       from statement_lines order by id`,
    )
  ).rows;

describe('a line that looks like an earlier one', () => {
  const twin: [string, string] = ['47.00', 'RF61 KXQM PTBD'];

  it('is kept for a person where the files share nothing else: it may be a second transfer', async () => {
    await world.import(csvOf([twin, ['1.00', 'morning']]));
    const later = await world.import(csvOf([twin, ['2.00', 'evening']]));
    expect(later).toMatchObject({ lines: 2, repeated: [], possible: 1, open: 2 });
    expect(await judged()).toMatchObject([
      { duplicate: null },
      { duplicate: null },
      { amount: 4_700, duplicate: 'possible' },
      { amount: 200, duplicate: null },
    ]);
    const { totals, lines } = await makeReport(world.db, bank, always);
    expect(totals.find(({ currency }) => currency === 'EUR')).toMatchObject({ statements: 5_000n, undecidedLines: 1n });
    expect(lines.map(({ duplicate, candidates }) => [duplicate, candidates.length])).toContainEqual(['possible', 0]);
  });

  it('is not matched, by rules or by hand, before a person says that it is another', async () => {
    const first = await world.receive(4_701n);
    const text = (more: string) =>
      csvOf([
        ['47.01', first.topUpId],
        ['1.00', more],
      ]);
    await world.import(text('a'));
    await unmatch(shell, world.deps, (await world.lines())[0]?.id as bigint);
    await world.import(text('b'));
    const id = (await world.lines())[2]?.id as bigint;
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    await expect(match(id, first.key)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `Decide first whether an earlier statement has line ${id}.`,
    });
    await expectViolation(
      world.pool.query('update statement_lines set matched_amount = amount where id = $1', [id]),
      'statement_lines_matched_decided',
    );
    await decideDuplicate(shell, world.deps, id, true);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    expect((await makeReport(world.db, bank, always)).lines.map(({ id }) => id)).not.toContain(id);
    // An answer can be corrected while nothing was done with it.
    await decideDuplicate(shell, world.deps, id, false);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 1, ambiguous: 0, booked: 0 });
    await decideDuplicate(shell, world.deps, id, false);
    await expect(decideDuplicate(shell, world.deps, id, true)).rejects.toMatchObject({ code: 'invalid_state' });
    await expectBooksToHold(world.db);
  });

  it('is known where the files share more, and beyond the known number it is new', async () => {
    await world.import(csvOf([['1.00', 'a'], twin]));
    expect(await world.import(csvOf([['1.00', 'a'], twin, twin]))).toMatchObject({
      lines: 1,
      repeated: [2, 3],
      possible: 0,
    });
    // A file that begins in the middle of the day.
    expect(await world.import(csvOf([twin, twin, ['3.00', 'c']]))).toMatchObject({
      lines: 3,
      repeated: [],
      possible: 2,
    });
    expect(await world.import(csvOf([twin, ['3.00', 'c'], ['4.00', 'd']]))).toMatchObject({
      lines: 1,
      repeated: [2, 3],
    });
    // After a file that brought nothing, the last lines are those of the one before.
    expect(
      await world.import(
        csvOf([
          ['3.00', 'c'],
          ['4.00', 'd'],
        ]),
      ),
    ).toMatchObject({ lines: 0, repeated: [2, 3] });
    const last = await listLines(world.db, bank, {}, { after: undefined, limit: 2, oldestFirst: false });
    expect(last.map(({ reference }) => reference)).toEqual(['d', 'c']);
  });

  it('is known by itself on a day of which the file has a part, beside a day that it repeats', async () => {
    const days = (...rows: [day: number, text: string][]) =>
      `date,amount,currency,text\n${rows.map(([day, text]) => `2031-03-${10 + day},47.00,EUR,${text}\n`).join('')}`;
    const all: [number, string][] = [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [2, 'last'],
      [4, 'first'],
      [4, 'd'],
      [5, 'e'],
      [5, 'f'],
    ];
    await world.import(days(...all));
    expect(await world.import(days([1, 'a'], [1, 'b'], [2, 'last']))).toMatchObject({ lines: 0, repeated: [2, 3, 4] });
    expect(await world.import(days([4, 'first'], [5, 'e'], [5, 'f']))).toMatchObject({ lines: 0, repeated: [2, 3, 4] });
    expect(await world.import(days([2, 'last']))).toMatchObject({ lines: 1, possible: 1 });
  });

  it.each([null, `CSV ${createHash('sha256').update('["date","text"]').digest('hex').slice(0, 16)}`])(
    'is known from what an earlier version read by the same columns (layout %s), to the last space',
    async (layout) => {
      const at = world.clock.now(1n, 'test');
      const texts = ['morning', 'RF61  KXQM  PTBD', '="0042"', 'plain'];
      await inTransaction(world.db, async (tx) => {
        const file = { account: '', fileName: 'x.csv', fileHash: Buffer.alloc(32), layout: layout ?? undefined };
        const importId = await insertImport(tx, bank, file, at);
        const lines = texts.map((reference, index) => {
          const facts = ['', '2031-03-01', 'EUR', '4700', reference];
          const hash = createHash('sha256').update(facts.join('\n')).digest();
          return {
            ...undated,
            lineNumber: index + 2,
            bookedOn: '2031-03-01',
            currency: 'EUR',
            amount: 4_700n,
            reference,
            hash,
          };
        });
        await insertLines(tx, bank, importId, lines);
      });
      const rows = texts
        .slice(1)
        .map((text) => `2031-03-01,47.00,EUR,Erika Beispiel,"${text.replaceAll('"', '""')}"\n`);
      const text = `date,amount,currency,name,text\n${rows.join('')}2031-03-01,2.00,EUR,,new\n`;
      expect(await world.import(text)).toMatchObject({ lines: 1, repeated: [2, 3, 4], possible: 0 });
      expect((await judged()).map(({ amount }) => amount)).toEqual([4_700, 4_700, 4_700, 4_700, 200]);
    },
  );

  it('is known by the id of the bank, within its account, and in doubt if that says something else', async () => {
    const columns = { id: 'id' };
    const withIds = (rows: [id: string, amount: string, text: string][]) =>
      `date,amount,currency,text,id\n${rows.map(([id, amount, text]) => `2031-03-01,${amount},EUR,${text},${id}\n`).join('')}`;
    await world.import(
      withIds([
        ['B-1', '47.00', 'x'],
        ['', '2.00', 'no id'],
      ]),
      {},
      { columns },
    );
    const again = withIds([
      ['B-1', '47.00', 'x'],
      ['B-2', '47.00', 'x'],
      ['B-1', '48.00', 'x'],
      ['B-1', '47.00', 'x'],
    ]);
    expect(await world.import(again, {}, { columns })).toMatchObject({ lines: 3, repeated: [2], possible: 2 });
    expect(await judged()).toMatchObject([
      { amount: 4_700 },
      { amount: 200 },
      { amount: 4_700, duplicate: null },
      { amount: 4_800, duplicate: 'possible' },
      { amount: 4_700, duplicate: 'possible' },
    ]);
    // A file without ids names no other movement.
    expect(await world.import(csvOf([['2.00', 'no id']]))).toMatchObject({ lines: 1, possible: 1 });
    expect(await world.import(again, {}, { columns, account: 'other' }).catch(({ code }) => code)).toBe(
      'invalid_state',
    );
    // A bank may book a movement anew some days later, and use its ids again some day.
    const later = (day: string) => `date,amount,currency,text,id\n${day},47.00,EUR,x,B-1\n`;
    expect(await world.import(later('2031-03-08'), {}, { columns })).toMatchObject({ lines: 1, possible: 1 });
    expect(await world.import(later('2031-03-20'), {}, { columns })).toMatchObject({ lines: 1, possible: 0 });
    const other = `${again}2031-03-01,9.00,EUR,y,B-9\n`;
    expect(await world.import(other, {}, { columns, account: 'other' })).toMatchObject({ lines: 5, possible: 0 });
  });

  it('is known by its time of day, and in doubt where one statement gives none', async () => {
    const at = (time: string, ...texts: string[]) =>
      `date,amount,currency,text\n${texts.map((text) => `2031-03-01${time},47.00,EUR,${text}\n`).join('')}`;
    await world.import(at('T10:15:30', 'x'));
    expect(await world.import(at('T10:15:30', 'x', 'y'))).toMatchObject({ lines: 1, repeated: [2], possible: 0 });
    expect(await world.import(at('T10:15:31', 'x'))).toMatchObject({ lines: 1, possible: 0 });
    expect(await world.import(at('', 'x'))).toMatchObject({ lines: 1, possible: 1 });
  });
});

describe('a line of which nobody said whether it came in or went out', () => {
  const ing = (rows: [amount: string, sign: string, text: string][]) =>
    `date,amount,currency,Kant,text\n${rows.map(([amount, sign, text]) => `2031-03-01,${amount},EUR,${sign},${text}\n`).join('')}`;
  const mapped = { columns: { sign: 'Kant' } };

  it('matches nothing, by rules or by hand, until a person says it', async () => {
    const { topUpId, key } = await world.receive(4_801n);
    const result = await world.import(ing([['48.01', 'Bij', topUpId]]));
    expect(result).toMatchObject({ lines: 1, matched: 0, undirected: 1, open: 1, signColumns: ['Kant'] });
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    const id = (await world.lines())[0]?.id as bigint;
    await expect(match(id, key)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `Say first whether the money of line ${id} came in or went out: the statement does not.`,
    });
    const { totals } = await makeReport(world.db, bank, always);
    expect(totals.find(({ currency }) => currency === 'EUR')).toMatchObject({ statements: 0n, undecidedLines: 1n });
    await sayDirection(shell, world.deps, id, 'out');
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    expect(await judged()).toMatchObject([{ amount: -4_801, direction: 'out' }]);
    // An answer can be corrected while the line is open.
    await sayDirection(shell, world.deps, id, 'in');
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 1, ambiguous: 0, booked: 0 });
    await sayDirection(shell, world.deps, id, 'in');
    await expect(sayDirection(shell, world.deps, id, 'out')).rejects.toMatchObject({ code: 'invalid_state' });
    await unmatch(shell, world.deps, id);
    await world.pool.query(`insert into returned_transfers (line_id, reason, returned_at) values ($1, 'x', now())`, [
      id,
    ]);
    await expect(sayDirection(shell, world.deps, id, 'out')).rejects.toMatchObject({
      message: `The money of line ${id} is marked as sent back.`,
    });
    await world.pool.query('delete from returned_transfers');
    await expectBooksToHold(world.db);
  });

  it('has it as soon as the same file is read with its sign; after that the file is known', async () => {
    const { topUpId, key } = await world.receive(4_802n);
    const text = ing([
      ['71.00', 'Af', 'rent'],
      ['48.02', 'Bij', topUpId],
    ]);
    await world.import(text);
    await expect(world.import(text)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await world.import(text, {}, { ...mapped, dryRun: true })).toMatchObject({ directed: 2, matched: 1 });
    expect(await world.import(text, {}, mapped)).toMatchObject({
      lines: 0,
      directed: 2,
      undirected: 0,
      matched: 1,
      open: 1,
    });
    expect(await judged()).toMatchObject([
      { amount: -7_100, direction: 'read', matched: false },
      { amount: 4_802, direction: 'read', matched: true },
    ]);
    expect((await world.lines()).map(({ transfer }) => transfer)).toEqual([null, nameOf(key)]);
    await expect(world.import(text, {}, mapped)).rejects.toMatchObject({ code: 'invalid_state' });
    await expectBooksToHold(world.db);
  });

  it('and that another file says with its direction is a possible duplicate', async () => {
    await world.import(
      ing([
        ['71.00', 'Af', 'rent'],
        ['5.00', 'Bij', 'x'],
      ]),
    );
    const other = ing([
      ['71.00', 'Af', 'rent'],
      ['5.00', 'Bij', 'x'],
      ['6.00', 'Bij', 'y'],
    ]);
    expect(await world.import(other, {}, mapped)).toMatchObject({ lines: 3, repeated: [], possible: 2 });
  });

  it('is said of no other line', async () => {
    await world.import(csvOf([['5.00', 'read']]));
    const id = (await world.lines())[0]?.id as bigint;
    await expect(sayDirection(shell, world.deps, id, 'out')).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(decideDuplicate(shell, world.deps, id, true)).rejects.toMatchObject({ code: 'invalid_state' });
    for (const decide of [
      () => sayDirection(shell, world.deps, 999_999n, 'in'),
      () => decideDuplicate(shell, world.deps, 999_999n, true),
    ]) {
      await expect(decide()).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('later', () => {
  it('what was posted since is matched by the next import, or when asked', async () => {
    const first = await world.receive(4_100n);
    await world.import(
      csvOf([
        ['41.00', first.topUpId],
        ['42.00', 'top_unknown'],
      ]),
    );
    const lines = await world.lines();
    await unmatch(shell, world.deps, (lines[0] as { id: bigint }).id);
    // Rules would only match it again.
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    const second = await world.receive(4_300n);
    await world.pool.query(`update statement_lines set amount = 4300, reference = $1 where id = $2`, [
      second.topUpId,
      lines[1]?.id,
    ]);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 1, ambiguous: 0, booked: 0 });
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    await expectBooksToHold(world.db);
  });
});

const match = (lineId: bigint, key: TransferKey) => matchByHand(shell, world.deps, lineId, { transfers: [key] });

describe('by hand', () => {
  it('a line is matched with a transfer of the same money, and taken back', async () => {
    const { key } = await world.receive(5_100n);
    await world.import(csvOf([['51.00', 'no name']]));
    const [line] = await world.lines();
    const id = line?.id as bigint;
    await match(id, key);
    // Repeating it changes nothing.
    await match(id, key);
    expect(await world.lines()).toMatchObject([{ transfer: nameOf(key), byHand: true }]);
    await unmatch(shell, world.deps, id, [key]);
    expect(await world.lines()).toMatchObject([{ transfer: null, byHand: false, rulesOff: false }]);
    await expect(unmatch(shell, world.deps, id, [key])).rejects.toMatchObject({ code: 'invalid_state' });
    await expectBooksToHold(world.db);
  });

  it('a match that is taken back leaves the line to the rules, unless they made it', async () => {
    const { key, topUpId } = await world.receive(5_110n);
    await world.import(csvOf([['51.10', topUpId]]));
    const id = (await world.lines())[0]?.id as bigint;
    await unmatch(shell, world.deps, id, [key]);
    expect(await world.lines()).toMatchObject([{ transfer: null, byHand: false, rulesOff: true }]);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0, booked: 0 });
    await world.pool.query('update statement_lines set rules_off = false');
    await match(id, key).then(() => unmatch(shell, world.deps, id));
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 1, ambiguous: 0, booked: 0 });
    expect(await world.lines()).toMatchObject([{ transfer: nameOf(key), byHand: false }]);
    // Once the rules are off, they stay so; on a line without a match, this is all that it does.
    for (const _twice of [1, 2]) await unmatch(shell, world.deps, id);
    await match(id, key).then(() => unmatch(shell, world.deps, id));
    expect(await world.lines()).toMatchObject([{ transfer: null, rulesOff: true }]);
    await world.pool.query('update statement_lines set rules_off = false');
    await unmatch(shell, world.deps, id);
    expect(await world.lines()).toMatchObject([{ transfer: null, rulesOff: true }]);
  });

  it('a note stays until it is removed, and each act is in the audit log', async () => {
    await world.import(csvOf([['51.20', 'no name']]));
    const id = (await world.lines())[0]?.id as bigint;
    const noted = async () => (await world.pool.query('select note from statement_lines where id = $1', [id])).rows;
    await noteLine(shell, world.deps, id, 'Asked the bank');
    expect(await noted()).toEqual([{ note: 'Asked the bank' }]);
    await noteLine(shell, world.deps, id, null);
    expect(await noted()).toEqual([{ note: null }]);
    for (const note of [' ', 'x'.repeat(501)]) {
      await expect(noteLine(shell, world.deps, id, note)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    const { rows } = await world.pool.query(
      `select action, before ->> 'note' as before, after ->> 'note' as after from audit_log
       where object_kind = 'statement_line' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(rows).toEqual([
      { action: 'reconciliation.note', before: null, after: 'Asked the bank' },
      { action: 'reconciliation.note', before: 'Asked the bank', after: null },
    ]);
  });

  it('nothing else is', async () => {
    const [a, b] = [await world.receive(5_200n), await world.receive(5_200n)];
    const [dollars, card, live] = [
      await world.receive(5_200n, { currency: 'USD' }),
      await world.receive(5_200n, { source: 'card' }),
      await world.receive(5_200n, { mode: 'live' }),
    ];
    await world.import(
      csvOf([
        ['52.00', 'one'],
        ['52.00', 'two'],
        ['-52.00', 'out'],
        ['52.01', 'more'],
      ]),
    );
    const [one, two, out, more] = (await world.lines()).map((line) => line.id) as [bigint, bigint, bigint, bigint];
    await match(one, a.key);
    const tries: [bigint, { holderId: bigint; id: bigint }, string, RegExp][] = [
      [one, b.key, 'invalid_state', /^Line \d+ is matched\.$/],
      [two, a.key, 'invalid_state', /^Transfer \d+\/\d+ is matched with another line\.$/],
      [out, b.key, 'invalid_state', /^-52\.00 EUR of the line is open, and 52\.00 EUR of transfer \d+\/\d+\.$/],
      [more, b.key, 'invalid_state', /^52\.01 EUR of the line is open/],
      [two, dollars.key, 'invalid_state', /and 52\.00 USD of transfer \d+\/\d+\.$/],
      [two, card.key, 'not_found', /moves money at outside:bank/],
      [two, live.key, 'not_found', /^No test transfer/],
      [two, { holderId: 999_999n, id: 1n }, 'not_found', /^No test transfer 999999\/1/],
      [999_999n, b.key, 'not_found', /^No statement has the line 999999\.$/],
    ];
    for (const [line, key, code, message] of tries) {
      await expect(match(line, key)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    }
    await expect(unmatch(shell, world.deps, 999_999n)).rejects.toMatchObject({ code: 'not_found' });
    await expectBooksToHold(world.db);
  });

  it('two lines at once want one transfer: one gets it', async () => {
    const { key } = await world.receive(5_300n);
    await world.import(csvOf(Array.from({ length: 5 }, (_, index) => ['53.00', `line ${index}`])));
    const tries = (await world.lines()).map(({ id }) => match(id, key));
    expect(await outcomes(tries)).toEqual(['done', ...Array(4).fill('invalid_state')]);
    expect((await world.lines()).filter((line) => line.transfer !== null)).toHaveLength(1);
  });

  it('and the database itself keeps what is matched within the line', async () => {
    await world.import(csvOf([['54.00', 'a']]));
    for (const wrong of [5_401n, -1n]) {
      await expectViolation(
        world.pool.query('update statement_lines set matched_amount = $1', [wrong]),
        'statement_lines_matched',
      );
    }
  });

  it('a collective line is several transfers, and a transfer is paid in several lines', async () => {
    const [a, b, whole] = [await world.receive(1_000n), await world.receive(2_500n), await world.receive(9_000n)];
    await world.import(
      csvOf([
        ['35.00', 'both'],
        ['50.00', 'first part'],
        ['40.00', 'second part'],
        ['12.00', 'too much'],
      ]),
    );
    const [both, first, second, more] = (await world.lines()).map(({ id }) => id) as [bigint, bigint, bigint, bigint];
    const all = { transfers: [a.key, b.key] };
    await matchByHand(shell, world.deps, both, all);
    await matchByHand(shell, world.deps, both, all);
    await expect(match(first, whole.key)).rejects.toMatchObject({
      message: expect.stringMatching(/^50\.00 EUR of the line is open, and 90\.00 EUR of transfer/),
    });
    await matchByHand(shell, world.deps, first, { transfers: [whole.key], difference: 'open' });
    const leftOf = async (...keys: TransferKey[]) =>
      (await makeReport(world.db, bank, always)).transfers
        .filter((one) => keys.some((key) => nameOf(key) === nameOf(one)))
        .map(({ amount, leftAmount }) => [amount, leftAmount]);
    expect(await leftOf(a.key, b.key, whole.key)).toEqual([[9_000n, 4_000n]]);
    const [euros] = (await makeReport(world.db, bank, always)).totals;
    expect(euros).toMatchObject({ statements: 13_700n, unmatchedLinesAmount: 5_200n });
    expect(euros?.difference).toBe((euros?.unmatchedTransfersAmount ?? 0n) - 5_200n);
    await match(second, whole.key);
    await expect(match(more, whole.key)).rejects.toMatchObject({ code: 'invalid_state' });
    await expectBooksToHold(world.db);

    await unmatch(shell, world.deps, both, [a.key]);
    await expect(matchByHand(shell, world.deps, both, all)).rejects.toMatchObject({
      message: expect.stringMatching(/^Line \d+ is matched with transfer \d+\/\d+ already\. Undo that match first\.$/),
    });
    await expect(unmatch(shell, world.deps, both, [a.key])).rejects.toMatchObject({ code: 'invalid_state' });
    const { lines } = await makeReport(world.db, bank, always);
    expect(lines.map(({ amount, matchedAmount }) => [amount, matchedAmount])).toEqual([
      [3_500n, 2_500n],
      [1_200n, 0n],
    ]);
    expect(await leftOf(a.key, b.key, whole.key)).toEqual([[1_000n, 1_000n]]);
    await match(both, a.key);
    await expectBooksToHold(world.db);
  });

  it('what went the other way is taken off, where both sides come to the same', async () => {
    const { key } = await world.receive(5_000n);
    const { topUpId, key: taken } = await world.receive(800n);
    await inTransaction(world.db, (tx) =>
      reverseTopUp(shell, tx, world.clock, topUpId, { amount: undefined, reason: 'Sent twice' }),
    );
    const { rows } = await world.pool.query(
      `select id from transfers where code = 'top_up_reversed' and subject_id = $1`,
      [topUpId],
    );
    await world.import(csvOf([['50.00', 'all together']]));
    const [{ id } = { id: 0n }] = await world.lines();
    const back = { holderId: taken.holderId, id: rows[0].id };
    await expect(matchByHand(shell, world.deps, id, { transfers: [key, back] })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await matchByHand(shell, world.deps, id, { transfers: [key, taken, back] });
    const open = (await makeReport(world.db, bank, always)).transfers.map(nameOf);
    for (const one of [key, taken, back]) expect(open).not.toContain(nameOf(one));
    await expectBooksToHold(world.db);
  });
});

describe('the report', () => {
  it('lists both sides, with candidates, and its difference is what is unmatched', async () => {
    const [a, b, c] = [await world.receive(6_100n), await world.receive(6_200n), await world.receive(6_300n)];
    await world.import(
      csvOf([
        ['61.00', a.topUpId],
        ['62.00', `${b.topUpId} first`],
        ['62.00', `${b.topUpId} second`],
        ['63.00', 'no name'],
        ['-7.77', 'bank fee'],
        ['5.00', 'dollars', 'USD'],
      ]),
    );
    const { totals, lines, transfers, complete } = await makeReport(world.db, bank, always);
    expect(complete).toBe(true);
    expect(lines.map(({ reference, named, candidates }) => [reference, named, candidates.map(nameOf)])).toEqual([
      [`${b.topUpId} first`, true, [nameOf(b.key)]],
      [`${b.topUpId} second`, true, [nameOf(b.key)]],
      ['no name', false, [nameOf(c.key)]],
      ['bank fee', false, []],
      ['dollars', false, []],
    ]);
    const open = transfers.map(nameOf);
    expect(open).toEqual(expect.arrayContaining([nameOf(b.key), nameOf(c.key)]));
    expect(open).not.toContain(nameOf(a.key));
    for (const total of totals) {
      expect(total.difference).toBe(total.unmatchedTransfersAmount - total.unmatchedLinesAmount);
      expect(total.difference).toBe(total.books - total.statements);
    }
    const { rows } = await world.pool.query<{ held: bigint }>(
      `select -sum(balance)::bigint as held from accounts where kind = 'outside' and source = 'bank' and mode = 'test' and currency = 'EUR'`,
    );
    const euros = totals.find((total) => total.currency === 'EUR');
    expect([euros?.books, euros?.statements]).toEqual([rows[0]?.held, 24_023n]);
    await expectBooksToHold(world.db);
  });

  it('of some days, and no longer than it may be', async () => {
    await world.import(csvOf([['1.00', 'march']], '2031-03-31'));
    await world.import(csvOf([['1.00', 'april']], '2031-04-01'));
    const refs = async (from?: string, to?: string) =>
      (await makeReport(world.db, bank, { from, to })).lines.map((line) => line.reference);
    expect(await refs('2031-04-01')).toEqual(['april']);
    expect(await refs(undefined, '2031-03-31')).toEqual(['march']);
    expect(await refs('2031-03-31', '2031-04-01')).toEqual(['march', 'april']);
    const short = await makeReport(world.db, bank, always, 1);
    expect([short.complete, short.lines.length]).toEqual([false, 1]);
    await world.receive(1n, { source: 'card' });
    await world.receive(2n, { source: 'card' });
    const { complete, transfers } = await makeReport(world.db, { ...bank, source: 'card' }, always, 1);
    expect([complete, transfers.length]).toEqual([false, 1]);
  });

  it('of the transfers of some days of UTC', async () => {
    const book = { holderId: await makeCompany(world.db), mode: 'test', currency: 'CHF' } as const;
    const posted = ['2031-03-30T23:59:59.999Z', '2031-03-31', '2031-03-31T23:59:59.999Z', '2031-04-01'];
    for (const [index, at] of posted.entries()) {
      const clearing = accountAt(book, 'clearing');
      await inTransaction(world.db, (tx) => bringIn(tx, clearing, BigInt(index + 1), new Date(at), 'onlinewallet'));
    }
    const amounts = async (from?: string, to?: string) =>
      (await makeReport(world.db, { source: 'onlinewallet', mode: 'test' }, { from, to })).transfers.map((one) =>
        Number(one.amount),
      );
    expect(await amounts()).toEqual([1, 2, 3, 4]);
    expect(await amounts('2031-03-31')).toEqual([2, 3, 4]);
    expect(await amounts(undefined, '2031-03-31')).toEqual([1, 2, 3]);
    expect(await amounts('2031-03-31', '2031-03-31')).toEqual([2, 3]);
    await expectBooksToHold(world.db);
  });

  it('of a source that nothing is known of is empty', async () => {
    expect(await makeReport(world.db, { source: 'onlinewallet', mode: 'live' }, always)).toEqual({
      totals: [],
      gaps: [],
      balances: [],
      lines: [],
      transfers: [],
      complete: true,
    });
  });
});

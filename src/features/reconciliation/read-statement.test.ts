/** Statement files: valid, with an invalid line, too large, in another encoding. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileBytesMax, readStatement } from './read-statement.ts';
import type { StatementFormat, StatementLine } from './statement-line.ts';

const format: StatementFormat = {
  columns: { date: 'Date', amount: 'Amount', currency: 'Currency', reference: 'Text' },
  decimal: 'point',
  delimiter: ',',
  dateFormat: 'YYYY-MM-DD',
  encoding: 'utf-8',
  currency: undefined,
};
const undated = { bookedTime: undefined, bankId: undefined, direction: 'read' } as const;
const header = 'Date,Amount,Currency,Text\n';
const read = (text: string | Buffer, changes: Partial<StatementFormat> = {}, rowsLimit?: number) =>
  readStatement(() => [Buffer.from(text)], { ...format, ...changes }, rowsLimit);
/** Two at a time, as an import gets them. */
const linesOf = async (result: Awaited<ReturnType<typeof readStatement>>): Promise<StatementLine[]> => {
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const lines: StatementLine[] = [];
  await result.statement.eachLines(2, async (some) => {
    expect(some.length).toBeLessThanOrEqual(2);
    lines.push(...some);
  });
  return lines;
};
const problemsOf = async (...args: Parameters<typeof read>) => {
  const result = await read(...args);
  return result.ok ? [] : result.problems;
};

it('reads lines, with quotes, line breaks within cells, a byte order mark and CRLF', async () => {
  const text = `\ufeffText,Other,Date,Amount,Currency\r\n"a ""b"",\r\nc",x,2031-03-01,-1.50,EUR\r\n\r\nd,,2031-03-02,0,EUR\r\nü,,2031-03-02,7,JPY\r\n`;
  const result = await read(text);
  expect(result).toMatchObject({
    ok: true,
    statement: { fileHash: createHash('sha256').update(text).digest(), empty: 1 },
  });
  expect(await linesOf(result)).toEqual([
    { lineNumber: 3, bookedOn: '2031-03-01', currency: 'EUR', amount: -150n, reference: 'a "b", c', ...undated },
    { lineNumber: 6, bookedOn: '2031-03-02', currency: 'JPY', amount: 7n, reference: 'ü', ...undated },
  ]);
});

it('reads what is cut anywhere, in the middle of a character too', async () => {
  const bytes = Buffer.from(`${header}2031-03-01,1.00,EUR,Łódź 🍕\n`);
  const chunks = [...bytes].map((byte) => Buffer.from([byte]));
  expect((await linesOf(await readStatement(() => chunks, format)))[0]?.reference).toBe('Łódź 🍕');
});

it('of many rows lets others have their turn, though the file comes as one chunk', async () => {
  const text = Buffer.from(`${header}${'2031-03-01,1.00,EUR,x\n'.repeat(20_000)}`);
  let turns = 0;
  let reading = true;
  const others = () => {
    turns += 1;
    if (reading) setImmediate(others);
  };
  setImmediate(others);
  const result = await readStatement(() => [text], format);
  reading = false;
  expect(result.ok).toBe(true);
  expect(turns).toBeGreaterThan(3);
});

it('reads a German bank', async () => {
  const text = Buffer.from('Buchungstag;Betrag;Verwendungszweck\n01.03.2031;1.234,50;Müller\n', 'latin1');
  const german: Partial<StatementFormat> = {
    columns: { date: 'Buchungstag', amount: 'Betrag', reference: 'Verwendungszweck' },
    decimal: 'comma',
    delimiter: ';',
    dateFormat: 'DD.MM.YYYY',
    currency: 'EUR',
  };
  expect(await problemsOf(text, german)).toEqual([expect.stringMatching(/^The file is not UTF-8/)]);
  const result = await read(text, { ...german, encoding: 'latin1' });
  expect(await linesOf(result)).toEqual([
    { lineNumber: 2, bookedOn: '2031-03-01', currency: 'EUR', amount: 123_450n, reference: 'Müller', ...undated },
  ]);
});

describe('what is wrong is told with its line', () => {
  const good = '2031-03-01,1.00,EUR,x\n';
  it.each([
    [
      'an unclosed quote',
      `${header}${good}2031-03-01,1.00,EUR,"x\n${good}`,
      /^Line \d: a quoted cell is never closed\.$/,
    ],
    [
      'text after a quote',
      `${header}${good}2031-03-01,1.00,EUR,"x"y\n`,
      /^Line 3: something follows a closing quote\.$/,
    ],
    ['a quote within', `${header}${good}2031-03-01,1.00,EUR,x"y\n`, /^Line 3: there is a quote within a cell/],
    ['a cell too few', `${header}${good}2031-03-01,1.00,EUR\n`, /^Line 3: it has another number of cells/],
    ['a cell too many', `${header}${good}2031-03-01,1,00,EUR,x\n`, /^Line 3: it has another number of cells/],
    [
      'a bad amount',
      `${header}${good}2031-03-01,1.0.0,EUR,x\n`,
      /^Line 3, column "Amount": "1\.0\.0" is not an amount in EUR with a decimal point\.$/,
    ],
    ['too many decimals', `${header}2031-03-01,1.005,EUR,x\n`, /^Line 2, column "Amount": "1\.005" is not an amount/],
    [
      'a bad date',
      `${header}${good}${good}2031-02-30,1,EUR,x\n`,
      /^Line 4, column "Date": "2031-02-30" is not a date like YYYY-MM-DD\.$/,
    ],
    ['no such currency', `${header}2031-03-01,1,XXX,x\n`, /^Line 2, column "Currency": "XXX" is not a currency/],
    [
      'a missing column',
      'Date,Betrag,Currency,Text\n',
      /^Line 1: there is no column "Amount"\. The columns are "Date", "Betrag"/,
    ],
    ['a column twice', 'Date,Amount,Amount,Currency,Text\n', /^Line 1: there are 2 columns "Amount"/],
    ['an empty file', '', /^The file is empty\.$/],
    ['no text at all', Buffer.from([0xff, 0xfe, 0x00]), /^The file is not UTF-8/],
    [
      'an endless line',
      `${header}2031-03-01,1,EUR,${'x'.repeat(70_000)}\n`,
      /^Line 2: it has more than 65536 bytes\.$/,
    ],
  ])('%s', async (_name, text, message) => {
    expect(await problemsOf(text)).toEqual([expect.stringMatching(message)]);
  });

  it('several of them at once, up to ten', async () => {
    const bad = '2031-03-01,x,EUR,y\n';
    expect(await problemsOf(header + bad + good + bad)).toEqual([
      expect.stringMatching(/^Line 2, column /),
      expect.stringMatching(/^Line 4, column /),
    ]);
    expect(await problemsOf(header + bad.repeat(5_000))).toHaveLength(11);
  });

  it('more bytes or rows than there may be', async () => {
    async function* endless() {
      const chunk = Buffer.from(`2031-03-01,1.00,EUR,${'x'.repeat(1_900)}\n`.repeat(100));
      yield Buffer.from(header);
      for (;;) yield chunk;
    }
    expect(await readStatement(endless, format, Number.MAX_SAFE_INTEGER)).toEqual({
      ok: false,
      problems: [`The file is larger than ${fileBytesMax} bytes.`],
    });
    expect(await problemsOf(header + good.repeat(4), {}, 3)).toEqual(['The file has more than 3 rows.']);
    expect((await read(header + good.repeat(3), {}, 3)).ok).toBe(true);
  });
});

describe('a file whose amounts have no sign', () => {
  const withColumn = (name: string, rows: [amount: string, cell: string][]) =>
    `Date,Amount,Currency,Text,"${name}"\n${rows.map(([amount, cell]) => `2031-03-01,${amount},EUR,x,"${cell}"\n`).join('')}`;
  const asked = async (text: string, changes: Partial<StatementFormat> = {}) => {
    const result = await read(text, changes);
    return result.ok ? result.statement.signColumns : result.problems;
  };

  it.each<[name: string, isAsked: boolean, column: string, rows: [amount: string, cell: string][]]>([
    ['ING’s sign', true, 'Af Bij', [['71.00', 'Af']]],
    [
      'a sign of money in alone',
      true,
      'x',
      [
        ['71.00', 'Bij'],
        ['5.00', 'Bij'],
      ],
    ],
    [
      'a German sign',
      true,
      'Kennzeichen',
      [
        ['71.00', 'S'],
        ['5.00', 'H'],
      ],
    ],
    ['a known name with other words', true, 'Soll/Haben', [['71.00', 'raus']]],
    [
      'one word among others',
      true,
      'Kind',
      [
        ['71.00', 'Transfer'],
        ['5.00', 'Card'],
        ['2.00', 'Withdrawal'],
      ],
    ],
    [
      'two words of any language',
      true,
      'Tyyppi',
      [
        ['71.00', 'Otto'],
        ['5.00', 'Pano'],
        ['2.00', 'Otto'],
      ],
    ],
    ['an empty column of that name', false, 'Af Bij', [['71.00', '']]],
    [
      'names',
      false,
      'Name',
      [
        ['71.00', 'Ada Byron'],
        ['5.00', 'Alan Turing'],
        ['2.00', 'Ada Byron'],
      ],
    ],
    [
      'two names',
      false,
      'Name',
      [
        ['71.00', 'Ada'],
        ['5.00', 'Alan'],
      ],
    ],
    ['accounts', false, 'Account', [['71.00', 'DE89370400440532013000']]],
    [
      'signs that agree with amounts',
      false,
      'D/C',
      [
        ['-71.00', 'D'],
        ['5.00', 'C'],
      ],
    ],
    [
      'a sign that an amount contradicts',
      true,
      'D/C',
      [
        ['-71.00', 'D'],
        ['5.00', 'D'],
      ],
    ],
    ['only money that went out', false, 'Kind', [['-71.00', 'Transfer']]],
  ])('%s: asked %s', async (_name, isAsked, column, rows) => {
    expect(await asked(withColumn(column, rows))).toEqual(isAsked ? [column] : []);
  });

  const ing = withColumn('Af Bij', [
    ['71.00', 'Af'],
    ['0', 'Af'],
    ['5.00', 'Bij'],
  ]);
  const money = async (changes: Partial<StatementFormat>) =>
    (await linesOf(await read(ing, changes))).map(({ amount, direction }) => [amount, direction]);

  it('has lines of an unknown direction until the sign is mapped, or someone says that there is none', async () => {
    expect(await money({})).toEqual([
      [7_100n, 'unknown'],
      [500n, 'unknown'],
    ]);
    expect(await money({ columns: { ...format.columns, sign: 'Af Bij' } })).toEqual([
      [-7_100n, 'read'],
      [500n, 'read'],
    ]);
    expect(await money({ signed: true })).toEqual([
      [7_100n, 'read'],
      [500n, 'read'],
    ]);
  });

  it('and no column that could be one came in as a whole', async () => {
    expect(await asked(`${header}2031-03-01,71.00,EUR,x\n`)).toEqual([]);
    const split = { date: 'Date', credit: 'Amount', debit: 'Af Bij', currency: 'Currency', reference: 'Text' };
    expect(await asked(withColumn('Af Bij', [['71.00', '']]), { columns: split })).toEqual([]);
  });
});

it.each<[Partial<StatementFormat>, RegExp]>([
  [{ columns: { amount: 'Amount', currency: 'Currency', reference: 'Text' } }, /no column for date/],
  [{ columns: { date: 'Date', amount: 'Amount', currency: 'Currency' } }, /no column for reference/],
  [{ columns: { date: 'Date', currency: 'Currency', reference: 'Text' } }, /for amount, or for credit and debit/],
  [{ columns: { ...format.columns, credit: 'Credit' } }, /for amount, or for credit and debit/],
  [{ columns: { date: 'Date', amount: 'Amount', reference: 'Text' } }, /one of the two/],
  [{ currency: 'EUR' }, /one of the two/],
  [{ dateFormat: 'DD.MM' }, /"DD.MM" is not a date format/],
  [{ columns: { ...format.columns, sign: 'S' }, signed: true }, /goes with one for amount/],
  [
    { columns: { date: 'Date', credit: 'C', sign: 'S', currency: 'Currency', reference: 'Text' } },
    /goes with one for amount/,
  ],
  [{ delimiter: '"' }, /delimiter must be one character/],
  [{ delimiter: ';;' }, /delimiter must be one character/],
])('a mapping of %j is refused', async (changes, message) => {
  expect(await problemsOf(header, changes)).toEqual([expect.stringMatching(message)]);
});

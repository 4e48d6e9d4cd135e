/** Cells, lines and files that are not as they should be; and a random statement in a random shape. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCurrency } from '../../../base/money/currency.ts';
import { Unreadable } from '../unreadable.ts';
import { minorUnits, readAmountText } from './amount-text.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { type DateOrder, readDate, splitDate } from './date-text.ts';
import { type CsvSummary, readCsv } from './read-csv.ts';
import { understandCsv } from './understand-csv.ts';

async function all<Of>(parts: AsyncIterable<Of>): Promise<Of[]> {
  const found: Of[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

describe('an amount', () => {
  const read = (text: string, mark: 'point' | 'comma', code: string) => {
    const amount = readAmountText(text, mark);
    const currency = findCurrency(code);
    return amount && currency && minorUnits(amount, currency);
  };

  it.each<[string, 'point' | 'comma', string, bigint | undefined]>([
    ['12.30', 'point', 'EUR', 1_230n],
    ['-12.3', 'point', 'EUR', -1_230n],
    ['+12', 'point', 'EUR', 1_200n],
    ['- 12,30', 'comma', 'EUR', -1_230n],
    ['12.30-', 'point', 'EUR', -1_230n],
    ['\u221212.30', 'point', 'EUR', -1_230n],
    ['(12.30)', 'point', 'EUR', -1_230n],
    ['($1,234.50)', 'point', 'USD', -123_450n],
    ['-$12.30', 'point', 'USD', -1_230n],
    ['$-12.30', 'point', 'USD', -1_230n],
    ['1,234,567.89', 'point', 'EUR', 123_456_789n],
    ['1,23,45,678.90', 'point', 'INR', 1_234_567_890n],
    ["1'234.50", 'point', 'CHF', 123_450n],
    ['1’234.50', 'point', 'CHF', 123_450n],
    ['1.234.567,89', 'comma', 'EUR', 123_456_789n],
    ['1\u202f234,50', 'comma', 'EUR', 123_450n],
    ['1.234', 'comma', 'EUR', 123_400n],
    ['1.234', 'point', 'KWD', 1_234n],
    ['.5', 'point', 'EUR', 50n],
    ['100.00 Cr', 'point', 'INR', 10_000n],
    ['100.00 Dr.', 'point', 'INR', -10_000n],
    ['100,00 D', 'comma', 'BRL', -10_000n],
    ['12,50S', 'comma', 'EUR', -1_250n],
    ['1 234,50 Kč', 'comma', 'CZK', 123_450n],
    ['EUR 12.30', 'point', 'EUR', 1_230n],
    ['500.00', 'point', 'JPY', 500n],
    ['500.50', 'point', 'JPY', undefined],
    ['1.005', 'point', 'EUR', undefined],
    ['12,30', 'point', 'EUR', undefined],
    ['12.30', 'comma', 'EUR', undefined],
    ['1,2345.00', 'point', 'EUR', undefined],
    ['1.234 567,00', 'comma', 'EUR', undefined],
    ['-12-', 'point', 'EUR', undefined],
    ['(-12)', 'point', 'EUR', undefined],
    ['(12', 'point', 'EUR', undefined],
    ['-12 Cr', 'point', 'EUR', undefined],
    ['1e3', 'point', 'EUR', undefined],
    ['5.', 'point', 'EUR', undefined],
    ['12 XYZ', 'point', 'EUR', undefined],
    ['١٢', 'point', 'EUR', undefined],
    ['1234567890123456', 'point', 'EUR', undefined],
  ])('%j with a %s in %s is %s', (text, mark, code, minor) => {
    expect(read(text, mark, code)).toBe(minor);
  });
});

describe('a date', () => {
  it.each<[string, DateOrder, string | undefined]>([
    ['01.03.2031', 'MDY', '2031-03-01'],
    ['1.3.31', 'DMY', '2031-03-01'],
    ['03/01/2031', 'MDY', '2031-03-01'],
    ['03/01/2031', 'DMY', '2031-01-03'],
    ['31-03-01', 'YMD', '2031-03-01'],
    ['2031/3/1', 'DMY', '2031-03-01'],
    ['20310301', 'DMY', '2031-03-01'],
    ['01032031', 'YMD', undefined],
    ['01032031', 'DMY', '2031-03-01'],
    ['310301', 'YMD', '2031-03-01'],
    ['2031.03.01.', 'DMY', '2031-03-01'],
    ['1 Mar 31', 'MDY', '2031-03-01'],
    ['01-MÄR-2031', 'MDY', '2031-03-01'],
    ['Mar 1, 2031', 'DMY', '2031-03-01'],
    ['1 de agosto de 2031', 'DMY', '2031-08-01'],
    ['Sat, 1 March 2031', 'DMY', '2031-03-01'],
    ['29.02.2032', 'DMY', '2032-02-29'],
    ['29.02.2031', 'DMY', undefined],
    ['31/04/2031', 'DMY', undefined],
    ['01.03.0026', 'DMY', undefined],
    ['0026-03-01', 'YMD', undefined],
    ['01.03.2100', 'DMY', undefined],
    ['01.03.', 'DMY', undefined],
    ['1 Foo 2031', 'DMY', undefined],
    ['01.03.2031 Rent', 'DMY', undefined],
    ['', 'DMY', undefined],
  ])('%j as %s is %j', (text, order, day) => {
    expect(readDate(text, order)?.day).toBe(day);
  });

  it.each([
    ['2031-03-01T10:00:00Z', '10:00:00'],
    ['2031-03-01 10:00:00 +0000', '10:00:00'],
    ['01/03/2031 6:50 PM', '18:50:00'],
    ['01-03-2031 / 10:05', '10:05:00'],
    ['10:05, 01/03/2031', '10:05:00'],
    ['2031-03-01 10:05:09.123456', '10:05:09'],
    ['2031-03-01 00:00:00', undefined],
    ['2031-03-01', undefined],
  ])('%j has the time %j', (text, time) => {
    expect(splitDate(text)?.time).toBe(time);
  });
});

const mapping: CsvMapping = {
  ...{
    delimiter: ',',
    quote: '"',
    escape: 'quote',
    lines_before: 0,
    header_lines: 1,
    header: ['date', 'amount', 'currency', 'text', 'status'],
  },
  ...{
    width: 5,
    columns: { date: 0, amount: 1, currency: 2, status: 4 },
    texts: [3],
    decimal: 'point',
    date_order: 'DMY',
  },
  ...{ currency: null, amounts: 'signed', debits: 'positive', charges: 'included', balance_order: null },
  ...{ sign_words: { incoming: [], outgoing: [] }, status_words: { booked: [], pending: [], void: [] } },
};
const header = 'Date,Amount,Currency,Text,Status\n';
const good = '2031-03-01,1.00,EUR,x,\n';

async function outcome(text: string, changes: Partial<CsvMapping> = {}, rowsLimit?: number) {
  const reader = readCsv([text], { ...mapping, ...changes }, { rowsLimit });
  const [problems, entries]: [string[], string[]] = [[], []];
  for (;;) {
    const { value, done } = await reader.next();
    if (done === true) return { problems, entries, summary: value as CsvSummary };
    if (value.kind === 'problem') problems.push(`${value.problem.lineNumber}: ${value.problem.message}`);
    if (value.kind === 'entry' && value.entry.status !== 'information')
      entries.push(`${value.entry.lineNumber} ${value.entry.amount} ${value.entry.texts}`);
  }
}

describe('what is wrong is named with its line:', () => {
  it.each<[name: string, rows: string, message: RegExp]>([
    ['an unclosed quote', `${good}2031-03-01,1.00,EUR,"x,\n${good}`, /^\d: A quote is opened and never closed/],
    ['text after a quote', `${good}2031-03-01,1.00,EUR,"x"y,\n`, /^3: Something follows a closing quote/],
    ['a quote within', `${good}2031-03-01,1.00,EUR,x"y,\n`, /^3: There is a quote within a cell/],
    ['too few cells', `${good}2031-03-01,1.00,EUR,x\n`, /^3: The line has 4 cells, not 5\./],
    [
      'too many cells',
      `${good}2031-03-01,1,00,EUR,x,y\n`,
      /^3: The line has 6 cells, not 5\. Put a cell that holds a "," in quotes\.$/,
    ],
    ['no amount', '2031-03-01,1.0.0,EUR,x,\n', /^2: Column "Amount": "1\.0\.0" is not an amount with a decimal point/],
    ['an empty amount', '2031-03-01,,EUR,x,\n', /^2: Column "Amount": There is no amount\.$/],
    [
      '18 digits',
      '2031-03-01,123456789012345678.00,EUR,x,\n',
      /^2: Column "Amount": "123456789012345678\.00" is not an amount .* 15 digits/,
    ],
    [
      'decimals that the currency lacks',
      '2031-03-01,1.50,JPY,x,\n',
      /^2: Column "Amount": "1\.50" has more decimals than JPY has\.$/,
    ],
    [
      'a day that does not exist',
      `${good}${good}2031-02-30,1,EUR,x,\n`,
      /^4: Column "Date": "2031-02-30" is no date with day, month and year/,
    ],
    ['the year 26', '01.03.0026,1,EUR,x,\n', /^2: Column "Date": "01\.03\.0026" is no date .* 1990 to 2099\.$/],
    ['no such currency', '2031-03-01,1,XXX,x,\n', /^2: Column "Currency": "XXX" is not a currency/],
    ['another currency in the cell', '2031-03-01,£1,EUR,x,\n', /^2: Column "Amount": "£1" is not in EUR/],
    ['an unknown status', '2031-03-01,1,EUR,x,Q\n', /^2: Column "Status": "Q" is not known as a status/],
    ['a total among the lines', `${good},5.00,EUR,Total,\n${good}`, /^3: Column "Date": "" is no date/],
    ['an endless line', `2031-03-01,1,EUR,${'x'.repeat(70_000)},\n`, /^2: The line has more than 65536 characters/],
    ['a long text', `2031-03-01,1,EUR,${'x'.repeat(2_001)},\n`, /^2: A text has more than 2000 characters\.$/],
  ])('%s', async (_name, rows, message) => {
    expect((await outcome(header + rows)).problems).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['', /^undefined: The file is empty\.$/],
    ['Datum,Betrag\n1,2\n', /^undefined: The file has no line with the columns "date", "amount"/],
  ])('%j as a whole', async (text, message) => {
    expect((await outcome(text)).problems).toEqual([expect.stringMatching(message)]);
  });

  it('ten of them, and that there may be more', async () => {
    const { problems } = await outcome(header + '2031-03-01,x,EUR,y,\n'.repeat(5_000));
    expect(problems).toHaveLength(11);
    expect(problems[10]).toBe('undefined: There may be more.');
  });

  it('and more lines than there may be', async () => {
    expect((await outcome(header + good.repeat(4), {}, 3)).problems).toEqual([
      expect.stringMatching(/more than 3 lines/),
    ]);
    expect((await outcome(header + good.repeat(3), {}, 3)).problems).toEqual([]);
  });
});

it('counts the lines that are no entries', async () => {
  const rows = `${good}2031-03-02,0.00,EUR,x,\n2031-03-02,5.00,EUR,x,Pending\nPending,5.00,EUR,x,\n2031-03-02,5.00,EUR,x,Declined\n\n,,,Closing balance,\n,6.00,,Total,\n`;
  const { problems, summary, entries } = await outcome(header + rows);
  expect(problems).toEqual([]);
  expect(summary).toEqual({ entries: 1, pending: 2, void: 1, empty: 1, aside: 2 });
  expect(entries).toHaveLength(2);
});

it('gives the rest of a text to its entry, where another entry shows that it is no footer', async () => {
  const more = ',,,more,\n';
  const void_ = '2031-03-02,5.00,EUR,x,Declined\n';
  const { problems, entries } = await outcome(`${header}${good}${more}${void_}${more}${good}${more}${more}`);
  expect(problems).toEqual([]);
  expect(entries).toEqual(['2 100 x,more', '6 100 x,more,more']);
  expect((await outcome(`${header}${good}${good}${more}`)).entries).toEqual(['2 100 x', '3 100 x']);
  expect((await outcome(`${header}${good}Declined,,,,\n${void_}`)).problems).toEqual([]);
});

it.each([
  ['a heading among the lines', 'Card 2,,,,\n', /^3: Column "Date": "Card 2" is no date/],
  ['a status under a text', ',,,more,\n,,,,Q\n', /^4: Column "Status"/],
])('%s is no rest of a text', async (_name, rows, message) => {
  const { problems } = await outcome(header + good + rows + good);
  expect(problems[0]).toMatch(message);
});

it('a heading in the column of the text is no rest of it', async () => {
  const line = 'x,2031-03-01,1.00,EUR,\n';
  const bare = { header: [], header_lines: 0, texts: [0], columns: { date: 1, amount: 2, currency: 3 } };
  expect((await outcome(`${line}Card 2,,,,\n${line}`, bare)).problems[0]).toMatch(/^2: Cell 2: "" is no date/);
});

it('gives an entry the line on which it begins', async () => {
  const { entries } = await outcome(
    `\ufeff\r\nExport\r\n${header}2031-03-01,1.00,EUR,"a ""b"",\r\nc",\r\n\r\n2031-03-02,2.00,EUR,d,\r\n`,
  );
  expect(entries).toEqual(['4 100 a "b", c', '7 200 d']);
});

it('ends at bytes without a meaning, which the text finds', async () => {
  const text = async function* () {
    yield header + good;
    throw new Unreadable('Line 3 is not UTF-8.', 3);
  };
  const parts = await all(readCsv(text(), mapping));
  expect(parts.at(-1)).toEqual({
    kind: 'problem',
    isEnd: true,
    problem: { lineNumber: 3, message: 'Line 3 is not UTF-8.' },
  });
  expect(await understandCsv(text)).toEqual({
    ok: false,
    problems: [{ lineNumber: 3, message: 'Line 3 is not UTF-8.' }],
  });
});

it('leaves a minus that came in to a person', async () => {
  const text =
    'Date,Amount,Currency,Text,Status\n2031-03-01,-5.00,EUR,a,Bij\n2031-03-01,5.00,EUR,b,Af\n2031-03-01,-6.00,EUR,c,Af\n';
  const columns = { date: 0, amount: 1, currency: 2, sign: 4 };
  const parts = await all(readCsv([text], { ...mapping, columns }));
  const moved = parts.flatMap((part) => (part.kind === 'entry' ? [[part.entry.amount, part.entry.direction]] : []));
  expect(moved).toEqual([
    [500n, 'unknown'],
    [-500n, 'read'],
    [-600n, 'read'],
  ]);
});

describe('a profile of a running balance', () => {
  const running: CsvMapping = {
    ...mapping,
    ...{
      header: ['date', 'amount', 'account', 'balance'],
      width: 4,
      columns: { date: 0, amount: 1, own_account: 2, balance: 3 },
    },
    ...{ texts: [], currency: 'EUR', balance_order: 'oldest_first' },
  };
  const balances = async (rows: string) => {
    const parts = await all(readCsv([`Date,Amount,Account,Balance\n${rows}`], running));
    return parts.flatMap((part) => (part.kind === 'balance' ? [`${part.balance.which} ${part.balance.amount}`] : []));
  };

  it('has an opening and a closing one', async () => {
    expect(await balances('2031-03-01,1.00,A,11.00\n2031-03-02,2.00,A,13.00\n')).toEqual([
      'opening 1000',
      'closing 1300',
    ]);
  });

  it.each([
    ['two accounts', '2031-03-01,1.00,A,11.00\n2031-03-02,2.00,B,13.00\n'],
    ['a problem', '2031-03-01,1.00,A,11.00\n2031-03-02,x,A,13.00\n2031-03-03,1.00,A,14.00\n'],
  ])('has none with %s', async (_name, rows) => {
    expect(await balances(rows)).toEqual([]);
  });

  it('is of its currency alone', async () => {
    const text = 'Currency,USD\nDate,Amount,Account,Balance\n2031-03-01,1.00,A,11.00\n';
    const [part] = await all(readCsv([text], running));
    expect(part).toMatchObject({
      kind: 'problem',
      problem: { message: expect.stringMatching(/is in USD, not in EUR/) },
    });
  });
});

it('begins a statement for each account', async () => {
  const text =
    'Own account,Date,Amount (EUR),Text\nDE02120300000000202051,2031-03-14,-1.00,a\nDE02500105170137075030,2031-03-15,2.00,b\nDE02500105170137075030,2031-03-16,-3.00,c\n';
  const result = await understandCsv(() => [text]);
  if (!result.ok || result.mapping === undefined) throw new Error(JSON.stringify(result));
  const parts = await all(readCsv([text], result.mapping));
  const heads = parts.flatMap((part) => (part.kind === 'statement' ? [part.statement.account] : []));
  expect(heads).toEqual(['DE02120300000000202051', 'DE02500105170137075030']);
});

it.each([
  ['', /^The file is empty/],
  ['\n\n', /^The file is empty/],
  ['Date,Text,Amount\n', /^The file has a header and no entries/],
  ['a,b\nc,d\n', /^No line has both an amount and a date with its year/],
  ['no CSV at all', /^No line has both/],
  [`Date,Text,Amount\n${'x'.repeat(300_000)}`, /^The line has more than 65536 characters/],
  [`Date,Text,Amount\n2031-03-01,"x,-1.00\n`, /^A quote is opened and never closed/],
])('of %j understands that it is no statement', async (text, message) => {
  const result = await understandCsv(() => [text]);
  expect(result.ok ? 'understood' : result.problems[0]?.message).toMatch(message);
});

describe('a random statement in a random shape', () => {
  const cents = fc.bigInt({ min: -99_999_999n, max: 99_999_999n }).filter((amount) => amount !== 0n);
  const line = fc.record({
    day: fc.integer({ min: 0, max: 400 }),
    amount: cents,
    text: fc.stringMatching(/^[A-Za-z]{3}[A-Za-z0-9 ,;"|.-]{0,20}[a-z]$/),
  });
  const shape = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r\r\n', '\r'),
    comma: fc.boolean(),
    group: fc.constantFrom('', 'mark', ' ', "'"),
    date: fc.constantFrom('Y-M-D', 'D.M.Y', 'D/M/Y', 'M/D/Y', 'YMD', 'D N Y', 'D.M.y'),
    money: fc.constantFrom('signed', 'split', 'words', 'trailing', 'parens', 'crdr'),
    header: fc.boolean(),
    before: fc.integer({ min: 0, max: 3 }),
    footer: fc.boolean(),
    newestFirst: fc.boolean(),
    balance: fc.boolean(),
    allQuoted: fc.boolean(),
  });
  type Line = { day: string; amount: bigint; text: string };
  type Shape = typeof shape extends fc.Arbitrary<infer Of> ? Of : never;

  function write(lines: readonly Line[], as: Shape): string {
    const decimal = (amount: bigint): string => {
      const size = amount < 0n ? -amount : amount;
      const mark = as.group === 'mark' ? (as.comma ? '.' : ',') : as.group;
      const whole = String(size / 100n).replaceAll(/(?<=\d)(?=(\d{3})+$)/g, mark);
      return `${whole}${as.comma ? ',' : '.'}${String(size % 100n).padStart(2, '0')}`;
    };
    const signed = (amount: bigint) => `${amount < 0n ? '-' : ''}${decimal(amount)}`;
    const dated = (day: string): string => {
      const [year = '', month = '', date = ''] = day.split('-');
      const name =
        ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(month) - 1] ?? '';
      const parts: Record<string, string> = { Y: year, M: month, D: date, N: name, y: year.slice(2) };
      return as.date.replaceAll(/[YMDNy]/g, (part) => parts[part] ?? '');
    };
    const money = (amount: bigint): string[] => {
      switch (as.money) {
        case 'split':
          return amount < 0n ? [decimal(amount), ''] : ['', decimal(amount)];
        case 'words':
          return [decimal(amount), amount < 0n ? 'Debit' : 'Credit'];
        case 'trailing':
          return [`${decimal(amount)}${amount < 0n ? '-' : ''}`];
        case 'parens':
          return [amount < 0n ? `(${decimal(amount)})` : decimal(amount)];
        case 'crdr':
          return [`${decimal(amount)} ${amount < 0n ? 'Dr' : 'Cr'}`];
        default:
          return [signed(amount)];
      }
    };
    const quoted = (cell: string) =>
      as.allQuoted || /[,;\t|"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const joined = (cells: readonly string[]) => cells.map(quoted).join(as.delimiter);
    let balance = 1_000_000n;
    const rows = lines.map(({ day, amount, text }) => {
      balance += amount;
      return joined([dated(day), text, ...money(amount), ...(as.balance ? [signed(balance)] : []), 'EUR']);
    });
    const names = { split: ['Debit', 'Credit'], words: ['Amount', 'Debit/Credit'] }[as.money as 'split' | 'words'] ?? [
      'Amount',
    ];
    const before = ['Statement', joined(['Account', '1234567']), joined(['Period', dated('2031-01-01')])].slice(
      0,
      as.before,
    );
    return [
      ...before,
      ...(as.header
        ? [joined(['Booking date', 'Description', ...names, ...(as.balance ? ['Balance'] : []), 'Currency'])]
        : []),
      ...(as.newestFirst ? rows.toReversed() : rows),
      ...(as.footer ? [joined(['Total', ''])] : []),
    ].join(as.lineEnd);
  }

  it('is read as it was, or asks', async () => {
    let read = 0;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), shape, async (random, as) => {
        const lines = random
          .toSorted((one, other) => one.day - other.day)
          .map((one) => ({ ...one, day: new Date(Date.UTC(2031, 0, 1 + one.day)).toISOString().slice(0, 10) }));
        const text = write(lines, as);
        const result = await understandCsv(() => [text]);
        const expected = (as.newestFirst ? lines.toReversed() : lines).map(({ day, amount, text: said }) => [
          day,
          amount,
          said.trim(),
        ]);
        if (!result.ok || result.mapping === undefined) {
          asked += 1;
          return;
        }
        const parts = await all(readCsv([text], result.mapping));
        const entries = parts.flatMap((part) => (part.kind === 'entry' ? [part.entry] : []));
        const isUnknown = entries.some(({ direction }) => direction === 'unknown');
        expect(parts.filter(({ kind }) => kind === 'problem')).toEqual([]);
        expect(entries.map(({ bookedOn }) => bookedOn)).toEqual(expected.map(([day]) => day));
        if (isUnknown) {
          expect(result.questions).not.toEqual([]);
          asked += 1;
          return;
        }
        read += 1;
        expect(entries.map(({ amount }) => amount)).toEqual(expected.map(([, amount]) => amount));
        if (as.header) expect(entries.map(({ texts }) => texts.join())).toEqual(expected.map(([, , said]) => said));
      }),
      { numRuns: 150 },
    );
    // Asking is no way out.
    expect(read).toBeGreaterThan(asked);
  });
});

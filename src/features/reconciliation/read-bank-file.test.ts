/** A bank's file as lines, whatever its format: what is read, and what is refused with a sentence. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement, type Written } from '../../../tests/fixtures/bank-statements.ts';
import type { NamedColumns } from '../bank-files/csv/named-columns.ts';
import type { FileEntry } from '../bank-files/statement-file.ts';
import { lineOf } from './entry-line.ts';
import { answersOf, readBankFile } from './read-bank-file.ts';
import type { StatementLine } from './statement-line.ts';

const movement = (amount: bigint, text: string, more: Partial<Movement> = {}): Movement => ({
  amount,
  text,
  bookedOn: '2031-03-01',
  valueOn: '2031-03-02',
  reverses: false,
  endToEndId: 'E2E-1',
  name: 'Erika Beispiel',
  account: 'DE02120300000000202051',
  ...more,
});
const written: Written = {
  account: 'DE89370400440532013000',
  number: '7',
  opening: 10_000n,
  on: '2031-03-01',
  movements: [movement(1_250n, 'RF18 5390 0754 7034'), movement(-777n, 'Entgelt')],
};
const german = `Buchungstag;Wertstellung;Verwendungszweck;Betrag;Währung;Saldo
01.03.2031;02.03.2031;"RF18 5390
0754 7034";12,50;EUR;112,50
01.03.2031;02.03.2031;Entgelt;-7,77;EUR;104,73
`;

const read = (bytes: string | Uint8Array, given: Parameters<typeof answersOf>[0] = {}) =>
  readBankFile(() => Readable.from([Buffer.from(bytes as string)]), answersOf(given));

type Read = Awaited<ReturnType<typeof readBankFile>>;

async function linesIn(result: Read): Promise<{ format: string | undefined; lines: StatementLine[] }> {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const lines: StatementLine[] = [];
  await result.statement.eachLines(1, async (some) => void lines.push(...some));
  return { format: result.statement.format, lines };
}
const linesOf = async (bytes: string | Uint8Array) => linesIn(await read(bytes));

const zipped = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));

it.each([
  ['camt.053', asCamt053(written, '02')],
  ['camt.053', asCamt053(written, '08').replaceAll('\n', '')],
  ['MT940', asMt940(written)],
  ['CSV', german],
  ['camt.053', zipped({ 'march.xml': asCamt053(written, '08'), 'letter.pdf': '%PDF-1.7' })],
])('%s', async (format, bytes) => {
  const { lines, ...rest } = await linesOf(bytes);
  expect(rest).toEqual({ format });
  expect(lines.map(({ bookedOn, currency, amount, direction }) => [bookedOn, currency, amount, direction])).toEqual([
    ['2031-03-01', 'EUR', 1_250n, 'read'],
    ['2031-03-01', 'EUR', -777n, 'read'],
  ]);
  expect(lines[0]?.reference).toContain('RF18 5390 0754 7034');
  expect(lines[0]?.facts).toMatchObject({ valueOn: '2031-03-02', reverses: false, details: undefined });
  const numbers = lines.map(({ lineNumber }) => lineNumber);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

it('every text, id and name of an entry is where references are looked for, once', async () => {
  const { lines } = await linesOf(asCamt053(written, '08'));
  expect(lines[0]?.reference).toBe('RF18 5390 0754 7034 E2E-1 Erika Beispiel');
});

const silent = {
  endToEndId: undefined,
  texts: [],
  counterpartyName: undefined,
  counterpartyAccount: undefined,
  charges: undefined,
  returned: undefined,
};
const entry: FileEntry = {
  ...silent,
  lineNumber: 1,
  status: 'booked',
  bookedOn: '2031-03-01',
  bookedTime: undefined,
  valueOn: '2031-03-02',
  currency: 'EUR',
  amount: -300n,
  direction: 'read',
  bankId: undefined,
  code: 'PMNT/ICDT/ESCT',
  reverses: true,
  details: [],
};

it('what the file says beside the text is kept', () => {
  const said = {
    endToEndId: 'E2E-1',
    counterpartyName: ' Erika\n Beispiel\0',
    counterpartyAccount: 'DE02120300000000202051',
    charges: 150n,
    returned: { endToEndId: 'E2E-0', reason: 'AC04' },
  };
  const payments = [
    { ...silent, ...said, amount: -100n, texts: ['one', 'Invoice one'] },
    { ...silent, amount: undefined },
  ];
  const { facts } = lineOf({ ...entry, ...said, details: payments }, 1);
  expect(facts).toEqual({
    valueOn: '2031-03-02',
    endToEndId: 'E2E-1',
    counterpartyName: 'Erika Beispiel',
    counterpartyAccount: 'DE02120300000000202051',
    bankCode: 'PMNT/ICDT/ESCT',
    reverses: true,
    charges: 150n,
    returnReason: 'AC04',
    details: {
      count: 2,
      payments: [
        {
          amount: '-100',
          endToEndId: 'E2E-1',
          name: 'Erika Beispiel',
          account: 'DE02120300000000202051',
          text: 'one Invoice one E2E-0',
        },
        { amount: null, endToEndId: null, name: null, account: null, text: '' },
      ],
    },
  });
});

it('what is too long is cut, an id is left out, and of many payments the first are kept', () => {
  const name = '𝄞'.repeat(201);
  const account = '1'.repeat(101);
  const long = { ...silent, counterpartyName: name, counterpartyAccount: account, endToEndId: account };
  const payment = { ...long, amount: 1n, texts: [`\ud800${'x'.repeat(600)}`] };
  const many = { ...entry, ...long, charges: 10n ** 18n + 1n, code: account, details: Array(501).fill(payment) };
  const { facts } = lineOf(many, 1);
  expect(facts).toMatchObject({ endToEndId: undefined, counterpartyAccount: undefined, bankCode: undefined });
  expect(facts).toMatchObject({ counterpartyName: '𝄞'.repeat(200), charges: undefined });
  expect([facts?.details?.count, facts?.details?.payments.length]).toEqual([501, 500]);
  const [first] = facts?.details?.payments ?? [];
  expect(first).toMatchObject({ account: null, text: `\ufffd${'x'.repeat(499)}` });
});

it('an id of the bank is left out if it is too long, and no amount says a direction that the file does not', () => {
  const idOf = (length: number) => lineOf({ ...entry, reverses: false, bankId: 'x'.repeat(length) }, 1).bankId;
  expect([idOf(100), idOf(101)]).toEqual(['x'.repeat(100), undefined]);
  expect(lineOf({ ...entry, endToEndId: 'x'.repeat(100) }, 1).facts?.endToEndId).toBe('x'.repeat(100));
  expect(lineOf({ ...entry, direction: 'unknown' }, 1)).toMatchObject({ amount: 300n, direction: 'unknown' });
  expect(lineOf({ ...entry, charges: 0n }, 1).facts?.charges).toBeUndefined();
});

it('a reversal has no id of its own, because banks repeat that of what it takes back', async () => {
  const id = '<AcctSvcrRef>BANK-1</AcctSvcrRef>';
  const withId = (one: Movement) =>
    asCamt053({ ...written, movements: [one] }, '08').replace('<BkTxCd>', `${id}<BkTxCd>`);
  expect((await linesOf(withId(movement(5n, 'a')))).lines[0]?.bankId).toBe('BANK-1');
  expect((await linesOf(withId(movement(5n, 'a', { reverses: true })))).lines[0]?.bankId).toBeUndefined();
});

const other = { ...written, account: 'DE02500105170137075030' };
const cancelingOut = { ...written, movements: [movement(5n, 'a'), movement(-5n, 'b')] };
const pendingOnly = asCamt053(cancelingOut, '02').replaceAll('<Sts>BOOK</Sts>', '<Sts>PDNG</Sts>');

it.each([
  [
    'two accounts',
    zipped({ 'a.xml': asCamt053(written, '08'), 'b.xml': asCamt053(other, '08') }),
    /two accounts, DE89\d+ and DE02\d+\. Download/,
  ],
  [
    'a missing entry',
    asMt940(written).replace(/:61:310302.*D.*\r\n:86:.*\r\n(?!:62F)(?:[^:].*\r\n)*/, ''),
    /do not come to the closing balance/,
  ],
  ['entries that are not booked', pendingOnly, /only entries that are not booked yet \(2\)/],
  [
    'entries for information',
    pendingOnly.replaceAll('PDNG', 'INFO'),
    /only entries that moved no money on the account \(2\)/,
  ],
  ['nothing', asCamt053({ ...written, movements: [] }, '08'), /has no entries/],
  [
    'a day that does not exist, and says what to do',
    asCamt053(written, '08').replaceAll(/<BookgDt>.*?<.BookgDt>/g, '<BookgDt><Dt>2031-02-30</Dt></BookgDt>'),
    /^Line \d+: Entry 1 has the date 2031-02-30, which does not exist\.\n(?:Line .*\n)+Download the file again, or in another/,
  ],
  [
    'what is cut off, which says it itself',
    asCamt053(written, '08').slice(0, -20),
    /^Line [^\n]*Download it again from your bank\.$/,
  ],
  ['a PDF', '%PDF-1.7 …', /^The file is a PDF\./],
  ['an entity bomb', asCamt053(written, '08').replace('<Document', '<!DOCTYPE d [<!ENTITY a "b">]><Document'), /./],
  ['a CSV without a currency', german.replaceAll(';EUR', '').replace(';Währung', ''), /names no currency/],
])('refuses %s', async (_, bytes, message) => {
  const result = await read(bytes);
  if (result.ok) throw new Error('It was read.');
  expect(result.problems.map((one) => one.message).join('\n')).toMatch(message);
});

it('takes what a person says of a CSV that does not say it', async () => {
  const silent = german.replaceAll(';EUR', '').replace(';Währung', '');
  expect(await read(silent)).toMatchObject({ ok: false, problems: [{ field: 'currency' }] });
  expect(await read(silent, { currency: 'CHF' })).toMatchObject({ ok: true });
});

it('leaves out what is not booked yet, and counts it', async () => {
  const mixed = asCamt053(
    { ...written, movements: [movement(1_250n, 'booked'), movement(5n, 'a'), movement(-5n, 'b')] },
    '02',
  )
    .split('<Ntry>')
    .map((part, at) => (at < 2 ? part : part.replace('<Sts>BOOK</Sts>', '<Sts>PDNG</Sts>')))
    .join('<Ntry>');
  expect((await linesOf(mixed)).lines.map(({ amount }) => amount)).toEqual([1_250n]);
  expect(await read(mixed)).toMatchObject({ ok: true, statement: { pending: 2 } });
});

describe('of a CSV, columns that a person names', () => {
  const columns = { date: 'Tag', amount: 'Betrag', currency: 'Währung', reference: 'Text' };
  type Changes = { [role in keyof NamedColumns]: string | undefined };
  const named = (text: string, changes: Changes = {}, given: Parameters<typeof answersOf>[0] = {}) => {
    const names = Object.entries({ ...columns, ...changes }).filter(([, name]) => name !== undefined);
    return readBankFile(() => Readable.from([Buffer.from(text)]), answersOf(given), Object.fromEntries(names));
  };
  const problemsIn = (result: Read) => (result.ok ? [] : result.problems.map(({ message }) => message));
  const header = 'Tag;Betrag;Währung;Text\n';

  it('are the only ones that are read, so that a line stays what it was for earlier versions', async () => {
    const result = await named(
      `Konto;DE89370400440532013000\nName;Tag;Betrag;Währung;Text;Saldo;Status\n` +
        `Erika Beispiel;01.03.2031 14:05;-1.234,50;EUR;"  RF18  5390\n0754";100,00;Q\n` +
        `;01.03.2031 02:05 PM;5,00;EUR;"=""0042""";105,00;Q\n;01.03.2031;0,00;EUR;info;105,00;Q\n`,
    );
    expect(await linesIn(result)).toEqual({
      format: undefined,
      lines: [
        expect.objectContaining({
          lineNumber: 3,
          amount: -123_450n,
          bookedTime: '14:05:00',
          reference: 'RF18  5390 0754',
        }),
        expect.objectContaining({ lineNumber: 5, amount: 500n, bookedTime: undefined, reference: '="0042"' }),
      ],
    });
    const layout = `CSV ${createHash('sha256').update('["Tag","Text"]').digest('hex').slice(0, 16)}`;
    expect(result).toMatchObject({ statement: { layout, account: 'DE89370400440532013000', empty: 1, pending: 0 } });
    const { lines } = await linesIn(result);
    expect(lines[0]?.facts).toMatchObject({ counterpartyName: undefined, valueOn: undefined, endToEndId: undefined });
  });

  it.each<[Changes, Parameters<typeof answersOf>[0], RegExp]>([
    [{ date: undefined }, {}, /^Name a column for date\.$/],
    [{ reference: undefined }, {}, /^Name a column for reference\.$/],
    [{ amount: undefined }, {}, /^Name a column for amount, or for credit and debit\.$/],
    [{ credit: 'Haben' }, {}, /^Name a column for amount, or for credit and debit\.$/],
    [{ sign: 'S' }, { signed: true }, /^A column for sign goes with one for amount/],
    [{}, { currency: 'EUR' }, /one of the two\.$/],
    [{ amount: 'Amount' }, {}, /^There is no column "Amount"\. The columns are "Tag", "Betrag", "Währung", "Text"\.$/],
    [{ id: 'Text', sign: 'x' }, {}, /^There is no column "x"\./],
  ])('%j with %j are refused', async (more, given, message) => {
    expect(problemsIn(await named(`${header}01.03.2031;-1,00;EUR;x\n`, more, given))).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it('are of lines with as many cells as the header', async () => {
    expect(problemsIn(await named(`${header}01.03.2031;-1,00;EUR;a\n01.03.2031;-1,00;EUR;a;b\n`))).toEqual([
      expect.stringMatching(/^Line 3: The line has 5 cells, not 4\./),
      'Correct these lines, or download the file again.',
    ]);
  });

  it('are refused where two have the name', async () => {
    expect(problemsIn(await named('Tag;Text;Betrag;Betrag;Währung\n01.03.2031;x;-1,00;2,00;EUR\n'))).toEqual([
      'There are 2 columns "Betrag". The columns are "Tag", "Text", "Betrag", "Betrag", "Währung".',
    ]);
  });

  it.each<[name: string, rows: string, signColumns: string[], amounts: [bigint, string][]]>([
    [
      'a minus says it',
      '1,00;Ada\n-2,00;Alan',
      [],
      [
        [100n, 'read'],
        [-200n, 'read'],
      ],
    ],
    [
      'without a minus or a sign all came in',
      '1,00;Ada\n2,00;Alan',
      [],
      [
        [100n, 'read'],
        [200n, 'read'],
      ],
    ],
    [
      'two words could be it',
      '1,00;Otto\n2,00;Kirja\n3,00;Otto',
      ['Art'],
      [
        [100n, 'unknown'],
        [200n, 'unknown'],
        [300n, 'unknown'],
      ],
    ],
    [
      'a word among others could be it',
      '1,00;Withdrawal\n2,00;Karte',
      ['Art'],
      [
        [100n, 'unknown'],
        [200n, 'unknown'],
      ],
    ],
    [
      'a minus that the words contradict',
      '-1,00;D\n2,00;D',
      ['Art'],
      [
        [100n, 'unknown'],
        [200n, 'unknown'],
      ],
    ],
  ])('and the direction: %s', async (_name, rows, signColumns, amounts) => {
    const lines = rows.split('\n').map((row) => `01.03.2031;EUR;x;${row}\n`);
    const result = await named(`Tag;Währung;Text;Betrag;Art\n${lines.join('')}`);
    expect(result).toMatchObject({ ok: true, statement: { signColumns } });
    expect((await linesIn(result)).lines.map(({ amount, direction }) => [amount, direction])).toEqual(amounts);
  });

  it('a column with the name of a sign and its words is one; who says that none is, is believed', async () => {
    const text = 'Tag;Betrag;Währung;Text;Soll/Haben\n01.03.2031;71,00;EUR;x;S\n01.03.2031;5,00;EUR;x;H\n';
    const amounts = async (result: Promise<Read>) => (await linesIn(await result)).lines.map(({ amount }) => amount);
    expect(await amounts(named(text))).toEqual([-7_100n, 500n]);
    expect(await amounts(named(text, {}, { signed: true }))).toEqual([7_100n, 500n]);
    const other = text.replaceAll(';S\n', ';weg\n');
    expect(problemsIn(await named(other, { sign: 'Soll/Haben' }))).toEqual([
      'Does "weg" in column "Soll/Haben" mean that money came in or went out?',
    ]);
    expect(await amounts(named(other, { sign: 'Soll/Haben' }, { outgoing: ['weg'] }))).toEqual([-7_100n, 500n]);
  });

  it.each<[credit: string, debit: string, amount: bigint | RegExp]>([
    ['5,00', '', 500n],
    ['', '5,00', -500n],
    ['', '-5,00', -500n],
    ['5,00', '0,00', 500n],
    ['', '', /There is neither money in nor money out\./],
    ['5,00', '5,00', /There is both money in and money out\./],
  ])('with %j in and %j out: %s', async (credit, debit, expected) => {
    const text = `Tag;Haben;Soll;Währung;Text\n01.03.2031;${credit};${debit};EUR;x\n01.03.2031;1,00;;EUR;y\n`;
    const result = await named(text, { amount: undefined, credit: 'Haben', debit: 'Soll' });
    if (typeof expected === 'bigint') expect((await linesIn(result)).lines[0]?.amount).toBe(expected);
    else expect(problemsIn(result)).toEqual([expect.stringMatching(expected), expect.stringMatching(/^Correct/)]);
  });

  it('is answered by a date format, a decimal mark and a delimiter, or refused', async () => {
    const text = 'Tag|Betrag|Währung|Text\n03/01/2031|-1.000|EUR|x\n';
    expect(problemsIn(await named(text))).toHaveLength(2);
    const { lines } = await linesIn(
      await named(text, {}, { dateFormat: 'MM/DD/YYYY', decimal: 'comma', delimiter: '|' }),
    );
    expect(lines).toMatchObject([{ bookedOn: '2031-03-01', amount: -100_000n }]);
    expect(() => answersOf({ dateFormat: 'DD.MM' })).toThrow('"DD.MM" is not a date format such as DD.MM.YYYY.');
    expect(() => answersOf({ delimiter: ';;' })).toThrow('The delimiter must be one character.');
  });
});

/** What a file is, by its content: formats, encodings, zips, what is refused, and that nothing of it is held. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Written } from '../../../tests/fixtures/bank-statements.ts';
import { opening, readLines } from '../../../tests/support/statement-parts.ts';
import { detect } from './detect.ts';
import { openStatementFile } from './open-statement-file.ts';

const statement = (name: string, entries = 1): Written => ({
  account: 'FR1420041010050500013M02606',
  number: '7',
  opening: 0n,
  on: '2031-03-01',
  movements: Array.from({ length: entries }, () => ({
    amount: 150n,
    bookedOn: '2031-03-01',
    valueOn: '2031-03-01',
    reverses: false,
    endToEndId: 'E1',
    name,
    account: 'DE89370400440532013000',
    text: 'Top-up',
  })),
});
const camt = asCamt053(statement('Łukasz Müller'), '08');
const mt940 = asMt940(statement('Lukasz Müller'));
const names = (lines: readonly string[]) => lines.flatMap((line) => / by (.*?) \(/.exec(line)?.[1] ?? []);
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const noDeclaration = camt.replace(/^<\?xml.*\n/, '');

describe('a statement in', () => {
  it.each<[string, Buffer, string, string]>([
    ['UTF-8', Buffer.from(camt), 'utf-8', 'Łukasz Müller'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${camt}`), 'utf-8', 'Łukasz Müller'],
    ['UTF-16LE', utf16(`\ufeff${noDeclaration}`, false), 'utf-16le', 'Łukasz Müller'],
    ['UTF-16BE without a mark', utf16(noDeclaration, true), 'utf-16be', 'Łukasz Müller'],
    [
      'a declared encoding',
      Buffer.from(camt.replace('UTF-8', 'ISO-8859-2').replace('Łukasz Müller', '\xa3ukasz M\xfcller'), 'latin1'),
      'iso-8859-2',
      'Łukasz Müller',
    ],
    ['Windows-1252', Buffer.from(mt940, 'latin1'), 'windows-1252', 'Lukasz Müller'],
    [
      'Windows-1252, which shows late',
      Buffer.from(asMt940(statement('Ada', 700)) + mt940, 'latin1'),
      'utf-8',
      'Lukasz Müller',
    ],
  ])('%s', async (_name, bytes, encoding, name) => {
    expect(await openStatementFile(opening(bytes))).toMatchObject({ is: 'statement', encoding });
    for (const pieceBytes of [1_009, Number.MAX_SAFE_INTEGER]) {
      expect(names(await readLines(bytes, pieceBytes)).at(-1)).toBe(name);
    }
  });

  it('bytes that are no text are told with their line', async () => {
    const [before, after] = camt.split('Top-up');
    const damaged = Buffer.concat([Buffer.from(`${before}`), Buffer.from([0xff]), Buffer.from(`${after}`)]);
    const line = `${before}`.split('\n').length;
    const said = `problem ${line}: There are bytes that are not UTF-8 text. Download the file again, or save it as UTF-8.`;
    for (const pieceBytes of [1, 1_000]) {
      expect((await readLines(damaged, pieceBytes)).at(-1)).toBe(said);
    }
  });
});

it.each([
  ['windows-1252', 'Buchungstag;Betrag;W\xe4hrung', 'Buchungstag;Betrag;Währung'],
  ['windows-1250', '"Datum za\xfa\xe8tov\xe1n\xed";"\xc8\xe1stka"', '"Datum zaúčtování";"Částka"'],
  ['iso-8859-2', 'Data ksi\xeagowania;Obci\xb1\xbfenia', 'Data księgowania;Obciążenia'],
  ['windows-1254', '\xdd\xfelem Tarihi;\xdd\xfelem Tutar\xfd', 'İşlem Tarihi;İşlem Tutarı'],
  ['windows-1253', '\xc7\xec\xe5\xf1\xef\xec\xe7\xed\xdf\xe1;\xd0\xef\xf3\xfc', 'Ημερομηνία;Ποσό'],
  ['windows-1251', '\xc4\xe0\xf2\xe0;\xd1\xf3\xec\xec\xe0', 'Дата;Сумма'],
])('a CSV in %s is known by its column names', async (label, bytes, text) => {
  const encoded = Buffer.from(`Konto 1\n${bytes}\n`, 'latin1');
  expect(await readLines(encoded)).toEqual([`text in ${label}: Konto 1\n${text}\n`]);
});

it('text such as CSV is only decoded, with one kind of line end', async () => {
  const csv = 'Date;Amount\r\n01.03.2031;1,50\rMüller';
  for (const pieceBytes of [1, 100]) {
    expect(await readLines(Buffer.from(csv, 'latin1'), pieceBytes)).toEqual([
      'text in windows-1252: Date;Amount\n01.03.2031;1,50\nMüller',
    ]);
  }
});

describe('a zip', () => {
  const zip = (files: Record<string, string | Uint8Array>, level: 0 | 6 = 6) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, data]) => [name, Buffer.from(data as string)])), {
      level,
    });

  it.each([0, 6] as const)(
    'of statements is read in its order, and what is none is named (level %i)',
    async (level) => {
      const bytes = zip(
        {
          '__MACOSX/._a.xml': 'x',
          'a.xml': asCamt053(statement('One'), '02'),
          'letter.pdf': '%PDF-1.4',
          'b.csv': 'a;b',
          'b.xml': asCamt053(statement('Two'), '08'),
        },
        level,
      );
      for (const pieceBytes of [1, 50, 100_000]) {
        const lines = await readLines(bytes, pieceBytes);
        expect(names(lines)).toEqual(['One', 'Two']);
        expect(lines.filter((line) => line.startsWith('skipped'))).toEqual(['skipped letter.pdf', 'skipped b.csv']);
      }
    },
  );

  it.each<[string, Uint8Array, string]>([
    ['with one CSV', zip({ 'a.csv': 'a;b', 'b.pdf': '%PDF-' }), 'text in utf-8: a;b'],
    [
      'with two',
      zip({ 'a.csv': 'a;b', 'b.csv': 'a;b' }),
      'refused: The zip has several files that may be CSV: "a.csv", "b.csv". Unpack it and import them one by one.',
    ],
    [
      'with a zip',
      zip({ 'a.zip': zip({ 'a.xml': camt }) }),
      'refused: The zip has another zip in it, "a.zip". Unpack it and import its files.',
    ],
    ['with no statement', zip({ 'b.pdf': '%PDF-' }), 'refused: The zip has no statement in it, only "b.pdf".'],
    ['with nothing', zip({}), 'refused: The zip is empty.'],
    [
      'that is a workbook',
      zip({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }),
      'refused: The file is an Excel workbook or another Office document. Download the statement as camt.053, MT940 or CSV.',
    ],
    [
      'cut off',
      zip({ 'a.xml': camt }, 0).subarray(0, 400),
      'refused: The zip is damaged, or packed in an unusual way. Unpack it first, or download it again.',
    ],
    [
      'larger than it looks',
      zip({ 'a.xml': camt.replace('</Stmt>', `${' '.repeat(3_000_000)}</Stmt>`) }),
      'refused: The file has more than 1 MiB when it is unpacked. Download a shorter period.',
    ],
  ])('%s', async (_name, bytes, said) => {
    expect((await readLines(bytes, undefined, 1_024 * 1_024)).at(-1)).toBe(said);
  });
});

describe('what is no statement is called by its name', () => {
  const instead = 'Download the statement as camt.053, MT940 or CSV.';
  it.each<[string, string, string]>([
    ['nothing', '', 'The file is empty.'],
    ['spaces', ' \r\n ', 'The file is empty.'],
    ['PDF', '%PDF-1.7\n', `The file is a PDF. ${instead}`],
    ['XLS', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', `The file is an Excel workbook. ${instead}`],
    ['an image', '\x89PNG\r\n', `The file is a PNG image. ${instead}`],
    ['gzip', '\x1f\x8b\x08', 'The file is packed with gzip. Unpack it first, or use zip.'],
    [
      'a web page',
      '\n<!DOCTYPE html><html><body>Log in',
      `The file is a web page, perhaps your bank's sign-in page. Sign in again. ${instead}`,
    ],
    ['OFX', 'OFXHEADER:100\nDATA:OFXSGML', `The file is OFX. ${instead}`],
    ['OFX 2', '<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX></OFX>', `The file is OFX, no statement. ${instead}`],
    ['QIF', '!Type:Bank\nD1/3', `The file is QIF. ${instead}`],
    ['JSON', '{"a":1}', `The file is JSON. ${instead}`],
    [
      'pain.001',
      camt.replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'),
      `The file is a payment order (pain.001), no statement. ${instead}`,
    ],
    ['other XML', '<a/>', `The file is XML that begins with "a", no statement. ${instead}`],
    [
      'MT103',
      '{1:F01A}{2:I103B}{4:\n:20:X\n:32A:310301EUR1,\n-}',
      'The file is MT103. Download the statement as MT940.',
    ],
    [
      'a part of an MT940',
      ':61:310301C1,NTRFX\n:86:Text\n',
      'The file begins in the middle of an MT940 statement, without its account (:25:). Download all of it.',
    ],
    [
      'MT103 with fields of a statement',
      '{1:F01A}{2:I103B}{4:\n:20:X\n:25:1\n:61:310301C1,NTRFX\n-}',
      'The file is MT103. Download the statement as MT940.',
    ],
    [
      'a SWIFT message of no account',
      ':20:X\n:21:Y\n',
      'The file is a SWIFT message without entries of an account. Download the statement as MT940.',
    ],
    [
      'ODS',
      `PK\x03\x04${'\0'.repeat(22)}\x08${'\0'.repeat(3)}mimetype`,
      `The file is an OpenDocument file. ${instead}`,
    ],
    [
      'a zip with a password',
      `PK\x03\x04${'\0'.repeat(2)}\x01${'\0'.repeat(19)}\x05${'\0'.repeat(3)}a.xml`,
      'The zip is protected with a password. Unpack it first.',
    ],
    ['bytes', '\x01\x02\x03\x04abc', `The file is neither text nor a zip. ${instead}`],
    [
      'an unknown encoding',
      '<?xml version="1.0" encoding="X-9"?><a/>',
      'The file says that it is in an encoding that is not known. Save it as UTF-8.',
    ],
  ])('%s', async (_name, text, reason) => {
    expect(await readLines(Buffer.from(text, 'latin1'))).toEqual([`refused: ${reason}`]);
  });
});

it.each([
  ['MT940', ':20:S\n:25:1\n:60F:C310301EUR0,\n:61:310301C1,NTRFX\n'],
  ['MT940', '{1:F01A}{2:O9400000}{4:\n:20:S\n:25:1\n:60F:C310301EUR0,\n:90D:1EUR1,\n'],
  ['MT940', ':20:S\n:25:1\n:61:310301C1,NTRFX\n'],
  ['MT942', ':20:S\n:25:1\n:34F:EUR0,\n:61:310301C1,NTRFX\n'],
  ['MT942', '{1:F01A}{2:O9420000}{4:\n:20:S\n:25:1\n:60F:C310301EUR0,\n'],
])('%s is told by what it has: %j', (format, text) => {
  expect(detect(Buffer.from(text))).toMatchObject({ is: 'statement', format });
});

it('letters of several bytes are read wherever the file is cut', async () => {
  const text = 'Datum;Zweck\n01.03.2031;Zürich € 𝄞 Łódź\n';
  for (const pieceBytes of [1, 2, 3, 5]) {
    expect(await readLines(Buffer.from(text), pieceBytes)).toEqual([`text in utf-8: ${text}`]);
  }
});

it('at most ten problems are told', async () => {
  const problems = await readLines(asMt940(statement('A', 20)).replaceAll(':61:3103', ':61:3113'));
  expect(problems.filter((line) => line.startsWith('problem'))).toHaveLength(11);
  expect(problems.at(-1)).toBe('problem undefined: There may be more.');
});

it.each(['camt', 'mt940'])(
  'reads %s while it comes, gives others their turn, and closes the file when it is left',
  async (format) => {
    const written = statement('A', 50);
    const text = format === 'camt' ? asCamt053(written, '08') : asMt940(written);
    const [start, end] =
      format === 'camt'
        ? [text.indexOf('<Ntry>'), text.indexOf('</Stmt>')]
        : [text.indexOf(':61:'), text.indexOf(':62F:')];
    const entries = Buffer.from(text.slice(start, end));
    let given = 0;
    let isClosed = false;
    // The file never ends: only a reader that holds nothing back gets anywhere.
    const open = async function* () {
      given = 0;
      try {
        yield Buffer.from(text.slice(0, start));
        for (;;) {
          given += entries.length;
          yield entries;
        }
      } finally {
        isClosed = true;
      }
    };
    let turns = 0;
    let isReading = true;
    const others = () => {
      turns += 1;
      if (isReading) setImmediate(others);
    };
    setImmediate(others);
    const opened = await openStatementFile(open);
    isClosed = false;
    let read = 0;
    if (opened.is !== 'statement') throw new Error('it is a statement');
    for await (const part of opened.parts()) {
      if (part.kind === 'entry') read += 1;
      expect(given - (read * entries.length) / 50).toBeLessThan(80_000);
      if (read === 1_000) break;
    }
    isReading = false;
    expect(isClosed).toBe(true);
    expect(turns).toBeGreaterThan(10);
  },
);

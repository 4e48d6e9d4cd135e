/** MT940 and MT942 as banks write them: each dialect by a file of its own, whole and cut into pieces. */
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../tests/support/statement-parts.ts';

/** A statement around the lines of its entries. */
const around = (lines: string, account = 'NL91ABNA0417164300', currency = 'EUR'): string =>
  `:20:START\n:25:${account}\n:28C:7/1\n:60F:C310301${currency}100,00\n${lines}\n:62F:C310302${currency}90,00\n-\n`;

const entriesOf = async (lines: string, account?: string): Promise<string[]> =>
  (await readLines(around(lines, account))).filter((line) => /^(\d|problem)/.test(line));

const dialects: [bank: string, file: string, expected: string[]][] = [
  [
    'ING, with an envelope and the currency behind the account',
    `{1:F01INGBNL2ABXXX0000000000}\r\n{2:I940INGBNL2AXXXN}\r\n{4:\r\n:20:P310301000000001\r\n:25:NL20INGB0001234567EUR\r\n:28C:00000\r\n:60F:C310228EUR1000,00\r\n:61:3103010301D38,42NDDTEREF//31015092224428\r\n/TRCD/01018/\r\n:86:/EREF/501810557591//MARF/1.14332853//CSID/NL93ZZZ332656790051\r\n//CNTP/NL12COBA0733959555/COBANL2XXXX/Fietsen B.V. Utrecht N///R\r\nEMI/USTD//Factuur 987654//PURP/OTHR/\r\n:62F:C310301EUR961,58\r\n:64:C310301EUR961,58\r\n:86:/SUM/1/0/38,42/0,00/\r\n-}\r\n`,
    [
      'statement NL20INGB0001234567 EUR undefined',
      'opening 2031-02-28 1000.00 EUR',
      '2031-03-01/2031-03-01 -38.42 EUR 01018 e2e=501810557591 by Fietsen B.V. Utrecht N (NL12COBA0733959555) | Factuur 987654 | 31015092224428',
      'closing 2031-03-01 961.58 EUR',
    ],
  ],
  [
    'Rabobank, two statements without an end',
    ':940:\n:20:940S310301\n:25:NL50RABO0123456789 EUR\n:28C:0\n:60F:C310228EUR000000001147,95\n\n:61:310301D000000000127,50N102EREF            \nNL96RBOS0523149468\n:86:/EREF/01-03-2031 22:56 1120000153447185/BENM//NAME/Koffiehuis Ut \nrecht B.V./REMI/674725433 1120000153447185 14144467636004962\n/ISDT/2031-03-01\n\n:62F:C310301EUR000000001020,45\n:20:940S310302\n:25:NL50RABO0123456789 EUR\n:28C:0\n:60F:C310301EUR000000001020,45\n:62F:D310302EUR000000000020,45\n',
    [
      'statement NL50RABO0123456789 EUR undefined',
      'opening 2031-02-28 1147.95 EUR',
      '2031-03-01/2031-03-01 -127.50 EUR N102 e2e=01-03-2031 22:56 1120000153447185 by Koffiehuis Ut recht B.V. (NL96RBOS0523149468) | 674725433 1120000153447185 14144467636004962',
      'closing 2031-03-01 1020.45 EUR',
      'statement NL50RABO0123456789 EUR undefined',
      'opening 2031-03-01 1020.45 EUR',
      'closing 2031-03-02 -20.45 EUR',
    ],
  ],
  [
    'ABN AMRO, with code words folded anywhere and with labels',
    'ABNANL2A\n940\nABNANL2A\n:20:ABN AMRO BANK NV\n:25:534334164\n:28:35001/1\n:60F:C310301EUR1124,58\n:61:3103010302C109,65N654NONREF\n:86:/TRTP/SEPA OVERBOEKING/IBAN/NL75INGB0001234567/BIC/INGBNL2A/NAME/\nHR K VOORBEELD EN/OF MW H VOORBEELD/REMI/RES.NR 00042/EREF/NOTPRO\nVIDED\n:61:3103020302C10,5N654NONREF\n:86:SEPA OVERBOEKING                 IBAN: NL56CHAS0101010101\nBIC: CHASNL2XXXX                 NAAM: MOLEN NETHERLANDS B.V.\nOMSCHRIJVING: TOPUP 12 KERST\nKENMERK: 7541410\n:62F:C310302EUR1244,73\n-\n',
    [
      'statement 534334164 EUR 35001/1',
      'opening 2031-03-01 1124.58 EUR',
      '2031-03-02/2031-03-01 109.65 EUR N654 by HR K VOORBEELD EN/OF MW H VOORBEELD (NL75INGB0001234567) | SEPA OVERBOEKING | RES.NR 00042',
      '2031-03-02/2031-03-02 10.50 EUR N654 by MOLEN NETHERLANDS B.V. (NL56CHAS0101010101) | SEPA OVERBOEKING | TOPUP 12 KERST | 7541410',
      'closing 2031-03-02 1244.73 EUR',
    ],
  ],
  [
    'Deutsche Bank: a returned direct debit with charges, subfields cut by line ends',
    ':20:DEUTDEMMXXX\n:25:20070000/0123456601\n:28C:00143/1\n:60F:C310307EUR0,00\n:61:3103080308D12,35 NRTIKREF+//2016021783252833\n/OCMT/EUR11,85//CHGS/EUR0,50/\n:86:109?00SEPA-LASTSCHR. RETOURE CORE?109075/629?20EREF+A1.200080779.\n400143254?21.4961336 KREF+SEPA-DA202006?2201221740-34972000-P1 MR\nEF+2?230852HW2723821 CRED+DE41EON0?240000129793 OAMT+11,85 SVWZ+?\n25SONSTIGE GRUENDE RECHNUNG 5?2600106875?30CSDBDE71XXX?31DE507123\n45600200691329?32ERIKA?33BEISPIEL\n:62F:D310308EUR12,35\n-\n',
    [
      'statement 20070000/0123456601 EUR 00143/1',
      'opening 2031-03-07 0.00 EUR',
      '2031-03-08/2031-03-08 -12.35 EUR 109 e2e=A1.200080779.400143254.4961336 by ERIKA BEISPIEL (DE50712345600200691329) charges=0.50 returned=A1.200080779.400143254.4961336:undefined | SEPA-LASTSCHR. RETOURE CORE | SONSTIGE GRUENDE RECHNUNG 500106875 | SEPA-DA20200601221740-34972000-P1 | 20852HW2723821 | 2016021783252833',
      'closing 2031-03-08 -12.35 EUR',
    ],
  ],
  [
    'Sparkasse: interim balances over two pages, 30 February, Windows-1252',
    `:20:STARTUMS\n:25:20090500/0006853030\n:28C:00019/001\n:60F:C310217EUR1818,90\n:61:3102300301CR80,00N051NONREF\n:86:166?00GUTSCHRIFT?109310?20SVWZ+Gutschein 12?30NTSBDEB1?31DE10\n000000000000000001?32M\xdcLLER, GRETEL\n:62M:C310301EUR1898,90\n-\n:20:STARTUMS\n:25:20090500/0006853030\n:28C:00019/002\n:60M:C310301EUR1898,90\n:62F:C310301EUR1898,90\n-\n`,
    [
      'statement 20090500/0006853030 EUR 00019/001',
      'opening 2031-02-17 1818.90 EUR',
      '2031-03-01/2031-02-28 80.00 EUR 166 by MÜLLER, GRETEL (DE10000000000000000001) | GUTSCHRIFT | Gutschein 12',
      'closing 2031-03-01 1898.90 EUR',
      'statement 20090500/0006853030 EUR 00019/002',
      'opening 2031-03-01 1898.90 EUR',
      'closing 2031-03-01 1898.90 EUR',
    ],
  ],
  [
    'KNAB, several messages in their envelopes',
    '{1:F01KNABNL2HAXXX0000000000}{2:I940KNABNL2HXXXXN3020}{4:\n:20:B4E08MS9D00A0009\n:25:123456789\n:28C:998/1\n:60F:C310507EUR0,\n:61:3105070507C500,NTRF29-07-2031 10:05//B4E07XM00J000023\n:86:12160475 0050001631430920 ORDERID: 264267 VOORBEELD ONLINE NE\nREK: NL84INGB0234561789/NAAM: VOORBEELD ONLINE B.V.\n:62F:C310508EUR500,\n-}{5:{MAC:ABCDEFG}}\n{1:F01KNABNL2HAXXX0000000000}{2:I940KNABNL2HXXXXN3020}{4:\n:20:B4E08MS9D00A0010\n:25:123456789\n:28C:999/1\n:60F:C310508EUR500,\n:62F:C310508EUR500,\n-}\n',
    [
      'statement 123456789 EUR 998/1',
      'opening 2031-05-07 0.00 EUR',
      '2031-05-07/2031-05-07 500.00 EUR NTRF by VOORBEELD ONLINE B.V. (NL84INGB0234561789) | 29-07-2031 10:05 | 12160475 0050001631430920 ORDERID: 264267 VOORBEELD ONLINE NE | B4E07XM00J000023',
      'closing 2031-05-08 500.00 EUR',
      'statement 123456789 EUR 999/1',
      'opening 2031-05-08 500.00 EUR',
      'closing 2031-05-08 500.00 EUR',
    ],
  ],
  [
    'a German MT942: nothing in it is booked for certain',
    ':20:STARTUMS\n:25:DE89370400440532013000\n:28C:0/1\n:34F:EURD5,\n:13D:3103011330+0100\n:61:3103010301C1500,00NTRFNONREF//BK55X1\n:86:166?00GUTSCHRIFT?20EREF+E2E-42?21SVWZ+RF18?32ADA BEISPIEL\n:61:310301EC7,NTRFNONREF\n:90D:0EUR0,00\n:90C:2EUR1507,00\n-\n',
    [
      'statement DE89370400440532013000 EUR 0/1',
      '2031-03-01/2031-03-01 1500.00 EUR 166 [pending] e2e=E2E-42 by ADA BEISPIEL | GUTSCHRIFT | RF18 | BK55X1',
      '2031-03-01/2031-03-01 7.00 EUR NTRF [pending]',
    ],
  ],
];

describe('a file of', () => {
  it.each(dialects)('%s', async (bank, file, expected) => {
    const bytes = Buffer.from(file, bank.endsWith('1252') ? 'latin1' : 'utf8');
    expect(await readLines(bytes)).toEqual(expected);
    for (const pieceBytes of [1, 7]) expect(await readLines(bytes, pieceBytes)).toEqual(expected);
    expect(await readLines(Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r'), 'latin1'))).toEqual(
      expected,
    );
  });
});

const day = '2031-03-01/2031-03-01';

describe('what banks put into :86:', () => {
  it.each([
    [
      'Triodos: accounts in the wrong places',
      ':61:310301C150,00NET NONREF\n:86:000>100000000000\n>20RABONL2U\n>21NL12RABO0888888888\n>22METSELAARBAASIK PAARDENA PO>23STBUS 969\n>310417164300',
      `${day} 150.00 EUR NET (NL12RABO0888888888) | METSELAARBAASIK PAARDENA POSTBUS 969`,
    ],
    [
      'Triodos: its own account where others have the counterparty’s',
      ':61:310301D15,70N000NONREF\n:86:000>100987654321\n>20KOSTEN>310417164300',
      `${day} -15.70 EUR N000 (0987654321) | KOSTEN`,
    ],
    [
      'SNS: account and name in the reference',
      ':61:3103010301D65,00NOVBNL47INGB9999999999\nhr g voorbeeld\n:86:NL47INGB9999999999 hr g voorbeeld\n   \nBetaling 42\n   ',
      `${day} -65.00 EUR NOVB by hr g voorbeeld (NL47INGB9999999999) | NL47INGB9999999999 | hr g voorbeeld | NL47INGB9999999999 hr g voorbeeld | Betaling 42`,
    ],
    [
      'Poland, with ~',
      ':61:310301CN45,00NTRFNONREF\n:86:020~00PRZELEW~20FAKTURA 7/2031~3010901362~3110901362000000~32ZAKLAD PRZYKLAD~38PL49105019531000\n00047765653401',
      `${day} 45.00 EUR 020 by ZAKLAD PRZYKLAD (PL4910501953100000047765653401) | PRZELEW | FAKTURA 7/2031`,
    ],
    [
      'Poland and Czechia, with < and ^',
      ':61:310301D5,NTRFNONREF\n:86:<00PLATBA<20VS 123<32FIRMA S.R.O.\n:61:310301D6,NTRFNONREF\n:86:^00PRZELEW^20TOPUP^32FIRMA',
      `${day} -5.00 EUR NTRF by FIRMA S.R.O. | PLATBA | VS 123`,
      `${day} -6.00 EUR NTRF by FIRMA | PRZELEW | TOPUP`,
    ],
    [
      'UBS: free text, folded after 65 characters',
      `:61:310301C79,7FMSC01916//NONREF\n20310301007602198765432000000012\n:86:GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: ANNA MUSTER BEISPIELSTRAS\nSE 10 MITTEILUNGEN: RF18 5390`,
      `${day} 79.70 EUR FMSC | 01916 | 20310301007602198765432000000012 | GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: ANNA MUSTER BEISPIELSTRASSE 10 MITTEILUNGEN: RF18 5390`,
    ],
    [
      'BNP: party with its account, free text behind an amount',
      ':61:310301DD80,NMSC25594900\n:86:/BENM/300000000000133\n/EXEMPLE BANQUE\n/Frais 11.2031\n:61:310301D20,NTRFNONREF\n:86:/OCMT/USD21,12/\nPAYMENT OF 204011665',
      `${day} -80.00 EUR NMSC by EXEMPLE BANQUE (300000000000133) | 25594900 | Frais 11.2031`,
      `${day} -20.00 EUR NTRF | PAYMENT OF 204011665`,
    ],
    [
      'ING: a field for each code word',
      ':61:310301C500,00NTRFEREF//INGA1\n:86:/EREF/E2E-42/\n:86:/ORDP//NAME/ACME BV/\n:86:/REMI/STRD/CUR/7000000000000042/',
      `${day} 500.00 EUR NTRF e2e=E2E-42 by ACME BV | 7000000000000042 | INGA1`,
    ],
    [
      'a payment that came back',
      ':61:310301C5,NTRFNONREF\n:86:/RTRN/AC04/EREF/PAYOUT-7/BENM//NAME/ADA/REMI/x',
      `${day} 5.00 EUR NTRF e2e=PAYOUT-7 by ADA returned=PAYOUT-7:AC04 | x`,
    ],
    [
      'a payment that came back, by its kind, with the reason in the text',
      ':61:310301C5,NRTINONREF\n:86:RUECKGABE PAYOUT-7 AC04 KONTO GELOESCHT XY99',
      `${day} 5.00 EUR NRTI returned=undefined:AC04 | RUECKGABE PAYOUT-7 AC04 KONTO GELOESCHT XY99`,
    ],
    [
      'a transfer that came back, with the reason as a number',
      ':61:310301C5,NTRFNONREF\n:86:159?00RUECKUEBERWEISUNG?20EREF+PAYOUT-7?32ADA?34902\n:61:310301C5,NTRFNONREF\n:86:166?00GUTSCHRIFT?20EREF+PAYOUT-7?32ADA?34902',
      `${day} 5.00 EUR 159 e2e=PAYOUT-7 by ADA returned=PAYOUT-7:AC04 | RUECKUEBERWEISUNG`,
      `${day} 5.00 EUR 166 e2e=PAYOUT-7 by ADA | GUTSCHRIFT`,
    ],
    [
      'times and dashes at the beginning of a line',
      ':61:310301D6,00NMSCNONREF\n:86:106?20CARD 12-09-2031T16\n:20:27 No?25 7\n-3 27\n-\nmore?32SHOP',
      `${day} -6.00 EUR 106 by SHOP | CARD 12-09-2031T16:20:27 No 7-3 27-more`,
    ],
    [
      'an end-to-end id within labels of VR banks',
      ':61:310301C1,NMSCNONREF\n:86:166?20Dank EREF: TOPUP-9 IBAN: DE?2114740618130000033626 BIC: GENODEF1?32ADA',
      `${day} 1.00 EUR 166 e2e=TOPUP-9 by ADA (DE14740618130000033626) | Dank`,
    ],
  ])('%s', async (_name, lines, ...expected) => {
    expect(await entriesOf(lines)).toEqual(expected);
  });
});

describe('what an entry says of its money and days', () => {
  it.each([
    ['C', ':61:3103010301C1,50NTRFNONREF', `${day} 1.50 EUR NTRF`],
    ['D with a funds code', ':61:3103010301DR1,NTRFNONREF', `${day} -1.00 EUR NTRF`],
    [
      'RC: a credit is taken back',
      ':61:3103010301RC1,NRTINONREF',
      `${day} -1.00 EUR NRTI [reverses] returned=undefined:undefined`,
    ],
    [
      'RD: a debit is taken back',
      ':61:3103010301RDR1,NRTINONREF',
      `${day} 1.00 EUR NRTI [reverses] returned=undefined:undefined`,
    ],
    ['ED: expected', ':61:3103010301ED1,NTRFNONREF', `${day} -1.00 EUR NTRF [pending]`],
    [
      'd and c, as ABN AMRO has written them',
      ':61:310301d1,01N946X\n:61:310301c2,N946X',
      `${day} -1.01 EUR N946 | X`,
      `${day} 2.00 EUR N946 | X`,
    ],
    ['no decimals, no comma, no whole', ':61:310301C,5NTRFNONREF', `${day} 0.50 EUR NTRF`],
    ['nothing moved', ':61:310301C0,NTRFNONREF', `${day} 0.00 EUR NTRF [information]`],
    ['no code', ':61:310301D20,00NONREF//77', `${day} -20.00 EUR | 77`],
    ['booked in the year before', ':61:3201021231D1,NTRFNONREF', '2031-12-31/2032-01-02 -1.00 EUR NTRF'],
    ['booked in the year after', ':61:3112310102D1,NTRFNONREF', '2032-01-02/2031-12-31 -1.00 EUR NTRF'],
    ['booked on 29 February', ':61:3202280229D1,NTRFNONREF', '2032-02-29/2032-02-28 -1.00 EUR NTRF'],
    ['spaces for the booking date', ':61:310301    D1,NTRFNONREF', `${day} -1.00 EUR NTRF`],
    ['a reference cut by the line', ':61:310301C1,NTRFREF1\n//BANK9', `${day} 1.00 EUR NTRF | REF1 | BANK9`],
    [
      'no such day',
      ':61:310230C1,NTRFNONREF\n:61:310231C1,NTRFX',
      '2031-02-28/2031-02-28 1.00 EUR NTRF',
      'problem 6: The entry has the date 2031-02-31, which does not exist.',
    ],
    [
      'no such booking day',
      ':61:3103011301C1,NTRFX',
      'problem 5: The entry has the date 2031-13-01, which does not exist.',
    ],
    [
      'too many digits',
      ':61:310301C1234567890123456,NTRFX',
      'problem 5: The entry has more than 15 digits in its amount.',
    ],
    [
      'too many decimals',
      ':61:310301C1,005NTRFX',
      'problem 5: The entry has more decimals in its amount, "1,005", than EUR has.',
    ],
    [
      'two marks',
      ':61:310301C1.234,50NTRFX',
      'problem 5: The entry has "1.234,50" as its amount, which is not a number.',
    ],
    ['no entry', ':61:hello', `problem 5: The entry can't be read: ":61:hello".`],
  ])('%s', async (_name, lines, ...expected) => {
    expect(await entriesOf(lines)).toEqual(expected);
  });
});

describe('what is wrong with a statement', () => {
  it.each([
    [
      'cut off',
      around('').replace(/:62F:[\s\S]*/, ''),
      'problem 1: The statement that begins here has no closing balance (:62F:). The file may be cut off: download it again.',
    ],
    [
      'of two currencies',
      around('').replace(/(:62F:C310302)EUR/, '$1USD'),
      'problem 6: The closing balance is in USD, but the account is in EUR.',
    ],
    [
      'of an old currency',
      around('', 'X1', 'DEM'),
      'problem 4: The opening balance has "DEM" as its currency, which is not one of ISO 4217.',
    ],
    [
      'without a currency',
      ':20:A\n:25:B\n:61:310301C1,NTRFX\n',
      'problem 3: The entry comes before the opening balance (:60F:), which gives its currency. Download the whole statement.',
    ],
    [
      'with an endless line',
      around(`:86:${'x'.repeat(70_000)}`),
      'problem 5: A line is longer than 65536 characters. Download the file again.',
    ],
    [
      'with an endless field',
      around(`:61:310301C1,NTRFX\n${'xxxxxxxxx\n'.repeat(9_000)}`),
      /^problem \d+: A field is longer than 65536 characters\. Download the file again\.$/,
    ],
    [
      'with zeros',
      around(`:61:310301C1,NTRFX${' '.repeat(500)}\0`),
      'problem 5: There are characters that are no text. Download the file again as MT940.',
    ],
  ])('%s', async (_name, file, problem) => {
    const problems = (await readLines(file)).filter((line) => line.startsWith('problem'));
    expect(problems[0]).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });
});

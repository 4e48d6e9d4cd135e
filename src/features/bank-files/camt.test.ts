/** camt.052, .053 and .054: versions, balances, entries and what is in them, and files that must be refused. */
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../tests/support/statement-parts.ts';

type Shape = { type?: '052' | '053' | '054'; version?: string; prefix?: string; account?: string; head?: string };

const elements = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

/** A message with one statement around the XML of its balances and entries. */
function camt(inside: string, { type = '053', version = '08', prefix = '', account, head = '' }: Shape = {}): string {
  const [message, statement] = elements[type];
  const body = `${head}<Document><${message}><GrpHdr><MsgId>M</MsgId></GrpHdr><${statement}><Id>S7</Id><CreDtTm>2031-03-02T06:00:00+01:00</CreDtTm>
<Acct>${account ?? '<Id><IBAN>NL26VAYB8060476890</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Quick Bite B.V.</Nm></Ownr>'}</Acct>${inside}</${statement}></${message}></Document>`;
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.${type}.001.${version}`;
  const mark = prefix === '' ? '' : `${prefix}:`;
  const named = mark === '' ? body : body.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${mark}`);
  return named.replace(
    `<${mark}Document>`,
    `<${mark}Document xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}">`,
  );
}

const bal = (code: string, amount: string, indicator = 'CRDT', day = '2031-03-01') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
/** As central banks give balances. */
const unsigned = (balances: string) => balances.replaceAll(/<CdtDbtInd>[^<]*<.CdtDbtInd>/g, '');
const dates = '<BookgDt><Dt>2031-03-01</Dt></BookgDt><ValDt><Dt>2031-03-02</Dt></ValDt>';
const ntry = (
  inside = '',
  { amount = '12.50', indicator = 'CRDT', status = '<Sts><Cd>BOOK</Cd></Sts>', when = dates } = {},
) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${status}${when}${inside}</Ntry>`;
const tx = (inside: string, amount?: string) =>
  `<TxDtls>${amount === undefined ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}${inside}</TxDtls>`;
const details = (...all: string[]) => `<NtryDtls>${all.join('')}</NtryDtls>`;
const head = 'statement NL26VAYB8060476890 EUR S7';
const plain = '2031-03-01/2031-03-02 12.50 EUR';

const linesOf = async (inside: string, shape?: Shape): Promise<string[]> =>
  (await readLines(camt(inside, shape))).filter((line) => line !== head);

describe('a message', () => {
  it.each<[string, Shape, string]>([
    ['camt.053.001.02', { version: '02' }, '<Sts>BOOK</Sts>'],
    ['camt.053.001.08', {}, '<Sts><Cd>BOOK</Cd></Sts>'],
    ['camt.053.001.13 with a prefix', { version: '13', prefix: 'n0' }, '<Sts><Cd>BOOK</Cd></Sts>'],
    ['camt.052.001.06', { type: '052', version: '06' }, '<Sts>BOOK</Sts>'],
    [
      'camt.054.001.04 with an empty line first',
      { type: '054', version: '04', head: '\n<?xml version="1.0"?>' },
      '<Sts>BOOK</Sts>',
    ],
  ])('%s', async (_name, shape, status) => {
    const file = camt(ntry('', { status }), shape);
    expect(await readLines(file)).toEqual([head, plain]);
    for (const pieceBytes of [1, 7]) expect(await readLines(file, pieceBytes)).toEqual([head, plain]);
  });

  it('with several statements, accounts and pages', async () => {
    const second = `</Stmt><Stmt><Id>S8</Id><Acct><Id><Othr><Id>1 2 3</Id></Othr></Id></Acct>${bal('CLAV', '1').replace('EUR', 'JPY')}${ntry()}${bal('OPBD', '1', 'DBIT')}`;
    expect(await readLines(camt(bal('PRCD', '5.00') + bal('ITBD', '17.5') + ntry() + second))).toEqual([
      head,
      'opening 2031-03-01 5.00 EUR',
      'closing 2031-03-01 17.50 EUR',
      plain,
      'statement 123 EUR S8',
      plain,
      'opening 2031-03-01 -1.00 EUR',
    ]);
  });

  it.each([
    [
      'camt.053: the last page',
      '053',
      bal('ITBD', '1.00') + bal('CLBD', '2.00'),
      ['opening 2031-03-01 1.00 EUR', 'closing 2031-03-01 2.00 EUR'],
    ],
    [
      'a page between',
      '053',
      bal('ITBD', '1.00') + bal('ITBD', '2.00'),
      ['opening 2031-03-01 1.00 EUR', 'closing 2031-03-01 2.00 EUR'],
    ],
    [
      'of some moment',
      '052',
      bal('OPBD', '1.00') + bal('ITBD', '2.00') + bal('CLAV', '3.00'),
      ['opening 2031-03-01 1.00 EUR'],
    ],
    [
      'both openings',
      '053',
      bal('PRCD', '1.00', 'CRDT', '2031-02-28') + bal('OPBD', '1.00'),
      ['opening 2031-03-01 1.00 EUR'],
    ],
    ['during the day, with the noise of a float', '052', bal('OPBD', '1.00000000004'), []],
    ['without a sign', '053', unsigned(bal('OPBD', '1.00')), []],
  ] as const)('balances: %s', async (_name, type, inside, expected) => {
    expect(await linesOf(inside, { type })).toEqual(expected);
  });
});

describe('an entry without a date has that of its statement, if it is of one day', () => {
  const undated = ntry('', { when: '' });
  const period = (first: string, last: string) =>
    `<FrToDt><FrDtTm>${first}T00:00:00</FrDtTm><ToDtTm>${last}T23:59:59</ToDtTm></FrToDt>`;
  const dated = (day: string) => bal('OPBD', '0.00', '', day) + bal('CLBD', '12.50', '', '2031-03-02');
  const noDate = 'problem 2: Entry 1 has no booking date.';

  it.each<[string, string, '052' | '053' | '054', string]>([
    ['by its period', period('2031-03-02', '2031-03-02'), '054', '2031-03-02/ 12.50 EUR'],
    ['by its balances', unsigned(dated('2031-03-02')), '053', '2031-03-02/ 12.50 EUR'],
    ['not of two days', period('2031-03-01', '2031-03-02'), '053', noDate],
    ['not between the balances of two days', unsigned(dated('2031-03-01')), '053', noDate],
    [
      'not where the period has more days than the balances',
      period('2031-03-01', '2031-03-02') + unsigned(dated('2031-03-02')),
      '053',
      noDate,
    ],
    ['not by balances during the day', unsigned(dated('2031-03-02')), '052', noDate],
    ['not after one balance', unsigned(bal('CLBD', '12.50', '', '2031-03-02')), '053', noDate],
  ])('%s', async (_name, before, type, expected) => {
    expect(await linesOf(before + undated, { type })).toEqual([expected]);
  });
});

const party = (role: string, name: string, iban = '') =>
  `<${role}><Pty><Nm>${name}</Nm></Pty></${role}>${iban === '' ? '' : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`}`;
const own = 'NL26VAYB8060476890';
const parties = (inside: string) => details(tx(`<RltdPties>${inside}</RltdPties>`));
const returned = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>';
const charge = (amount: string, included = '', indicator = 'DBIT') =>
  `<Rcrd><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${included === '' ? '' : `<ChrgInclInd>${included}</ChrgInclInd>`}</Rcrd>`;

describe('an entry', () => {
  it.each<[string, string, string[]]>([
    ['that went out', ntry('', { indicator: 'DBIT' }), ['2031-03-01/2031-03-02 -12.50 EUR']],
    ['that takes back a debit', ntry('<RvslInd>true</RvslInd>'), [`${plain} [reverses]`]],
    [
      'that takes back a credit',
      ntry('<RvslInd>1</RvslInd>', { indicator: 'DBIT' }),
      ['2031-03-01/2031-03-02 -12.50 EUR [reverses]'],
    ],
    ['without a direction', ntry('', { indicator: '' }), [`${plain} [unknown]`]],
    ['pending', ntry('', { status: '<Sts>PDNG</Sts>' }), [`${plain} [pending]`]],
    ['of the future', ntry('', { status: '<Sts><Cd>FUTR</Cd></Sts>' }), [`${plain} [pending]`]],
    ['of the bank’s own status', ntry('', { status: '<Sts><Prtry>X</Prtry></Sts>' }), [`${plain} [pending]`]],
    ['for information', ntry('', { status: '<Sts>INFO</Sts>' }), [`${plain} [information]`]],
    ['of nothing', ntry('', { amount: '0.00' }), ['2031-03-01/2031-03-02 0.00 EUR [information]']],
    [
      'with a time',
      ntry('', { when: '<BookgDt><DtTm>2031-03-01T14:05:09.123+01:00</DtTm></BookgDt>' }),
      ['2031-03-01T14:05:09/ 12.50 EUR'],
    ],
    [
      'at midnight',
      ntry('', { when: '<BookgDt><DtTm>2031-03-01T00:00:00Z</DtTm></BookgDt>' }),
      ['2031-03-01/ 12.50 EUR'],
    ],
    ['pending without a day', ntry('', { status: '<Sts>PDNG</Sts>', when: '' }), ['2031-03-02/ 12.50 EUR [pending]']],
    [
      'with codes and ids',
      ntry(
        `<AcctSvcrRef>B1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn><Prtry><Cd>166</Cd></Prtry></BkTxCd>${details(tx('<Refs><AcctSvcrRef>B2</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>'))}`,
      ),
      [`${plain} PMNT/RCDT/ESCT id=B1`],
    ],
    [
      'with the ids of its only payment',
      ntry(
        details(
          tx(
            '<Refs><AcctSvcrRef>B2</AcctSvcrRef><EndToEndId>E1</EndToEndId></Refs><BkTxCd><Prtry><Cd>166</Cd></Prtry></BkTxCd>',
          ),
        ),
      ),
      [`${plain} 166 id=B2 e2e=E1`],
    ],
    [
      'with every text',
      ntry(
        `${details(tx('<RmtInf><Ustrd>Top-up\n one</Ustrd><Ustrd>two</Ustrd><Strd><RfrdDocInf><Nb>INV 7</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>three</AddtlRmtInf></Strd></RmtInf><AddtlTxInf>four</AddtlTxInf>'))}<AddtlNtryInf>five</AddtlNtryInf>`,
      ),
      [`${plain} | Top-up one | two | RF18539007547034 | INV 7 | three | four | five`],
    ],
    [
      'from its sender',
      ntry(parties(party('Dbtr', 'Ada', 'FR76') + party('Cdtr', 'Us', own))),
      [`${plain} by Ada (FR76)`],
    ],
    ['for someone behind the sender', ntry(parties('<UltmtDbtr><Nm>Grace</Nm></UltmtDbtr>')), [`${plain} by Grace`]],
    [
      'to its receiver',
      ntry(parties(party('Dbtr', 'Us') + party('Cdtr', 'Ada', 'FR76')), { indicator: 'DBIT' }),
      ['2031-03-01/2031-03-02 -12.50 EUR by Ada (FR76)'],
    ],
    [
      'that came back, with the parties of the payment',
      ntry(
        details(
          tx(
            `<Refs><EndToEndId>PO-7</EndToEndId></Refs><RltdPties>${party('Dbtr', 'Quick Bite B.V.')}${party('Cdtr', 'Ada', 'FR76')}</RltdPties>${returned}`,
          ),
        ),
      ),
      [`${plain} e2e=PO-7 by Ada (FR76) returned=PO-7:AC04 | Account closed`],
    ],
    [
      'that came back, with the parties of the return',
      ntry(
        details(
          tx(`<RltdPties>${party('Dbtr', 'Ada', 'FR76')}${party('Cdtr', 'Quick Bite', own)}</RltdPties>${returned}`),
        ),
      ),
      [`${plain} by Ada (FR76) returned=undefined:AC04 | Account closed`],
    ],
    [
      'with charges in it',
      ntry(`<Chrgs>${charge('0.50', 'true')}${charge('9.00', 'false')}${charge('0.20', 'true', 'CRDT')}</Chrgs>`),
      [`${plain} charges=0.30`],
    ],
    [
      'with charges that its amounts prove',
      ntry(
        `<AmtDtls><InstdAmt><Amt Ccy="EUR">13.00</Amt></InstdAmt></AmtDtls><Chrgs><Amt Ccy="EUR">0.50</Amt></Chrgs>`,
      ),
      [`${plain} charges=0.50`],
    ],
    ['with charges that nothing proves', ntry('<Chrgs><Amt Ccy="EUR">0.50</Amt></Chrgs>'), [plain]],
    [
      'sent in another currency',
      ntry('<AmtDtls><InstdAmt><Amt Ccy="USD">14.00</Amt></InstdAmt></AmtDtls>'),
      [`${plain} | USD 14.00`],
    ],
    [
      'of several payments',
      ntry(
        details(
          tx('<Refs><EndToEndId>E1</EndToEndId></Refs>', '10.00'),
          tx('<RmtInf><Ustrd>two</Ustrd></RmtInf>', '2.5'),
        ),
      ),
      [plain, '  10.00 e2e=E1', '  2.50 | two'],
    ],
    [
      'of payments in and out',
      ntry(details(tx('', '13.00'), tx('<CdtDbtInd>DBIT</CdtDbtInd>', '0.50'))),
      [plain, '  13.00', '  -0.50'],
    ],
    ['of payments that add up to another sum', ntry(details(tx('', '10.00'), tx('', '2.00'))), [plain, '  ?', '  ?']],
    ['of payments of which one has no amount', ntry(details(tx('', '10.00'), tx(''))), [plain, '  ?', '  ?']],
    [
      'of a batch of ours',
      ntry(details('<Btch><MsgId>M9</MsgId><PmtInfId>P9</PmtInfId><NbOfTxs>3</NbOfTxs></Btch>', tx('', '1.00')), {
        indicator: 'DBIT',
      }),
      ['2031-03-01/2031-03-02 -12.50 EUR | P9 | M9', '  ?'],
    ],
  ])('%s', async (_name, inside, expected) => {
    expect(await linesOf(inside)).toEqual(expected);
  });
});

describe('what is wrong is told with its line and entry', () => {
  it.each([
    [
      'a day that does not exist',
      ntry('', { when: '<BookgDt><Dt>2031-02-30</Dt></BookgDt>' }),
      'Entry 1 has the date 2031-02-30, which does not exist.',
    ],
    [
      'the year 26',
      ntry('', { when: '<BookgDt><Dt>0026-03-01</Dt></BookgDt>' }),
      'Entry 1 has a date in the year 0026.',
    ],
    ['no day', ntry('', { when: '' }), 'Entry 1 has no booking date.'],
    [
      'words for a day',
      ntry('', { when: '<BookgDt><Dt>1 March</Dt></BookgDt>' }),
      'Entry 1 has "1 March" as a date, which is not one.',
    ],
    ['18 digits', ntry('', { amount: '123456789012345678.00' }), 'Entry 1 has more than 15 digits in its amount.'],
    [
      'three decimals',
      ntry('', { amount: '1.005' }),
      'Entry 1 has more decimals in its amount, "1.005", than EUR has.',
    ],
    ['a minus', ntry('', { amount: '-1' }), 'Entry 1 has "-1" as its amount, which is not a number.'],
    ['no amount', ntry('', { amount: '' }), 'Entry 1 has "" as its amount, which is not a number.'],
    ['another currency', ntry().replace('EUR', 'USD'), 'Entry 1 is in USD, but the account is in EUR.'],
    [
      'an unknown currency',
      ntry().replace('EUR', 'XXQ'),
      'Entry 1 has "XXQ" as its currency, which is not one of ISO 4217.',
    ],
    [
      'a balance without a direction',
      bal('OPBD', '1', 'BOTH'),
      'The opening balance does not say whether it is a credit or a debit (CdtDbtInd).',
    ],
  ])('%s', async (_name, inside, message) => {
    expect(await linesOf(inside)).toEqual([`problem 2: ${message}`]);
  });

  it.each([
    [
      'a file cut off',
      camt(ntry()).slice(0, -20),
      'problem 2: The file ends before it is complete. Download it again from your bank.',
    ],
    ['broken XML', camt('<Ntry></Bal>'), /^problem 2: The XML is broken here\./],
    ['an entity', camt(ntry('&bomb;')), /^problem 2: The XML is broken here\./],
    ['a control character', camt(ntry('&#1;')), /^problem 2: The XML is broken here\./],
    [
      'a DTD',
      camt('', { head: '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>' }),
      /^problem 1: The file has a document type definition \(DTD\)/,
    ],
    [
      'another namespace',
      camt('').replace('camt.053.001.08', 'camt.053'),
      /^problem 1: The namespace "….*:xsd:camt\.053" is not one of camt\.053\./,
    ],
    ['deep nesting', camt('<Ntry>'.repeat(100)), /^problem 2: Elements are nested more than 60 deep/],
    [
      'an endless text',
      camt(`<Ntry><X>${'x'.repeat(90_000)}`),
      /^problem 2: A text or tag is longer than 65536 characters/,
    ],
    [
      'an endless tag',
      camt(`<Ntry ${'x'.repeat(90_000)}`),
      /^problem 2: A text or tag is longer than 65536 characters/,
    ],
  ])('%s', async (_name, file, message) => {
    const problem = (await readLines(file)).at(-1);
    expect(problem).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });
});

it('passes over what a bank adds in a namespace of its own', async () => {
  const added = '<x:Amt xmlns:x="urn:bank" Ccy="EUR">9</x:Amt>';
  expect(await linesOf(ntry(`<SplmtryData>${added}</SplmtryData>`).replace('<Ntry>', `<Ntry>${added}`))).toEqual([
    plain,
  ]);
});

/** What is in a bank's file of credit transfers, and what may not be in it. */
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { bankText } from './bank-text.ts';
import { creditorReferenceOf } from './creditor-reference.ts';
import {
  type BankParty,
  type CreditTransfer,
  type CreditTransferFile,
  lacksAddress,
  pain001Versions,
  transferProblem,
  writePain001,
} from './pain001.ts';
import { bankReference, comparableReference } from './references.ts';

const party = (changes: Partial<BankParty> = {}): BankParty => ({
  name: 'Taverna GmbH',
  iban: 'DE89370400440532013000',
  accountNumber: null,
  bankCode: null,
  bankCountry: 'DE',
  address: null,
  ...changes,
});
const nowhere = { street: null, buildingNumber: null, postCode: null };
const local = party({ iban: null, accountNumber: '000123456789', bankCode: '021000021', bankCountry: 'US' });
const transfer = (changes: Partial<CreditTransfer> = {}): CreditTransfer => ({
  reference: 'po2abc',
  amount: 1_050n,
  creditor: party(),
  text: 'Payout po2abc',
  creditorReference: null,
  ...changes,
});
const file = (changes: Partial<CreditTransferFile> = {}): CreditTransferFile => ({
  version: 'pain.001.001.09',
  messageId: 'pf1abc',
  createdAt: new Date('2031-03-01T12:00:00.123Z'),
  executionDay: '2031-03-03',
  currency: 'EUR',
  debtor: party({ name: 'Sluice Payments GmbH', iban: 'FR1420041010050500013M02606', bankCode: 'PSSTFRPPPAR' }),
  transfers: [transfer()],
  isTest: false,
  ...changes,
});

/** Each element's text by its path, in order. */
function readBack(xml: string): [string, string][] {
  const found: [string, string][] = [];
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', () => {
    if (text.trim() !== '') found.push([path.slice(2).join('/'), text]);
    path.pop();
    text = '';
  });
  parser.write(xml).close();
  return found;
}
const written = (changes: Partial<CreditTransferFile> = {}): string => [...writePain001(file(changes))].join('');
const at = (xml: string, end: string): string[] =>
  readBack(xml)
    .filter(([path]) => path.endsWith(end))
    .map(([, text]) => text);

describe('a file', () => {
  it('of one SEPA payment, in the version of today', () => {
    const xml = written();
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
    expect(readBack(xml)).toEqual([
      ['GrpHdr/MsgId', 'pf1abc'],
      ['GrpHdr/CreDtTm', '2031-03-01T12:00:00Z'],
      ['GrpHdr/NbOfTxs', '1'],
      ['GrpHdr/CtrlSum', '10.50'],
      ['GrpHdr/InitgPty/Nm', 'Sluice Payments GmbH'],
      ['PmtInf/PmtInfId', 'pf1abc-1'],
      ['PmtInf/PmtMtd', 'TRF'],
      ['PmtInf/BtchBookg', 'false'],
      ['PmtInf/NbOfTxs', '1'],
      ['PmtInf/CtrlSum', '10.50'],
      ['PmtInf/PmtTpInf/SvcLvl/Cd', 'SEPA'],
      ['PmtInf/ReqdExctnDt/Dt', '2031-03-03'],
      ['PmtInf/Dbtr/Nm', 'Sluice Payments GmbH'],
      ['PmtInf/DbtrAcct/Id/IBAN', 'FR1420041010050500013M02606'],
      ['PmtInf/DbtrAgt/FinInstnId/BICFI', 'PSSTFRPPPAR'],
      ['PmtInf/ChrgBr', 'SLEV'],
      ['PmtInf/CdtTrfTxInf/PmtId/InstrId', 'po2abc'],
      ['PmtInf/CdtTrfTxInf/PmtId/EndToEndId', 'po2abc'],
      ['PmtInf/CdtTrfTxInf/Amt/InstdAmt', '10.50'],
      ['PmtInf/CdtTrfTxInf/Cdtr/Nm', 'Taverna GmbH'],
      ['PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN', 'DE89370400440532013000'],
      ['PmtInf/CdtTrfTxInf/RmtInf/Ustrd', 'Payout po2abc'],
    ]);
  });

  it('in the version before', () => {
    const xml = written({ version: 'pain.001.001.03' });
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"');
    expect(at(xml, 'ReqdExctnDt')).toEqual(['2031-03-03']);
    expect(at(xml, 'FinInstnId/BIC')).toEqual(['PSSTFRPPPAR']);
  });

  it('of test money says so to the bank and in every payment', () => {
    const xml = written({ isTest: true });
    expect([at(xml, 'Authstn/Prtry'), at(xml, 'Ustrd')]).toEqual([['TEST'], ['TEST Payout po2abc']]);
  });

  it('keeps payments outside SEPA in a batch of their own', () => {
    const turkish = party({ iban: 'TR330006100519786457841326', bankCode: 'TGBATRIS' });
    const transfers = [
      transfer({ reference: 'po1', creditor: turkish, amount: 1n }),
      transfer({ reference: 'po2', amount: 20n }),
      transfer({ reference: 'po3', creditor: local, amount: 300n }),
    ];
    const xml = written({ transfers });
    expect(at(xml, 'GrpHdr/CtrlSum')).toEqual(['3.21']);
    expect(at(xml, 'PmtInf/CtrlSum')).toEqual(['0.20', '3.01']);
    expect(at(xml, 'PmtInf/NbOfTxs')).toEqual(['1', '2']);
    expect(at(xml, 'SvcLvl/Cd')).toEqual(['SEPA', 'NURG']);
    expect(at(xml, 'ChrgBr')).toEqual(['SLEV', 'SHAR']);
    expect(at(xml, 'EndToEndId')).toEqual(['po2', 'po1', 'po3']);
  });

  it.each([
    ['from an account outside SEPA', { debtor: party({ iban: 'TR330006100519786457841326' }) }, 'NURG'],
    ['from an account without an IBAN', { debtor: local }, 'NURG'],
    ['in another currency', { currency: 'CHF' }, 'NURG'],
    ['in euros between IBANs of SEPA', {}, 'SEPA'],
  ])('%s: %s', (_, changes, level) => {
    expect(at(written(changes), 'SvcLvl/Cd')).toEqual([level]);
  });

  it('an account without an IBAN, at a bank without a BIC', () => {
    const xml = written({
      currency: 'USD',
      debtor: { ...local, bankCode: null },
      transfers: [transfer({ creditor: local })],
    });
    expect(at(xml, 'Acct/Id/Othr/Id')).toEqual(['000123456789', '000123456789']);
    expect(at(xml, 'DbtrAcct/Ccy')).toEqual(['USD']);
    expect(at(xml, 'DbtrAgt/FinInstnId/Othr/Id')).toEqual(['NOTPROVIDED']);
    expect(at(xml, 'ClrSysMmbId/ClrSysId/Cd')).toEqual(['USABA']);
    expect(at(xml, 'ClrSysMmbId/MmbId')).toEqual(['021000021']);
    expect(at(xml, 'CdtrAgt/FinInstnId/PstlAdr/Ctry')).toEqual(['US']);
  });

  it('where the payer is, as a town and a country', () => {
    const xml = written({ debtor: party({ address: { ...nowhere, town: 'Köln', country: 'DE' } }) });
    expect([at(xml, 'Dbtr/PstlAdr/TwnNm'), at(xml, 'Dbtr/PstlAdr/Ctry')]).toEqual([['Koln'], ['DE']]);
  });

  it.each(pain001Versions)('where the payee lives, in the order of the schema of %s', (version) => {
    const address = { street: 'Straße 1', buildingNumber: '2 α', postCode: '١٢', town: 'Αθήνα', country: 'GR' };
    const xml = written({ version, transfers: [transfer({ creditor: party({ address }) })] });
    expect(readBack(xml).filter(([path]) => path.includes('/Cdtr/PstlAdr/'))).toEqual([
      ['PmtInf/CdtTrfTxInf/Cdtr/PstlAdr/StrtNm', 'Strasse 1'],
      ['PmtInf/CdtTrfTxInf/Cdtr/PstlAdr/BldgNb', '2 a'],
      ['PmtInf/CdtTrfTxInf/Cdtr/PstlAdr/TwnNm', 'Athina'],
      ['PmtInf/CdtTrfTxInf/Cdtr/PstlAdr/Ctry', 'GR'],
    ]);
  });

  it.each(pain001Versions)('the reference of the payee instead of a text, in %s', (version) => {
    const transfers = [transfer({ creditorReference: 'RF18539007547034' })];
    const paths = (isTest: boolean) =>
      readBack(written({ version, transfers, isTest })).filter(([path]) => path.includes('/RmtInf/'));
    const structured = [
      ['PmtInf/CdtTrfTxInf/RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd', 'SCOR'],
      ['PmtInf/CdtTrfTxInf/RmtInf/Strd/CdtrRefInf/Tp/Issr', 'ISO'],
      ['PmtInf/CdtTrfTxInf/RmtInf/Strd/CdtrRefInf/Ref', 'RF18539007547034'],
    ];
    expect(paths(false)).toEqual(structured);
    expect(paths(true)).toEqual([['PmtInf/CdtTrfTxInf/RmtInf/Ustrd', 'TEST Payout po2abc'], ...structured]);
  });

  it('an address in letters that grow in Latin ends where the schema does', () => {
    const [street, buildingNumber, town] = ['Щ'.repeat(70), 'ß'.repeat(16), 'Ж'.repeat(35)];
    const address = { street, buildingNumber, postCode: 'Щ'.repeat(16), town, country: 'BG' };
    const xml = written({ transfers: [transfer({ creditor: party({ address }) })] });
    const lengths = ['StrtNm', 'BldgNb', 'PstCd', 'TwnNm'].map((name) => at(xml, `Cdtr/PstlAdr/${name}`)[0]?.length);
    expect(lengths).toEqual([70, 16, 16, 35]);
  });

  it.each([
    ['JPY', 1_050n, '1050'],
    ['KWD', 1_050n, '1.050'],
    ['USD', 999_999_999_999_999_999n, '9999999999999999.99'],
  ])('amounts in the decimals of %s', (currency, amount, shown) => {
    const xml = written({ currency, transfers: [transfer({ amount })] });
    expect([at(xml, 'InstdAmt'), at(xml, 'GrpHdr/CtrlSum')]).toEqual([[shown], [shown]]);
    expect(xml).toContain(`<InstdAmt Ccy="${currency}">`);
  });

  it('reads back as what was put in, whatever the names are', () => {
    const creditors = fc.record({ name: fc.string({ unit: 'grapheme' }), isLocal: fc.boolean() });
    const amounts = fc.bigInt({ min: 1n, max: 99_999_999_999n });
    const some = fc.array(fc.tuple(amounts, creditors), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(some, fc.constantFrom(...pain001Versions), (made, version) => {
        const transfers = made.map(([amount, { name, isLocal }], index) => ({
          reference: `po${index}`,
          amount,
          creditor: { ...(isLocal ? local : party()), name },
          text: name,
          creditorReference: null,
        }));
        const kept = transfers.filter((one) => transferProblem(file(), one) === undefined);
        fc.pre(kept.length > 0);
        const xml = written({ version, transfers: kept });
        const pairs = at(xml, 'EndToEndId').map((reference, index) => [reference, at(xml, 'InstdAmt')[index]]);
        const cents = (text: string | undefined) => BigInt((text ?? '').replace('.', ''));
        expect(new Map(pairs.map(([reference, amount]) => [reference, cents(amount)]))).toEqual(
          new Map(kept.map(({ reference, amount }) => [reference, amount])),
        );
        expect(cents(at(xml, 'GrpHdr/CtrlSum')[0])).toBe(kept.reduce((sum, { amount }) => sum + amount, 0n));
        for (const name of at(xml, 'Cdtr/Nm')) expect(name).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/);
      }),
      { numRuns: 50 },
    );
  });
});

it.each<[string, Partial<CreditTransfer>, RegExp | undefined]>([
  ['a payment', {}, undefined],
  ['a name of signs', { creditor: party({ name: '😀 ...' }) }, /name/],
  ['a name in Chinese letters', { creditor: party({ name: '株式会社' }) }, /name/],
  ['more than SEPA takes', { amount: 100_000_000_000n }, /SEPA/],
  ['as much elsewhere', { amount: 100_000_000_000n, creditor: local }, undefined],
  ['more than 18 digits', { amount: 10n ** 18n, creditor: local }, /18 digits/],
])('%s: %s', (_, changes, problem) => {
  const said = transferProblem(file(), transfer(changes));
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

const inAustin = { street: null, buildingNumber: null, postCode: null, town: 'Austin', country: 'US' };
it.each<[string, Partial<CreditTransfer>, Partial<CreditTransferFile>, boolean]>([
  ['within SEPA and the European Economic Area', {}, {}, false],
  ['within SEPA, to Switzerland', { creditor: party({ iban: 'CH9300762011623852957' }) }, {}, true],
  ['in another currency, to Germany', {}, { currency: 'USD' }, true],
  ['to an account without an IBAN', { creditor: local }, {}, true],
  ['to one with an address', { creditor: { ...local, address: inAustin } }, {}, false],
  ['to one in a town of other letters', { creditor: { ...local, address: { ...inAustin, town: '東京' } } }, {}, true],
])('a payment %s: its bank may ask for an address: %s', (_, changes, of, lacks) => {
  expect(lacksAddress(file(of), transfer(changes))).toBe(lacks);
});

it.each([
  ['RF18539007547034', 'RF18539007547034'],
  ['rf18 5390 0754 7034', 'RF18539007547034'],
  ['RF18539007547035', undefined],
  ['RF81539007547034', undefined],
  ['RF18', undefined],
  ['RF1853900754703412345678901', undefined],
  ['Invoice 7', undefined],
  ['DE89370400440532013000', undefined],
  ['', undefined],
])('the creditor reference %j: %s', (text, reference) => {
  expect(creditorReferenceOf(text)).toBe(reference);
});

describe('the text of a bank', () => {
  it.each([
    ['Müller & Söhne GmbH_2', 'Muller + Sohne GmbH-2'],
    ['Weiß, Ærø, Łódź, İstanbul ı', 'Weiss, Aero, Lodz, Istanbul i'],
    ['Παναγιώτης Ούζο ΕΛΛΗΝΙΚΆ', 'Panagiotis Ouzo ELLINIKA'],
    ['Щастие Цветанов', 'Shtastie Tsvetanov'],
    ['Їжак Ґанок', 'Yizhak Ganok'],
    ['Ada “the <b>” O’Neil 😀', "Ada the .b. O'Neil"],
    ['مطعم النور', ''],
    ['//a//b/', 'a/b'],
    ['  two  spaces ', 'two spaces'],
    ['ﬁne Ⅷ ½', 'fine VIII 1 2'],
  ])('%s → %s', (text, latin) => {
    expect(bankText(text, 70)).toBe(latin);
  });

  it('is only of its characters, bounded, and the same when done again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, lengthMax) => {
        const once = bankText(text, lengthMax);
        expect(once).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(once.length).toBeLessThanOrEqual(lengthMax);
        expect(bankText(once, lengthMax)).toBe(once);
        expect(once).not.toMatch(/^[ /]|[ /]$|\/\//);
      }),
    );
  });
});

it('an id as the bank carries it: in 35 characters without an underscore, and found again', () => {
  const id = `po_${'z'.repeat(11)}${'A'.repeat(22)}`;
  expect(bankReference(id)).toBe(id.replace('_', ''));
  expect(bankReference(id)).toHaveLength(35);
  expect(comparableReference(bankReference(id).toUpperCase())).toBe(comparableReference(id));
  expect(() => bankReference(`${id}A`)).toThrow();
  expect(() => bankReference('po_a-b')).toThrow();
});

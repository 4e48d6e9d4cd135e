/** What a bank's report says of each payment of a file. */
import { describe, expect, it } from 'vitest';
import { readPain002 } from './pain002.ts';
import { reasonInWords, saysDuplicate } from './reason-codes.ts';

const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>In 12345678</AddtlInf></StsRsnInf>`;
const payment = (id: string, status: string, code = '') =>
  `<TxInfAndSts><StsId>9</StsId><OrgnlInstrId>x</OrgnlInstrId><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${status === '' ? '' : `<TxSts>${status}</TxSts>`}${code === '' ? '' : reason(code)}<OrgnlTxRef><Cdtr><Nm>Ada</Nm></Cdtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></OrgnlTxRef></TxInfAndSts>`;
const report = (group: string, batches = '', message = '<OrgnlMsgId>pf1</OrgnlMsgId>') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>b1</MsgId></GrpHdr><OrgnlGrpInfAndSts>${message}<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>${batches}</CstmrPmtStsRpt></Document>`;
const batch = (status: string, payments = '', code = '') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>pf1-1</OrgnlPmtInfId>${status === '' ? '' : `<PmtInfSts>${status}</PmtInfSts>`}${code === '' ? '' : reason(code)}${payments}</OrgnlPmtInfAndSts>`;
const group = (status: string, code = '') => `<GrpSts>${status}</GrpSts>${code === '' ? '' : reason(code)}`;

function verdicts(xml: string) {
  const read = readPain002(xml);
  if (!read.ok) throw new Error(read.problem);
  return ['po1', 'po2'].map((reference) => {
    const verdict = read.report.verdictOn(reference, 'pf1-1');
    return verdict === undefined ? '' : `${verdict.outcome} ${verdict.status} ${verdict.reason ?? ''}`.trim();
  });
}

describe('a report', () => {
  it.each([
    ['takes the whole file', report(group('ACCP')), ['accepted ACCP', 'accepted ACCP']],
    ['refuses the whole file', report(group('RJCT', 'FF01')), ['rejected RJCT FF01', 'rejected RJCT FF01']],
    ['refuses a batch', report(group('PART'), batch('RJCT', '', 'AC02')), ['rejected RJCT AC02', 'rejected RJCT AC02']],
    ['refuses one', report(group('PART'), batch('PART', payment('po1', 'RJCT', 'AC04'))), ['rejected RJCT AC04', '']],
    [
      'refuses one of a file it takes',
      report(group('ACCP'), batch('', payment('po2', 'RJCT', 'BE04'))),
      ['accepted ACCP', 'rejected RJCT BE04'],
    ],
    [
      'gives the reason above',
      report(group('RJCT', 'DT01'), batch('RJCT', payment('po1', 'RJCT'))),
      ['rejected RJCT DT01', 'rejected RJCT DT01'],
    ],
    ['waits', report(group('RCVD')), ['pending RCVD', 'pending RCVD']],
    ['says a status of its own', report(group('BOOK')), ['pending BOOK', 'pending BOOK']],
    ['cancels', report('', batch('', payment('po1', 'CANC', 'CUST'))), ['rejected CANC CUST', '']],
    ['has a batch of another file', report('', batch('RJCT').replace('pf1-1', 'pf1-2')), ['', '']],
    ['has a reason that is none', report(group('RJCT', '1234567890')), ['rejected RJCT', 'rejected RJCT']],
  ])('that %s', (_, xml, expected) => {
    expect(verdicts(xml)).toEqual(expected);
    const prefixed = xml.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1p:').replace('xmlns=', 'xmlns:p=');
    expect(verdicts(prefixed), 'with a prefix').toEqual(expected);
  });

  it('names the file, its payments and the account', () => {
    const read = readPain002(report('', batch('PART', payment('po1', 'RJCT') + payment('po9', 'RJCT'))));
    expect(read).toMatchObject({ ok: true, report: { messageId: 'pf1', named: ['po1', 'po9'] } });
    expect(read.ok && [...read.report.debtorAccounts]).toEqual(['DE89370400440532013000']);
  });

  it.each([
    ['nothing', '', /not XML/],
    ['text', 'RJCT', /not XML/],
    ['half a file', report(group('ACCP')).slice(0, -20), /not XML/],
    ['another document', '<Document><BkToCstmrStmt/></Document>', /not a payment status report/],
    ['no file that it answers', report('', '', ''), /which payment file/],
    ['a DOCTYPE', report('').replace('<Document', '<!DOCTYPE a [<!ENTITY x "y">]><Document'), /DOCTYPE/],
    ['an entity', report('', '', '<OrgnlMsgId>&x;</OrgnlMsgId>'), /not XML/],
    ['too many levels', '<a>'.repeat(50), /not a payment status report/],
  ])('with %s is refused', (_, xml, problem) => {
    const read = readPain002(xml);
    expect(read.ok ? '' : read.problem).toMatch(problem);
  });
});

it.each([
  ['AC04', 'The account is closed (AC04)'],
  ['MD07', 'The holder of the account has died (MD07)'],
  ['ZZ99', 'The bank gave no reason that is known (ZZ99)'],
  ['constructor', 'The bank gave no reason that is known (constructor)'],
  [null, 'The bank gave no reason'],
])('the reason %s is %s', (code, words) => {
  expect(reasonInWords(code)).toBe(words);
});

it('what the bank has already was not refused', () => {
  expect(['DUPL', 'AM05', 'DU01', 'AC04', null].map(saysDuplicate)).toEqual([true, true, true, false, false]);
});

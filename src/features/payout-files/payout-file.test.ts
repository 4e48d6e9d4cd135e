/** The rules of payment files, and what a bank's verdict means for a payout. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../bank-files/pain002.ts';
import type { Payout, PayoutStatus } from '../payouts/payout.ts';
import type { BankDetails } from '../wallets/bank-details.ts';
import { judgeVerdict } from './judge-report.ts';
import { debtorOf, filedKindOf, fileStatus, makePayoutFile, type PayoutFileDraft, unfitDay } from './payout-file.ts';

const filed = (index: number, accountName: string, iban = 'DE89370400440532013000') => ({
  payout: {
    ...{ id: `po_2${String(index).padStart(22, '0')}`, mode: 'live', status: 'approved', currency: 'EUR' },
    ...{ amount: 1_000n, fee: 50n, bankAccountId: `ba_${index}`, createdAt: new Date('2031-03-01T12:00:00Z') },
  } as Payout,
  bankAccount: {
    ...{ holderId: 2n, id: `ba_${index}`, currency: null, accountName, iban, accountNumber: null },
    status: 'active' as const,
    ...{ bankCode: null, country: iban.slice(0, 2), createdAt: new Date(), endedAt: null },
    ...{ payeeCheck: null, payeeKnownAs: null, address: null },
  },
});
const details: BankDetails = {
  ...{ currency: 'USD', accountHolder: 'Sluice', iban: null, bic: null, bankName: null, other: 'By wire' },
  ...{ accountNumber: '12345678', bankCode: '021000021', town: 'New York', country: 'US', changedAt: new Date() },
};
const draft = (changes: Partial<PayoutFileDraft> = {}): PayoutFileDraft => ({
  id: 'pf_1abc',
  mode: 'live',
  format: 'pain.001.001.09',
  currency: 'EUR',
  executionDay: '2031-03-03',
  createdAt: new Date('2031-03-02T12:00:00Z'),
  debtor: debtorOf({ ...details, iban: 'FR1420041010050500013M02606', town: null, country: null }),
  payouts: [filed(1, 'Ada', 'TR330006100519786457841326'), filed(2, 'Bert')],
  back: [],
  ...changes,
});

function made(changes: Partial<PayoutFileDraft> = {}) {
  const result = makePayoutFile(draft(changes));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.file;
}

describe('a file', () => {
  it('is the same each time, and says which payout is which payment of it', () => {
    const { content, sha256, messageId, lines } = made();
    expect(made().content.equals(content)).toBe(true);
    expect(sha256.equals(createHash('sha256').update(content).digest())).toBe(true);
    expect(messageId).toBe('pf1abc');
    expect(lines).toMatchObject([
      {
        paymentId: 'po_20000000000000000000002',
        line: 1,
        batchId: 'pf1abc-1',
        reference: 'po20000000000000000000002',
        amount: 950n,
      },
      { paymentId: 'po_20000000000000000000001', line: 2, batchId: 'pf1abc-2', bankAccountId: 'ba_1' },
    ]);
    expect(content.toString()).toContain('<InstdAmt Ccy="EUR">9.50</InstdAmt>');
  });

  it('names the payouts that keep it from being made', () => {
    const payouts = [filed(1, 'Ada'), filed(2, '株式会社'), filed(3, 'مطعم')];
    expect(makePayoutFile(draft({ payouts }))).toMatchObject({
      ok: false,
      problems: [
        { field: 'payout_ids', message: expect.stringMatching(/^po_20+2: the name/) },
        { field: 'payout_ids', message: expect.stringMatching(/^po_20+3: the name/) },
      ],
    });
  });

  it('is made without the addresses that a bank may ask for, and names whose they are', () => {
    const [near, far] = [filed(1, 'Bert'), filed(2, 'Ada', 'TR330006100519786457841326')];
    const town = (of: string) => ({ street: null, buildingNumber: null, postCode: null, town: of, country: 'TR' });
    const known = { ...far, bankAccount: { ...far.bankAccount, address: town('İzmir') } };
    const unknown = { ...far, bankAccount: { ...far.bankAccount, address: town('東京') } };
    const noted = (payouts: PayoutFileDraft['payouts']) => made({ payouts }).notes.map(({ message }) => message);
    expect(made({ payouts: [near, far] }).notes).toMatchObject([{ paymentId: far.payout.id }]);
    expect(noted([near, far])).toEqual([
      'The bank account of Ada has no address: the bank may ask for it, or refuse the payment.',
    ]);
    expect(noted([unknown])).toEqual([
      'The bank account of Ada has an address whose town has no letter that banks accept: the bank may ask for it, or refuse the payment.',
    ]);
    expect(noted([near, known])).toEqual([]);
    expect(made({ payouts: [known] }).content.toString()).toContain('<TwnNm>Izmir</TwnNm><Ctry>TR</Ctry>');
  });

  it('has money that goes back in the batches of the payouts, and its sender reads why', () => {
    const returned = (index: number, iban: string) => ({
      ...{ id: `lr_1${String(index).padStart(22, '0')}`, amount: 12_000n, name: 'Erika Müller', iban },
      ...{ text: `Return ${index} Für niemanden hier`, createdAt: new Date('2031-03-02T12:00:00Z') },
    });
    const refunded = { ...returned(2, 'TR330006100519786457841326'), id: `ref_1${'2'.padStart(22, '0')}` };
    const back = [returned(1, 'DE02120300000000202051'), refunded];
    const { lines, content, notes } = made({ back });
    expect(
      lines.map(({ paymentId, batchId, bankAccountId }) => [filedKindOf(paymentId), batchId, bankAccountId]),
    ).toEqual([
      ['payout', 'pf1abc-1', 'ba_2'],
      ['return', 'pf1abc-1', null],
      ['payout', 'pf1abc-2', 'ba_1'],
      ['refund', 'pf1abc-2', null],
    ]);
    expect(content.toString()).toContain('<Ustrd>Return 1 Fur niemanden hier</Ustrd>');
    expect(content.toString()).toContain('<InstdAmt Ccy="EUR">120.00</InstdAmt>');
    expect(notes.map(({ paymentId }) => filedKindOf(paymentId))).toEqual(['payout', 'refund']);
    const nameless = makePayoutFile(
      draft({ back: [returned(3, 'DE02120300000000202051'), refunded].map((one) => ({ ...one, name: '株式会社' })) }),
    );
    expect(nameless).toMatchObject({
      ok: false,
      problems: [
        { field: 'return_ids', message: expect.stringMatching(/^lr_10+3: the name/) },
        { field: 'refund_ids', message: expect.stringMatching(/^ref_10+2: the name/) },
      ],
    });
    const csv = made({ format: 'csv', debtor: undefined, payouts: [], back }).content.toString();
    expect(csv).toContain(
      '"lr_10000000000000000000001","live","ordered","Erika Müller","DE02120300000000202051","","","DE","120.00","EUR"',
    );
  });

  it('says what the payee knows a payout by: structured where it can be, otherwise in the text', () => {
    const known = (reference: string | null) => {
      const one = filed(1, 'Ada');
      const { content } = made({ payouts: [{ ...one, payout: { ...one.payout, reference } }] });
      return /<RmtInf>.*<\/RmtInf>/.exec(content.toString())?.[0];
    };
    expect(known('rf18 5390 0754 7034')).toContain('<Ref>RF18539007547034</Ref>');
    expect(known('RF19539007547034')).toContain('<Ustrd>Payout po20000000000000000000001 RF19539007547034</Ustrd>');
    expect(known('Größe 7')).toContain('<Ustrd>Payout po20000000000000000000001 Grosse 7</Ustrd>');
    expect(known(null)).toBe('<RmtInf><Ustrd>Payout po20000000000000000000001</Ustrd></RmtInf>');
  });

  it('as CSV begins as spreadsheets want it, and takes every name', () => {
    const { content, lines } = made({ format: 'csv', debtor: undefined, payouts: [filed(1, '株式会社')] });
    expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(content.toString()).toContain('"株式会社","DE89370400440532013000"');
    expect(lines).toMatchObject([{ line: 1, batchId: 'pf1abc' }]);
  });
});

describe('the account that is paid from', () => {
  it('has an IBAN or a number, and its bank by BIC first', () => {
    expect(debtorOf(details)).toEqual({
      ...{ name: 'Sluice', iban: null, accountNumber: '12345678', bankCode: '021000021', bankCountry: 'US' },
      address: { street: null, buildingNumber: null, postCode: null, town: 'New York', country: 'US' },
    });
    const iban = 'DE89370400440532013000';
    expect(debtorOf({ ...details, iban, bic: 'COBADEFF', town: null, country: null })).toEqual({
      ...{ name: 'Sluice', iban, accountNumber: null, bankCode: 'COBADEFF', bankCountry: 'DE', address: null },
    });
    expect(debtorOf({ ...details, accountNumber: null })).toBeUndefined();
  });
});

it.each([
  ['2031-03-02', undefined],
  ['2031-03-01', undefined],
  ['2031-02-28', 'must not be in the past'],
  ['2032-03-01', undefined],
  ['2032-03-03', 'must be within a year'],
  ['2031-02-30', 'must be a day such as 2031-03-05'],
  ['2031-3-5', 'must be a day such as 2031-03-05'],
  ['', 'must be a day such as 2031-03-05'],
])('the day %s: %s', (day, problem) => {
  expect(unfitDay(day, new Date('2031-03-02T23:00:00Z'))).toBe(problem);
});

it.each([
  [{}, 'created'],
  [{ reported: 1 }, 'pending'],
  [{ reported: 2, accepted: 1 }, 'pending'],
  [{ reported: 2, accepted: 2 }, 'accepted'],
  [{ reported: 2, accepted: 1, rejected: 1 }, 'partly_rejected'],
  [{ reported: 2, rejected: 2 }, 'rejected'],
  [{ replaced: 2 }, 'replaced'],
])('%o of two payments: %s', (counts, status) => {
  expect(
    fileStatus({ payouts: 2, accepted: 0, rejected: 0, reported: 0, replaced: 0, givenUpAt: null, ...counts }),
  ).toBe(status);
});

describe('a verdict', () => {
  type Said = '' | `${'pending' | 'accepted' | 'rejected'} ${string}`;
  const verdictOf = (said: string): Verdict => {
    const [outcome, status, reason = null] = said.split(' ');
    return { outcome, status, reason } as Verdict;
  };
  it.each<[Said, PayoutStatus, Said, string]>([
    ['', 'approved', 'accepted ACCP', 'send'],
    ['', 'sent', 'accepted ACCP', 'note'],
    ['', 'approved', 'pending RCVD', 'note'],
    ['', 'approved', 'rejected RJCT AC04', 'fail'],
    ['', 'sent', 'rejected RJCT AC04', 'fail'],
    ['accepted ACCP', 'sent', 'rejected RJCT AC04', 'fail'],
    ['accepted ACCP', 'sent', 'accepted ACSC', 'note'],
    ['accepted ACCP', 'sent', 'accepted ACCP', 'none'],
    ['accepted ACCP', 'sent', 'pending RCVD', 'none'],
    ['accepted ACSC', 'sent', 'accepted ACCP', 'none'],
    ['rejected RJCT AC04', 'failed', 'rejected RJCT AC04', 'none'],
    ['rejected RJCT AC04', 'failed', 'rejected RJCT MS03', 'none'],
    ['rejected RJCT AC04', 'failed', 'accepted ACCP', 'ask'],
    // The bank has it already: failing it would pay it twice.
    ['', 'sent', 'rejected RJCT DUPL', 'ask'],
    ['accepted ACSC', 'sent', 'rejected RJCT AM05', 'ask'],
    ['pending RJCT DUPL', 'sent', 'rejected RJCT DUPL', 'none'],
    ['accepted ACSC', 'sent', 'rejected RJCT AC04', 'ask'],
    ['', 'completed', 'rejected RJCT AC04', 'ask'],
    ['', 'failed', 'rejected RJCT AC04', 'note'],
    ['', 'rejected', 'rejected RJCT AC04', 'note'],
  ])('after "%s" of a payout that is %s: %s → %s', (before, payout, said, step) => {
    const { outcome, status, reason } = verdictOf(before);
    const line = {
      outcome: before === '' ? null : outcome,
      bankStatus: before === '' ? null : status,
      bankReason: reason,
      supersededBy: null,
    };
    expect(judgeVerdict(line, payout, verdictOf(said)).kind).toBe(step);
  });

  it('on a payment that a later file has changes no payout', () => {
    const line = { outcome: null, bankStatus: null, bankReason: null, supersededBy: 'pf_2' };
    expect(judgeVerdict(line, 'approved', verdictOf('accepted ACCP')).kind).toBe('note');
    expect(judgeVerdict(line, 'approved', verdictOf('rejected RJCT AC04')).kind).toBe('note');
  });
});

/** The operator's CSV: full account numbers, exact amounts, and no cell that a spreadsheet would run as a formula. */
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { BankAccount } from './bank-account.ts';
import { exportCsv } from './export-payouts.ts';
import type { Payout } from './payout.ts';

const at = new Date('2031-03-01T12:00:00Z');
const payout: Payout = {
  holderId: 2n,
  mode: 'live',
  id: 'po_1',
  ownerHolderId: 2n,
  accountKind: 'wallet',
  linkId: null,
  status: 'approved',
  amount: 100_050n,
  fee: 50n,
  currency: 'EUR',
  bankAccountId: 'ba_1',
  reason: null,
  reference: null,
  scheduleId: null,
  dueAt: null,
  position: 1n,
  createdAt: at,
  updatedAt: at,
  approvedAt: at,
  sentAt: null,
  endedAt: null,
};
const bankAccount: BankAccount = {
  holderId: 2n,
  id: 'ba_1',
  status: 'active',
  currency: null,
  accountName: 'Ada',
  iban: 'DE89370400440532013000',
  accountNumber: null,
  bankCode: null,
  country: 'DE',
  address: { street: null, buildingNumber: '1', postCode: null, town: '=Ulm', country: 'AT' },
  payeeCheck: null,
  payeeKnownAs: null,
  createdAt: at,
  endedAt: null,
};
const read = (name: string) =>
  parse(exportCsv([{ payout, bankAccount: { ...bankAccount, accountName: name } }]), { columns: true })[0] as Record<
    string,
    string
  >;

it('has the whole number and what the bank is to pay', () => {
  expect(read('Ada')).toEqual({
    payout_id: 'po_1',
    mode: 'live',
    status: 'approved',
    account_name: 'Ada',
    iban: 'DE89370400440532013000',
    account_number: '',
    bank_code: '',
    country: 'DE',
    net_amount: '1000.00',
    currency: 'EUR',
    requested_at: '2031-03-01T12:00:00.000Z',
    ...{ street: '', building_number: '1', post_code: '', town: "'=Ulm", address_country: 'AT' },
  });
});

it.each(['=HYPERLINK("http://x")', '+1-A1(2)', '-1|x', '@SUM(A1)'])('%s is text, not a formula', (name) => {
  expect(read(name).account_name).toBe(`'${name}`);
});

it.each(['a,b', 'say "so"', 'a\r\nb', 'Ünïcødé 銀行'])('%j is read back as it was', (name) => {
  expect(read(name).account_name).toBe(name);
});

/** What makes a bank account valid, that no error quotes an account number, and how few of its characters are shown. */
import { describe, expect, it } from 'vitest';
import {
  approvableFrom,
  type BankAccount,
  type BankAccountForm,
  maskedNumber,
  readBankAccount,
  unfitFor,
} from './bank-account.ts';

const iban = 'DE89370400440532013000';
const form = (changes: Partial<BankAccountForm> = {}): BankAccountForm => ({
  accountName: 'Taverna GmbH',
  iban,
  accountNumber: '',
  bankCode: '',
  country: '',
  currency: '',
  ...changes,
});
const other = (changes: Partial<BankAccountForm> = {}) =>
  form({ iban: '', accountNumber: '000123456789', bankCode: '110000000', country: 'us', ...changes });

const where = (changes: Partial<NonNullable<BankAccountForm['address']>> = {}) => ({
  address: {
    street: 'Main Street',
    buildingNumber: '12 b',
    postCode: '73301',
    town: 'Austin',
    country: 'us',
    ...changes,
  },
});
const nowhere = { street: '', buildingNumber: '', postCode: '', town: '', country: '' };

describe('readBankAccount', () => {
  it.each<[string, BankAccountForm, object]>([
    ['an IBAN', form(), { iban, accountNumber: null, bankCode: null, country: 'DE', currency: null }],
    ['an IBAN as people write it', form({ iban: 'de89 3704-0044 0532 0130 00' }), { iban, country: 'DE' }],
    [
      'a BIC and a currency',
      form({ bankCode: 'cobadeffxxx', currency: 'eur' }),
      { bankCode: 'COBADEFFXXX', currency: 'EUR' },
    ],
    ['another number', other(), { iban: null, accountNumber: '000123456789', bankCode: '110000000', country: 'US' }],
    [
      'what was pasted with invisible spaces',
      form({ iban: 'DE89\u00A03704\u200B0044\t0532013000', accountName: 'Ada\u00A0L.\u200B', bankCode: 'COBA DEFF' }),
      { iban, accountName: 'Ada L.', bankCode: 'COBADEFF' },
    ],
    ['a BIC of the account’s territory', form({ iban: 'GB29NWBK60161331926819', bankCode: 'MIDLJESH' }), {}],
    ['an IBAN of Côte d’Ivoire', form({ iban: 'CI93 CI00 8011 1301 1342 9120 0589' }), { country: 'CI' }],
    ['a bank in the United States by BIC', other({ bankCode: 'CHASUS33' }), { bankCode: 'CHASUS33' }],
    ['a bank code of another country', other({ country: 'CA', bankCode: '000305102' }), { bankCode: '000305102' }],
    ['a name with spaces around it', form({ accountName: ' Ada ' }), { accountName: 'Ada' }],
    ['no address', form(), { address: null }],
    ['an address of empty fields', form(where({ ...nowhere, street: ' \u200B' })), { address: null }],
    [
      'an address',
      form(where({ street: ' Main\u00A0Street ' })),
      {
        country: 'DE',
        address: { street: 'Main Street', buildingNumber: '12 b', postCode: '73301', town: 'Austin', country: 'US' },
      },
    ],
    [
      'a town and a country',
      form(where({ street: '', buildingNumber: '', postCode: '' })),
      { address: { street: null, buildingNumber: null, postCode: null, town: 'Austin', country: 'US' } },
    ],
  ])('reads %s', (_name, typed, draft) => {
    expect(readBankAccount(typed)).toMatchObject({ ok: true, draft });
  });

  it.each<[string, BankAccountForm, string[]]>([
    ['nothing', form({ accountName: '', iban: '' }), ['account_name', 'iban', 'bank_code', 'country']],
    ['an address without a country', form(where({ country: '' })), ['address.country']],
    ['an address without a town', form(where({ town: ' ' })), ['address.town']],
    ['an address in no country', form(where({ country: 'USA' })), ['address.country']],
    [
      'an address too long, in each part',
      form(
        where({
          street: 'x'.repeat(71),
          buildingNumber: 'x'.repeat(17),
          postCode: '1'.repeat(17),
          town: 'x'.repeat(36),
        }),
      ),
      ['address.street', 'address.building_number', 'address.post_code', 'address.town'],
    ],
    [
      'an address of what is no text',
      form(where({ street: 'a\u202eb', buildingNumber: '\u0000', postCode: '-', town: '...' })),
      ['address.street', 'address.building_number', 'address.post_code', 'address.town'],
    ],
    ['a wrong check digit', form({ iban: 'DE88370400440532013000' }), ['iban']],
    ['an IBAN of nowhere', form({ iban: 'ZZ89370400440532013000' }), ['iban']],
    ['an IBAN that is too short', form({ iban: 'DE8937' }), ['iban']],
    ['markup for an IBAN', form({ iban: '<script>' }), ['iban']],
    ['both numbers', form({ accountNumber: '12345678' }), ['account_number']],
    ['a name of control characters', form({ accountName: 'a\u0000b' }), ['account_name']],
    ['a name backwards', form({ accountName: 'a\u202eb' }), ['account_name']],
    ['a name too long', form({ accountName: 'x'.repeat(141) }), ['account_name']],
    ['a name of dots and dashes', form({ accountName: ' . - . ' }), ['account_name']],
    ['a name of what nothing shows', form({ accountName: '\u200B\u00A0' }), ['account_name']],
    ['a BIC of another country than the IBAN', form({ bankCode: 'BNPAFRPP' }), ['bank_code']],
    ['a routing number with a wrong digit', other({ bankCode: '021000012' }), ['bank_code']],
    ['a routing number too short', other({ bankCode: '02100002' }), ['bank_code']],
    ['an unknown currency', form({ currency: 'XAU' }), ['currency']],
    ['no bank code', other({ bankCode: '' }), ['bank_code']],
    ['a BIC of nowhere', other({ bankCode: 'COBAZZFF' }), ['bank_code']],
    ['a formula for a bank code', other({ bankCode: '=1+1' }), ['bank_code']],
    ['a formula for a number', other({ accountNumber: '=cmd()' }), ['account_number']],
    ['a number too long', other({ accountNumber: '1'.repeat(35) }), ['account_number']],
    ['no country', other({ country: '' }), ['country']],
  ])('refuses %s, and quotes nothing', (_name, typed, fields) => {
    const read = readBankAccount(typed);
    if (read.ok) throw new Error('It was read.');
    expect(read.details.map((detail) => detail.field)).toEqual(fields);
    const said = JSON.stringify(read.details);
    for (const typedText of [typed.iban, typed.accountNumber]) {
      if (typedText !== '') expect(said).not.toContain(typedText);
    }
  });
});

it.each([
  [iban, null, '•••• 3000'],
  [null, '12345678', '•••• 5678'],
  [null, '1234', '•••• 34'],
])('shows the end of a number only', (withIban, accountNumber, shown) => {
  expect(maskedNumber({ iban: withIban, accountNumber })).toBe(shown);
});

const account: BankAccount = {
  holderId: 2n,
  id: 'ba_x',
  status: 'active',
  currency: 'EUR',
  accountName: 'Ada',
  iban,
  accountNumber: null,
  bankCode: null,
  country: 'DE',
  address: null,
  payeeCheck: null,
  payeeKnownAs: null,
  createdAt: new Date('2031-03-01T12:00:00Z'),
  endedAt: null,
};

it.each<[Partial<BankAccount>, string, string | undefined]>([
  [{}, 'EUR', undefined],
  [{}, 'USD', 'takes EUR only'],
  [{ currency: null }, 'USD', undefined],
  [{ status: 'ended' }, 'EUR', 'has ended'],
])('is fit for a payout, or says why not', (changes, currency, unfit) => {
  expect(unfitFor({ ...account, ...changes }, currency)).toBe(unfit);
});

it('delays payouts for 48 hours, of live money only', () => {
  expect(approvableFrom(account, 'live')?.toISOString()).toBe('2031-03-03T12:00:00.000Z');
  expect(approvableFrom(account, 'test')).toBeUndefined();
});

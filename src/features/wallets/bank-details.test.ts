import { describe, expect, it } from 'vitest';
import { type BankDetailsForm, endOfIban, readBankDetails } from './bank-details.ts';

const form = (changes: Partial<BankDetailsForm> = {}): BankDetailsForm => ({
  accountHolder: 'Sluice Payments GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'cobadeffxxx',
  bankName: '',
  other: '',
  ...changes,
});

describe('bank details', () => {
  it('are read as people type them', () => {
    expect(
      readBankDetails('EUR', form({ bic: 'coba\u00A0deff\u200Bxxx', other: ' Line\u00A0one \r\n\r\nLine two' })),
    ).toEqual({
      ok: true,
      details: {
        currency: 'EUR',
        accountHolder: 'Sluice Payments GmbH',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        bankName: null,
        other: 'Line one\nLine two',
        accountNumber: null,
        bankCode: null,
        town: null,
        country: null,
      },
    });
    const local = { accountNumber: '1234 5678', bankCode: '021-000-021', town: ' New\u00A0York ', country: 'us' };
    expect(readBankDetails('USD', form({ iban: '', bic: '', other: 'Account 12345678', ...local }))).toMatchObject({
      ok: true,
      details: { accountNumber: '12345678', bankCode: '021000021', town: 'New York', country: 'US' },
    });
  });

  it.each<[string, string, Partial<BankDetailsForm>, string[]]>([
    ['without a holder', 'EUR', { accountHolder: ' ' }, ['account_holder']],
    ['of a currency that is none', 'XXX', {}, ['currency']],
    ['with a mistyped IBAN and BIC', 'EUR', { iban: 'DE88370400440532013000', bic: 'COBA' }, ['iban', 'bic']],
    ['of a holder of dots', 'EUR', { accountHolder: '...' }, ['account_holder']],
    ['with a BIC of another country', 'EUR', { bic: 'BNPAFRPP' }, ['bic']],
    ['with numbers that are none', 'EUR', { accountNumber: '1', bankCode: '=1+1' }, ['account_number', 'bank_code']],
    ['of a town without its country', 'EUR', { town: 'Berlin' }, ['country']],
    ['of a country without a town', 'EUR', { country: 'DE' }, ['town']],
    ['of a country that is none', 'EUR', { town: 'Berlin', country: 'Germany' }, ['country']],
    ['without any account', 'EUR', { iban: '' }, ['iban']],
    ['with a line break in a name', 'EUR', { bankName: 'A\nB' }, ['bank_name']],
    ['with a text that turns direction', 'EUR', { other: 'Account \u202E1234' }, ['other']],
    [
      'that are too long',
      'EUR',
      { accountHolder: 'x'.repeat(141), other: 'x'.repeat(501) },
      ['account_holder', 'other'],
    ],
    ['of too many lines', 'EUR', { other: 'x\n'.repeat(9) }, ['other']],
  ])('%s are refused, every field at once', (_, currency, changes, fields) => {
    const read = readBankDetails(currency, form(changes));
    expect(read.ok ? [] : read.faults.map(({ field }) => field)).toEqual(fields);
  });

  it('show the end of an account number only', () => {
    expect([endOfIban('DE89370400440532013000'), endOfIban(null)]).toEqual(['•••• 3000', null]);
  });
});

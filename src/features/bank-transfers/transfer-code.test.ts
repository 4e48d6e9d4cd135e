import { describe, expect, it } from 'vitest';
import { readCode } from '../../../tests/support/read-code.ts';
import { drawCode } from './draw-code.ts';
import type { TransferAccount } from './transfer-account.ts';
import { transferCodeOf } from './transfer-code.ts';

const german: TransferAccount = {
  ...{ accountHolder: 'Müller & Söhne', iban: 'DE89370400440532013000', bic: null, bankName: null, other: null },
  ...{ town: null, country: null },
};
const swiss: TransferAccount = {
  ...german,
  ...{ accountHolder: 'Robert Schneider AG', iban: 'CH5800791123000889012', town: '2501 Biel', country: 'CH' },
};
const euros = { amount: 1_250n, currency: 'EUR', reference: 'RF32KXQMPTBD' };
const francs = { ...euros, currency: 'CHF' };
const of = (...wanted: Parameters<typeof transferCodeOf>) => transferCodeOf(...wanted)?.payload;

describe('a code that another library reads', () => {
  it('for euros is EPC069-12, version 002', () => {
    const written = `BCD
002
1
SCT

Müller & Söhne
DE89370400440532013000
EUR12.50

RF32KXQMPTBD`;
    expect(of(german, euros)).toBe(written);
    expect(readCode(drawCode(written).path)).toBe(written);
  });

  it('for francs is a Swiss QR-bill with a creditor reference', () => {
    const written = `SPC
0200
1
CH5800791123000889012
S
Robert Schneider AG


2501
Biel
CH







12.50
CHF







SCOR
RF32KXQMPTBD

EPD`;
    expect(of(swiss, francs)).toBe(written);
    expect(readCode(drawCode(written).path)).toBe(written);
  });
});

describe('of an account in euros', () => {
  it.each<[string, Partial<TransferAccount>, RegExp | undefined]>([
    ['with a BIC has it', { bic: 'COBADEFFXXX' }, /^BCD\n002\n1\nSCT\nCOBADEFFXXX\n/],
    ['has at most 70 letters of a name', { accountHolder: 'x'.repeat(140) }, /\nx{70}\n/],
    ['outside the EEA without a BIC has no code', { iban: 'CH5800791123000889012' }, undefined],
    ['outside the EEA with a BIC has one', { iban: 'CH5800791123000889012', bic: 'POFICHBEXXX' }, /\nPOFICHBEXXX\n/],
    ['without an IBAN has no code', { iban: null, other: 'Account 1' }, undefined],
  ])('%s', (_name, changes, expected) => {
    const code = of({ ...german, ...changes }, euros);
    if (expected === undefined) expect(code).toBeUndefined();
    else expect(code).toMatch(expected);
  });

  it.each([
    [1n, 'EUR0.01'],
    [99_999_999_999n, 'EUR999999999.99'],
    [100_000_000_000n, undefined],
    [0n, undefined],
  ])('%d cents are %s', (amount, shown) => {
    expect(of(german, { ...euros, amount })?.split('\n')[7]).toBe(shown);
  });
});

it.each<[string, Partial<TransferAccount>]>([
  ['no town', { town: null, country: null }],
  ['a town without its post code', { town: 'Biel' }],
  ['no country', { country: null }],
  ['a QR-IBAN, which takes no creditor reference', { iban: 'CH4431999123000889012' }],
  ['an IBAN of another country', { iban: 'DE89370400440532013000' }],
  ['no IBAN', { iban: null }],
  ['a name that is too long', { accountHolder: 'x'.repeat(71) }],
  ['letters that are not permitted', { accountHolder: 'Ζωή' }],
])('of an account in francs with %s there is no code', (_name, changes) => {
  expect(of({ ...swiss, ...changes }, francs)).toBeUndefined();
});

it('in other currencies there is no code', () => {
  expect(of(german, { ...euros, currency: 'SEK' })).toBeUndefined();
});

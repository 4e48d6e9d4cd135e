/** Which account a file is imported for, on a real database: money of a stranger's account must never be credited. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReconciliationWorld, csvOf, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { accountOf, isNumber, isSameAccount, namesOf } from './own-account.ts';
import type { Outside } from './reconciliation.repository.ts';

let world: ReconciliationWorld;
const bank: Outside = { source: 'bank', mode: 'test' };
const iban = 'DE89370400440532013000';

beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

const refusal = (named: string, said = '') =>
  accountOf(world.db, bank, named, said).then(
    (account) => account,
    (error: { details: { field: string }[]; message: string }) => `${error.details[0]?.field}: ${error.message}`,
  );

const other = 'DE02120300000000202051';

it.each([
  ['DE89 3704 0044 0532 0130 00', iban, true],
  ['de89-3704 0044', 'DE8937040044', true],
  ['0532013000', iban, true],
  ['013000', iban, true],
  ['13000', iban, false],
  ['370400', iban, false],
  [other, iban, false],
  ['', '', true],
])('%j and %j are one account: %s', (one, another, isSame) => {
  expect([isSameAccount(one, another), isSameAccount(another, one)]).toEqual([isSame, isSame]);
});

it('a number has six digits in a row, however they are spaced', () => {
  expect(['123 456', '12345', 'AB12CD3456', 'Main', ''].map(isNumber)).toEqual([true, false, false, false, false]);
});

describe('its statements may have been imported', () => {
  it.each<[string, string, string[], { names: string[]; sure: string[] }]>([
    ['under its name', 'Main', ['Main', 'Other', iban], { names: ['Main'], sure: ['Main'] }],
    [
      'under a part of its number',
      iban,
      ['0532013000', other],
      { names: [iban, '0532013000'], sure: [iban, '0532013000'] },
    ],
    [
      'under no name, where it is the only one',
      iban,
      ['', '0532013000'],
      { names: [iban, '', '0532013000'], sure: [iban, '', '0532013000'] },
    ],
    ['perhaps under no name, beside another', iban, ['', other], { names: [iban, ''], sure: [iban] }],
    ['without a name under the only number', '', [iban], { names: ['', iban], sure: ['', iban] }],
    ['without a name perhaps under one of two', '', [iban, other, 'Main'], { names: ['', iban, other], sure: [''] }],
    ['not under no name, where it is called by a word', 'Main', ['', iban], { names: ['Main'], sure: ['Main'] }],
  ])('%s', (_name, account, known, expected) => {
    expect(namesOf(account, known)).toEqual(expected);
  });
});

it('is the one the file names, once statements or bank details know it, or a person says so', async () => {
  expect(await accountOf(world.db, bank, undefined, 'Main')).toBe('Main');
  // Of the first statement nothing is known.
  expect(await refusal(iban)).toBe(iban);
  await world.import(csvOf([['1.00', 'a']]), {}, { account: 'Main' });
  expect(await refusal(iban)).toBe(iban);
  await world.import(csvOf([['2.00', 'b']]), {}, { account: iban });

  expect(await refusal('DE89 3704 0044 0532 0130 00')).toBe(iban);
  expect(await refusal('37040044/0532013000')).toBe(iban);
  expect(await refusal('0532013000')).toBe(iban);
  expect(await refusal('DE02500105170137075030')).toMatch(
    /^account: The file is of account DE02500105170137075030, which/,
  );
  expect(await refusal('DE02500105170137075030', 'DE02 5001 0517 0137 0750 30')).toBe('DE02 5001 0517 0137 0750 30');
  expect(await refusal('DE02500105170137075030', 'Savings')).toBe('Savings');
  expect(await refusal('DE02500105170137075030', iban)).toMatch(/not of DE89370400440532013000\. Choose the file/);
  // Other sources have accounts of their own.
  expect(await accountOf(world.db, { ...bank, source: 'card' }, 'ACQ-1234567', '')).toBe('ACQ-1234567');

  await world.pool.query(
    `insert into bank_details (currency, account_holder, iban, changed_at) values ('EUR', 'Service', 'DE02500105170137075030', now())`,
  );
  expect(await refusal('DE02500105170137075030')).toBe('DE02500105170137075030');
});

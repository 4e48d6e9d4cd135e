/** The texts of statements: each is used, and each translation has the placeholders and plurals that its language needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { translationProblems } from '../../../../tests/support/translation-problems.ts';
import { type Language, languages } from '../../../base/languages/languages.ts';
import { transferCodes } from '../../../core/ledger/transfer.ts';
import { partyPage } from './present-statement.ts';
import { en } from './strings/en.ts';
import { translations } from './strings/index.ts';
import { renderStatement } from './views.ts';
import { englishOf, statementWords } from './words.ts';

const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en');
const here = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

it('each text is named', () => {
  const code = ['present-statement.ts', 'views/party.eta'].map(here).join('');
  const kinds = new Set(transferCodes.flatMap((kind) => [`code.${kind}`, `said.${kind}`]));
  expect(Object.keys(en).filter((id) => !code.includes(`'${id}'`) && !kinds.has(id))).toEqual([]);
});

it.each(others)('translated into %s', (language) => {
  const [needed, translated] = [Object.keys(en), translations[language]];
  expect(translationProblems(language, { english: en, needed, translated })).toEqual([]);
});

it('a page in Arabic runs from right to left, with amounts and the month as it writes them', () => {
  const month = { month: '2031-03', timeZone: 'UTC', from: new Date('2031-03-01'), to: new Date('2031-04-01') };
  const sums = { opening: -150n, credits: 123_450n, debits: 0n, closing: 123_300n };
  const account = { kind: 'earnings', currency: 'EUR', movements: 0n, ...sums };
  const party = { beneficiary_type: 'courier', beneficiary_ref: 7, name: 'Bea' } as const;
  const words = statementWords('ar');
  const facts = { book: { holderId: 1n, mode: 'test' }, party, month, accounts: [account], words };
  const shown = [{ account, movements: [], days: [] }] as unknown as Parameters<typeof partyPage>[2];
  const html = renderStatement('party', partyPage(facts as unknown as Parameters<typeof partyPage>[0], 'Bolt', shown));
  expect(html).toContain('<html lang="ar" dir="rtl" class="test-mode">');
  expect(html).toContain('المدفوعات عبر <strong>Sluice</strong>');
  expect(html).toContain('\u2068مارس 2031\u2069'.replace('\u2068', '').replace('\u2069', ''));
  for (const amount of ['1,234.50', '1,233.00']) expect(html).toContain(`>${amount}<`);
});

it.each([
  [20n, true],
  [21n, false],
])('the days of an account with %s movements are open on a screen: %s', (movements, isOpen) => {
  const month = { month: '2031-03', timeZone: 'UTC', from: new Date('2031-03-01'), to: new Date('2031-04-01') };
  const sums = { opening: 0n, credits: 100n, debits: 0n, closing: 100n };
  const account = { kind: 'earnings', currency: 'EUR', movements, ...sums };
  const party = { beneficiary_type: 'courier', beneficiary_ref: 7, name: 'Bea' } as const;
  const moved = { createdAt: new Date('2031-03-02T12:00:00Z'), what: 'Settlement', amount: 100n, balance: 100n };
  const shown = [{ account, movements: [moved], days: [{ date: '2031-03-02', ...sums }] }];
  const facts = {
    book: { holderId: 1n, mode: 'live' },
    party,
    month,
    accounts: [account],
    words: statementWords('en'),
  };
  const page = partyPage(
    facts as unknown as Parameters<typeof partyPage>[0],
    'Bolt',
    shown as unknown as Parameters<typeof partyPage>[1 | 2] as Parameters<typeof partyPage>[2],
  );
  expect(renderStatement('party', page).includes('<input type="checkbox" checked>')).toBe(isOpen);
});

it('dates in English are written as the reader writes them', () => {
  const at = new Date('2031-03-01T13:00:00Z');
  const written = (wishes?: string) => statementWords('en', undefined, englishOf(wishes)).timesIn('UTC')(at);
  expect(written('en-US,en;q=0.9').replaceAll('\u202f', ' ')).toBe('Mar 1, 2031, 1:00 PM');
  for (const wishes of [undefined, 'en', 'de-DE,en-GB;q=0.8', 'de, xen-US'])
    expect(written(wishes)).toBe('1 Mar 2031, 13:00');
});

/** The catalogue of mails: each text is used, and each translation has the placeholders and plurals that its language needs. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translationProblems } from '../../../tests/support/translation-problems.ts';
import { type Language, languages } from '../../base/languages/languages.ts';
import { en } from './strings/en.ts';
import { translations } from './strings/index.ts';
import { createWords, wordsIn } from './words.ts';

const src = join(import.meta.dirname, '../..');
const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en');

it('each text is named by a module', async () => {
  let code = '';
  for await (const file of glob('**/*.ts', { cwd: src, exclude: ['core/mail/strings/**', '**/*.test.ts'] }))
    code += await readFile(join(src, file), 'utf8');
  expect(Object.keys(en).filter((id) => !code.includes(`'${id}'`))).toEqual([]);
});

it.each(others)('translated into %s', (language) => {
  const [needed, translated] = [Object.keys(en), translations[language]];
  expect(translationProblems(language, { english: en, needed, translated })).toEqual([]);
});

describe('words', () => {
  const at = new Date('2031-03-09T21:05:00Z');
  const fake = (strings: object) => createWords({ ...translations, de: strings, ar: strings });

  it.each([
    ['en', 'EUR 1234.50', '2031-03-09', '21:05', 'March 2031'],
    ['de', '1.234,50 EUR', '9. März 2031', '21:05', 'März 2031'],
    ['ar', '⁦1,234.50 EUR⁩', '9 مارس 2031', '9:05 م', 'مارس 2031'],
    ['el', '1.234,50 EUR', '9 Μαρτίου 2031', '9:05 μ.μ.', 'Μάρτιος 2031'],
  ] as const)('in %s write amounts and times as the language does', (language, amount, day, clock, month) => {
    const words = wordsIn(language);
    const shown = [words.money(123_450n, 'EUR'), words.day(at), words.clock(at), words.month(at)];
    expect(shown.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual([amount, day, clock, month]);
  });

  it('without a translation are English', () => {
    expect(fake({})('de').t('payout.approved.subject', { amount: 'EUR 5' })).toBe('Your EUR 5 payout is approved');
  });

  it('of an Arabic text isolate each value, also within a choice, and no other language does', () => {
    const members = 'X {kind, select, service {s} other {«{team}» {role, select, owner {o} other {r}}}} {host}';
    const shown = { kind: 'company', team: 'Bolt', role: 'owner', host: 'pay.example' };
    const t = (language: Language) => fake({ 'members.invitation.text': members })(language).t;
    expect(t('ar')('members.invitation.text', shown)).toBe('X «\u2068Bolt\u2069» o \u2068pay.example\u2069');
    expect(t('de')('members.invitation.text', shown)).toBe('X «Bolt» o pay.example');
  });
});

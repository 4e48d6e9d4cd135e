import { describe, expect, it } from 'vitest';
import { languageOf } from '../../api/shared/reader-language.ts';
import { showMoney } from '../../base/languages/display.ts';
import { languages, pickLanguage } from '../../base/languages/languages.ts';
import { endingOf, endings } from './endings.ts';
import { moreTestCards, printedTestCards, whatFor } from './present-checkout.ts';
import { initialsOf } from './present-shop.ts';
import { stringsOf } from './strings/index.ts';

describe('what a customer reads', () => {
  it.each<[bigint, string, string]>([
    [1n, 'EUR', '0.01'],
    [99_999n, 'EUR', '999.99'],
    [100_000n, 'EUR', '1,000.00'],
    [123_456_789_012_345_678n, 'EUR', '1,234,567,890,123,456.78'],
    [500n, 'JPY', '500'],
    [1_234_567n, 'JPY', '1,234,567'],
    [1_234n, 'KWD', '1.234'],
    [0n, 'KWD', '0.000'],
  ])('%i of %s is %s', (minor, currency, text) => {
    expect(showMoney(minor, currency, 'en')).toMatchObject({ number: text, text: `${currency}\u00a0${text}` });
  });

  it.each([
    ['ar', '\u206612,345.60\u00a0EUR\u2069'],
    ['de', '12.345,60\u00a0EUR'],
    ['el', '12.345,60\u00a0EUR'],
    ['es', '12.345,60\u00a0EUR'],
    ['fr', '12\u202f345,60\u00a0EUR'],
    ['it', '12.345,60\u00a0EUR'],
    ['nl', 'EUR\u00a012.345,60'],
    ['pt', '12\u00a0345,60\u00a0EUR'],
    ['tr', 'EUR\u00a012.345,60'],
  ] as const)('an amount in %s is %s', (language, text) => {
    expect(showMoney(1_234_560n, 'EUR', language).text).toBe(text);
  });

  it('says of every test card in every language what it does, the common ones first', () => {
    expect(printedTestCards).toHaveLength(4);
    for (const language of languages) {
      const outcomes: Record<string, string> = stringsOf(language).testOutcomes;
      const cards = [...printedTestCards, ...moreTestCards].map(({ behavior }) => behavior);
      expect(Object.keys(outcomes).sort()).toEqual([...cards].sort());
      expect(new Set(Object.values(outcomes)).size).toBe(cards.length);
    }
  });

  it('prints test numbers in fours', () => {
    expect(printedTestCards[0]?.number).toBe('4242 4242 4242 4242');
  });

  it.each([
    [{ orderId: 7n, custom: 'A-1001', description: null }, 'Order A-1001'],
    [{ orderId: null, custom: 'internal', description: 'Two tickets' }, 'Two tickets'],
    [{ orderId: null, custom: 'internal', description: null }, null],
  ])('says what %o is for', (payment, text) => {
    expect(whatFor(payment, stringsOf('en'), 'en')).toBe(text);
  });

  it.each([
    ['Corner Bookshop', 'CB'],
    ["Joe's", 'JS'],
    ['ακμή', 'Α'],
    ['Çiçek', 'Ç'],
    ['!!!', ''],
  ])('of %s shows %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('the language', () => {
  it.each([
    [undefined, undefined, 'en'],
    [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'sv,fi;q=0.9', 'en'],
    [undefined, 'sv,fr-CA;q=0.4,el;q=0.7', 'el'],
    [undefined, 'fr;q=0,it', 'it'],
    [undefined, '*;q=0.5, pt-BR', 'pt'],
    ['tr', 'de', 'tr'],
    ['xx', 'de', 'de'],
    ['constructor', 'nl', 'nl'],
    [undefined, `${'x,'.repeat(5_000)}de`, 'en'],
    [undefined, ';;q=,,=;', 'en'],
  ])('for a choice of %s and wishes of %s is %s', (chosen, wishes, language) => {
    expect(pickLanguage(chosen, wishes)).toBe(language);
  });

  it('is read from its cookie among others', () => {
    expect(languageOf({ cookie: 'a=b; sluice_language=ar; c=d', 'accept-language': 'de' })).toBe('ar');
    expect(languageOf({ cookie: 'not_sluice_language=ar', 'accept-language': 'de' })).toBe('de');
  });

  type Texts = { [key: string]: string | ((...given: string[]) => string) | Texts };
  const flat = (texts: Texts, path = ''): [string, string][] =>
    Object.entries(texts).flatMap(([key, text]) => {
      if (typeof text === 'object') return flat(text, `${path}${key}.`);
      // Each placeholder is told apart, so that a text that forgets one is found.
      const given = typeof text === 'string' ? text : text('«1»', '«2»');
      return [[`${path}${key}`, given] as [string, string]];
    });

  it.each(languages.filter((one) => one !== 'en'))('%s says everything, with all that it is told', (language) => {
    const english = new Map(flat(stringsOf('en') as unknown as Texts));
    for (const [key, text] of flat(stringsOf(language) as unknown as Texts)) {
      expect([key, text.trim()]).toEqual([key, text]);
      expect([key, text === '']).toEqual([key, false]);
      const told = (of: string): string[] => of.match(/«\d»/g)?.sort() ?? [];
      expect([key, told(text)]).toEqual([key, told(english.get(key) as string)]);
    }
  });
});

describe('the endings', () => {
  it.each([
    ['succeeded', true, false, 'paid'],
    ['succeeded', false, false, 'already_paid'],
    ['partially_refunded', true, false, 'paid'],
    ['refunded', true, false, 'refunded'],
    ['cancelled', true, false, 'you_cancelled'],
    ['cancelled', false, false, 'cancelled'],
    ['expired', false, false, 'expired'],
    ['created', false, false, 'expired'],
    ['processing', true, false, 'processing'],
    ['processing', true, true, 'needs_confirmation'],
    ['processing', false, true, 'in_progress_elsewhere'],
  ] as const)('%s, own %s, continues %s: %s', (status, own, continues, ending) => {
    expect(endingOf({ status }, own, continues)).toBe(ending);
  });

  it('each has a way on: to the shop, to another way to pay, or by itself', () => {
    for (const { leadsToShop, canAbandon, sign } of Object.values(endings)) {
      expect(leadsToShop || canAbandon || sign === 'waiting').toBe(true);
    }
  });
});

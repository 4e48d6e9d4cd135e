/** Each text that can be written anew can be read, shown, and kept as it is. */
import { describe, expect, it } from 'vitest';
import { languages } from '../../base/languages/languages.ts';
import { readText, textProblem, valuesOf } from '../../base/languages/text-rules.ts';
import { noTexts, textAreas, textsByArea } from '../../core/wording/custom-texts.ts';
import { type Strings, stringsOf } from '../checkout/strings/index.ts';
import { valueNames } from '../checkout/strings/values.ts';
import { listTexts, namesIn } from './listed-texts.ts';
import { previewOf } from './samples.ts';
import { createTextCatalog } from './text-catalog.ts';

const catalog = createTextCatalog();

describe.each(languages)('in %s', (language) => {
  it('every original may stand in for the English text, and is shown with samples', () => {
    const wrong = catalog.in(language).flatMap(({ area, key, english, original }) => {
      const problem = textProblem(english, original);
      if (problem !== undefined) return [`${area}/${key}: ${problem}`];
      return /[{}[\]]/.test(previewOf(english, original, language)) ? [`${area}/${key}: has no sample`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('the checkout says the same when every text is written anew as it is', () => {
    const same = catalog.in(language).map(({ area, key, original }) => ({ area, key, text: original }));
    const written = stringsOf(language, textsByArea(same));
    expect(toldBy(written)).toEqual(toldBy(stringsOf(language)));
    expect(stringsOf(language, noTexts)).toBe(stringsOf(language));
  });
});

it('each text has one key of its area, and each value of a function a name', () => {
  const ids = catalog.in('en').map(({ area, key }) => `${area}/${key}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...new Set(catalog.in('en').map(({ area }) => area))]).toEqual(textAreas);
  expect(catalog.in('en').filter(({ key }) => !/^[A-Za-z0-9_.]{1,80}$/.test(key))).toEqual([]);
  const named = Object.fromEntries(functionsOf(stringsOf('en')).map(([path, one]) => [path, one.length]));
  expect(Object.fromEntries(Object.entries(valueNames).map(([path, names]) => [path, names.length]))).toEqual(named);
});

const text = { area: 'checkout', key: 'pay' } as const;
const written = (own: { key?: string; text: string; original: string }) => [{ ...text, ...own }];

it.each([
  ['original', []],
  ['own', written({ text: 'Jetzt {amount} zahlen', original: '{amount} zahlen' })],
  ['outdated', written({ text: 'Jetzt {amount} zahlen', original: 'Bezahlen' })],
  ['unused', written({ text: 'Zahlen', original: '{amount} zahlen' })],
])('a text is %s', (state, own) => {
  const [listed] = listTexts(catalog, 'de', own, { area: 'checkout', search: '{AMOUNT} zahlen' });
  expect(listed).toMatchObject({ key: 'pay', english: 'Pay {amount}', state });
  expect(namesIn(listed?.english ?? '')).toEqual(['amount']);
  const attention = state === 'outdated' || state === 'unused';
  expect(listTexts(catalog, 'de', own, { show: 'attention' })).toHaveLength(attention ? 1 : 0);
  expect(listTexts(catalog, 'de', own, { show: 'own' })).toHaveLength(own.length);
});

it('a text that this version does not have is listed, and not used', () => {
  const gone = written({ key: 'gone', text: 'Weg', original: 'Fort' });
  expect(listTexts(catalog, 'de', gone, { show: 'own' })).toEqual([
    { area: 'checkout', key: 'gone', english: 'Fort', original: 'Fort', own: 'Weg', state: 'unused' },
  ]);
  expect(toldBy(stringsOf('de', textsByArea(gone)))).toEqual(toldBy(stringsOf('de')));
});

it('one that no longer fits is not used', () => {
  const custom = textsByArea(written({ text: 'Zahlen', original: '{amount} zahlen' }));
  expect(stringsOf('de', custom).pay('5')).toBe(stringsOf('de').pay('5'));
});

type Leaf = string | ((...values: string[]) => string);

const leavesOf = (tree: object, above = ''): [string, Leaf][] =>
  Object.entries(tree).flatMap(([name, one]) =>
    typeof one === 'object' ? leavesOf(one, `${above}${name}.`) : [[`${above}${name}`, one] as [string, Leaf]],
  );

const functionsOf = (strings: Strings): [string, (...values: string[]) => string][] =>
  leavesOf(strings).flatMap(([path, leaf]) => (typeof leaf === 'string' ? [] : [[path, leaf]]));

/** Without the isolates around values, which own texts in Arabic have. */
const toldBy = (strings: Strings): [string, string][] =>
  leavesOf(strings).map(([path, leaf]) => [
    path,
    (typeof leaf === 'string' ? leaf : leaf('one', 'two')).replaceAll(/[\u2068\u2069]/g, ''),
  ]);

it('the values of a text are those of its English original', () => {
  expect(valuesOf(readText('a {b} {c, plural, one {#} other {# {d}}}') ?? [])).toEqual([
    { name: 'b', use: 'shown', choices: [] },
    { name: 'c', use: 'counted', choices: [] },
    { name: 'd', use: 'shown', choices: [] },
  ]);
});

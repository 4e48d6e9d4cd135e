/** The dashboard in ten languages: all that payees, customers and visitors can read, and nothing that English does not say. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../dashboard/src/strings/en/index.ts';
import { translatedModules, translatedStrings } from '../../dashboard/translated-strings.ts';
import { languageNames, languages } from '../../src/base/languages/languages.ts';
import { readDashboard } from '../support/dashboard-sources.ts';
import { translationProblems } from '../support/translation-problems.ts';

const dashboard = join(import.meta.dirname, '../../dashboard');
const needed = translatedStrings();

/** Its types are those of a browser, which this program does not have. */
const stringsOf = async (language: string): Promise<Record<string, string>> =>
  (await import(/* @vite-ignore */ join(dashboard, `src/strings/${language}.ts`))).strings;

it('are the languages of the checkout, by the same names', () => {
  const { code } = readDashboard().find(({ path }) => path === 'strings/languages.ts') as { code: string };
  for (const [language, name] of Object.entries(languageNames)) expect(code).toContain(`${language}: '${name}'`);
});

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  it('says what English says, with the same values and every plural', async () => {
    expect(translationProblems(language, { english: en, needed, translated: await stringsOf(language) })).toEqual([]);
  });

  it('holds to a glossary', () => expect(existsSync(join(dashboard, `glossaries/${language}.md`))).toBe(true));
});

describe('a translation', () => {
  const english = { a: 'Pay {amount}', b: '{count, plural, one {# order} other {# orders}}', c: 'See <b>more</b>' };
  const right = { a: '{amount} zahlen', b: '{count, plural, one {# Auftrag} other {# Aufträge}}', c: '<b>Mehr</b>' };
  const problemsWith = (changed: Record<string, string | undefined>, language = 'de') => {
    const translated = Object.fromEntries(
      Object.entries({ ...right, ...changed }).filter(([, text]) => text),
    ) as object;
    return translationProblems(language, { english, needed: ['a', 'b', 'c'], translated: { ...translated } });
  };

  it.each([
    [{}, []],
    [{ a: undefined }, ['a: missing']],
    [{ d: 'Neu' }, ['d: not needed']],
    [{ a: 'zahlen' }, ['a: has , and English amount']],
    [{ c: 'Mehr' }, ['c: has , and English b']],
    [{ b: '{count, plural, other {# Aufträge}}' }, ['b: has no form one']],
    [{ a: ' {amount} zahlen' }, ['a: begins or ends with a space']],
    [{ a: '{amount' }, [expect.stringMatching(/^a: cannot be read/)]],
  ])('with %j', (changed, problems) => expect(problemsWith(changed)).toEqual(problems));

  it('in Arabic needs six forms', () =>
    expect(problemsWith({}, 'ar')).toEqual(['b: has no form zero, two, few, many']));
});

it('leaves no text in the code of a screen that is translated', () => {
  const modules = new Set(translatedModules());
  const written = readDashboard().flatMap(({ path, code }) =>
    modules.has(path) && path.endsWith('.tsx') ? textsBetweenTags(code).map((text) => `${path}: ${text}`) : [],
  );
  expect(written).toEqual([]);
});

/** Words that stand in JSX as they are, or in an attribute that is read out or shown. */
function textsBetweenTags(code: string): string[] {
  const between = [...code.matchAll(/<\w[^<>]*[^=]>\s*([A-Z][a-z]+ [^<>{}()=;]*)</g)].map(([, text]) => text as string);
  const attributes = [
    ...code.matchAll(/\b(?:label|title|placeholder|description|aria-label|alt)="([A-Z][a-z][^"]*)"/g),
  ];
  return [...between, ...attributes.map(([, text]) => text as string)];
}

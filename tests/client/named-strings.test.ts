/** The build gives each module of the dashboard the strings that it names: none is missing, and none comes for nothing. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';
import { compile, namedIn, textsOf } from '../../dashboard/named-strings.ts';
import { en } from '../../dashboard/src/strings/en/index.ts';

const dashboard = join(import.meta.dirname, '../../dashboard');

describe('a module names', () => {
  it.each([
    ["t('orders.title')", ['orders.title']],
    ['<State title="goLive.title" />', ['goLive.title']],
    [`t(\`orders.kind.\${kind}\`)`, ['orders.kind.own', 'orders.kind.shadow']],
    [
      `t(\`orders.\${act}.title\`)`,
      ['orders.empty.title', 'orders.noMatch.title', 'orders.hold.title', 'orders.release.title'],
    ],
    ["t(isOwner ? 'notLive.act' : `notLive.look`)", ['notLive.act', 'notLive.look']],
    ["import { orders } from './orders.ts'; const path = '/orders.title';", []],
    ["const code = 'orders.titles'; orders.title;", []],
    ["/* t('orders.title') */ // `orders.title`", []],
    ["t(\n  'orders\\x2etitle',\n)", ['orders.title']],
  ])('in %s', (code, ids) => {
    expect(namedIn(textsOf('screen.tsx', code))).toEqual(ids);
  });
});

it('each string is named somewhere, and none by a template whose beginning is not known', async () => {
  const named = new Set<string>();
  /** Ends of templates that begin with a value and are not file names. */
  const ends = new Set<string>();
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: dashboard })) {
    if (file.startsWith('src/strings/') || file.endsWith('.generated.ts')) continue;
    const texts = textsOf(file, await readFile(join(dashboard, file), 'utf8'));
    for (const id of namedIn(texts)) named.add(id);
    for (const { start, end } of texts) if (start === '' && end.includes('.') && end !== '.csv') ends.add(end);
  }
  expect(Object.keys(en).filter((id) => !named.has(id))).toEqual([]);
  expect(Object.keys(en).filter((id) => [...ends].some((end) => id.endsWith(end)))).toEqual([]);
});

it('compiled, a string says the same', () => {
  const values = { count: 2, ref: 'A-7' };
  expect(compile(en['orders.title'])).toBe('Orders');
  for (const id of ['orders.selected', 'orders.select'] as const) {
    const compiled = compile(en[id]);
    expect(compiled).toBeInstanceOf(Array);
    expect(new IntlMessageFormat(compiled, 'en').format(values)).toBe(
      new IntlMessageFormat(en[id], 'en').format(values),
    );
  }
});

it('a screen is loaded with its own words, and with those of no other area', async () => {
  const { directory } = await buildDashboard();
  const routes: { path: string; files: string[] }[] = JSON.parse(
    await readFile(join(directory, 'routes.json'), 'utf8'),
  );
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  const always = [...page.matchAll(/modulepreload" fetchpriority="low" href="\/([^"]+)/g)].map(([, file = '']) => file);
  const files = [...always, ...(routes.find(({ path }) => path.endsWith('/orders'))?.files ?? [])];
  const text = (await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))).join('\n');
  const among = (ids: string[]): string[] => ids.filter((id) => text.includes(`"${id}":`));
  expect(among(['orders.title', 'orders.search', 'state.paid'])).toEqual([
    'orders.title',
    'orders.search',
    'state.paid',
  ]);
  const ofOthers = Object.keys(en).filter((id) => /^(op|recon|audit|webhooks)\..*\.text$/.test(id));
  expect(ofOthers.length).toBeGreaterThan(10);
  expect(among(ofOthers)).toEqual([]);
});

it.each([
  [['de-AT', 'en'], 'en', 'de-AT'],
  [['en-US@posix', 'fr'], 'en', 'fr'],
  [['en-US@posix'], 'en', 'en'],
  [[], 'en', 'en'],
  // Another language was chosen than that of the browser.
  [['en-GB', 'de-AT'], 'de', 'de-AT'],
  [['en-GB'], 'de', 'de'],
  [['ar-EG'], 'ar', 'ar-EG-u-nu-latn'],
  [['en-GB'], 'pt', 'pt-PT'],
  [['pt-BR'], 'pt', 'pt-BR'],
])('in a browser of %j, a reader of %s gets amounts and times of %s', async (languages, language, locale) => {
  const module = '../../dashboard/src/strings/locale.ts';
  const { readersLocale } = await import(/* @vite-ignore */ new URL(module, import.meta.url).href);
  expect(readersLocale(language, languages, language === 'pt' ? 'pt-PT' : language)).toBe(locale);
});

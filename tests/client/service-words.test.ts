/** What the service says of a field, in the reader's language, with amounts as their locale writes them. */
import { parse } from '@formatjs/icu-messageformat-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { namedIn, textsOf } from '../../dashboard/named-strings.ts';
import { en } from '../../dashboard/src/strings/en/index.ts';
import { lackOf } from '../../src/features/payouts/run-payout-schedules.ts';
import { readDashboard } from '../support/dashboard-sources.ts';
import { readSources } from '../support/source-files.ts';

/** The page of a German reader. A browser's modules are not part of this program's types. */
const source = (path: string) =>
  import(/* @vite-ignore */ new URL(`../../dashboard/src/${path}`, import.meta.url).href);
const page = { lang: 'de', dir: 'ltr' };
const code = readDashboard().find(({ path }) => path === 'ui/service-words.ts')?.code ?? '';
let say: (said: string) => string;
let show: (language: string) => void;
let translate: (strings: object) => void;

// Other tests of this process may have loaded these modules before: what they know of a page is said, not left to them.
beforeAll(async () => {
  const { strings } = (await source('strings/de.ts')) as { strings: Record<string, string> };
  const known = await source('strings/known.ts');
  ({ show } = await source('strings/shown-language.ts'));
  ({ inReadersWords: say } = await source('ui/service-words.ts'));
  translate = known.translate;
  vi.stubGlobal('document', { documentElement: page });
  vi.stubGlobal('navigator', { languages: ['de-DE'] });
  const ids = namedIn(textsOf('service-words.ts', code));
  const compiled = (texts: Record<string, string>) =>
    Object.fromEntries(ids.map((id) => [id, /[{<]/.test(texts[id] ?? '') ? parse(texts[id] ?? '') : texts[id]]));
  translate(compiled(strings));
  known.add(compiled(en));
  show('de');
});
afterAll(() => {
  show('en');
  translate({});
  vi.unstubAllGlobals();
});

describe('a German reader', () => {
  it.each([
    ['is required', 'Füllen Sie dieses Feld aus.'],
    ['is required: several bank accounts are on file', 'Füllen Sie dieses Feld aus.'],
    ['must NOT have fewer than 1 characters', 'Füllen Sie dieses Feld aus.'],
    ['must NOT have fewer than 10 characters', 'Geben Sie mindestens 10 Zeichen ein.'],
    ['must NOT have more than 1 characters', 'Geben Sie höchstens 1 Zeichen ein.'],
    ['must have at most 500 characters', 'Geben Sie höchstens 500 Zeichen ein.'],
    ['must be above 0', 'Geben Sie einen Betrag über 0 ein, zum Beispiel 250 oder 250,50.'],
    ['has more decimals than JPY allows', 'Das sind mehr Nachkommastellen, als JPY erlaubt.'],
    ['must be at least 1000.50 EUR', 'Geben Sie mindestens 1.000,50 EUR ein.'],
    [
      'exceeds the limit of 5000 JPY in 24 hours, of which 10 JPY are left',
      'Innerhalb von 24 Stunden können höchstens 5.000 JPY ausgezahlt werden; 10 JPY sind noch übrig.',
    ],
    [
      'EUR 14.99 can be paid out, and EUR 10.00 stays in the account. The least payout is EUR 5.00.',
      '14,99 EUR können ausgezahlt werden, 10,00 EUR bleiben auf dem Konto. Die kleinste Auszahlung beträgt 5,00 EUR.',
    ],
    ['The account is suspended.', 'Dieses Konto ist nicht aktiv.'],
    // What no rule knows.
    ['must be a routing number of nine digits', 'must be a routing number of nine digits'],
  ])('reads %j as %j', (said, words) => expect(say(said).replaceAll('\u00a0', ' ')).toBe(words));

  it('reads English on a screen in English', () => {
    show('en');
    expect(say('is required')).toBe('is required');
    show('de');
    expect(say('is required')).toBe('Füllen Sie dieses Feld aus.');
  });
});

describe('each rule', () => {
  /** As their library words them. */
  const ofSchemas = [
    'must NOT have fewer than 1 characters',
    'must NOT have fewer than 2 characters',
    'must be number',
  ];
  const written = readSources().flatMap((file) => file.code.match(/'(?:[^'\\\n]|\\.)+'|`(?:[^`\\]|\\.)+`/g) ?? []);
  const values = ['7', 'EUR', '1.00 EUR', 'closed'];
  const said = written.flatMap((literal) => {
    const text = literal.slice(1, -1);
    return /\$\{/.test(text) ? values.map((value) => text.replace(/\$\{[^}]+\}/g, value)) : [text];
  });
  const terms = { needed: 500n, spendable: 100n, keep: 0n, currency: 'EUR' };
  const lacking = [
    lackOf({ ...terms, lacks: 'limit' }),
    lackOf({ ...terms, lacks: 'funds' }),
    lackOf({ ...terms, lacks: 'funds', keep: 1000n }),
  ];
  const rules = [...code.matchAll(/^ +\[?(\/\^.+\/),/gm)].map(([, rule = '']) => rule);

  it('is found', () => expect(rules).toHaveLength(code.match(/\/\^/g)?.length ?? 0));
  it.each(rules)('%s is of something that the service says', (rule) => {
    const pattern = new RegExp(rule.slice(1, -1));
    expect([...ofSchemas, ...lacking, ...said].some((text) => pattern.test(text))).toBe(true);
  });
});

/** The service answers every address that the dashboard's router knows, and none that it does not. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryClient } from '@tanstack/react-query';
import { createServer as createVite } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';
import { languages } from '../../src/base/languages/languages.ts';
import type { ActingFor } from '../../src/core/access/actor.ts';
import { allowedActions } from '../../src/core/access/authorize.ts';
import { actions, rowOf } from '../../src/core/access/permissions.ts';
import type { HolderStatus, MemberRole } from '../../src/core/access/roles.ts';
import { transferCodes } from '../../src/core/ledger/transfer.ts';
import { en as statementTexts } from '../../src/features/settlements/statements/strings/en.ts';
import { statementWords } from '../../src/features/settlements/statements/words.ts';
import { memberOf } from '../support/actors.ts';
import { readDashboard } from '../support/dashboard-sources.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let directory: string;

beforeAll(async () => {
  ({ directory } = await buildDashboard());
  server = await createTestServer({ dashboard: directory });
});
afterAll(() => server.close());

/** Its types are those of a browser, which this program does not have. */
const router = '../../dashboard/src/routes/router.ts';
const navigation = '../../dashboard/src/app/navigation.ts';
const may = '../../dashboard/src/app/may.ts';
const nextModule = '../../dashboard/src/app/next.ts';

/** `isLazy`: its screen is loaded when it is opened. */
type Address = { path: string; isLazy: boolean };

async function addressesOfRouter(): Promise<Address[]> {
  // Its screens are JSX, which Node.js cannot load.
  const vite = await createVite({ configFile: false, appType: 'custom', server: { middlewareMode: true, ws: false } });
  const { createAppRouter } = await vite.ssrLoadModule(fileURLToPath(new URL(router, import.meta.url)));
  const { routesByPath } = createAppRouter(new QueryClient());
  await vite.close();
  const routes: [string, { options: { component?: object } }][] = Object.entries(routesByPath);
  return routes.map(([path, { options }]) => ({ path, isLazy: 'preload' in (options.component ?? {}) }));
}

const example = (path: string): string => path.replaceAll(/\$\w+/g, 'x');

it('every screen is served as a page, which names the files of each that is loaded lazily', async () => {
  const addresses = await addressesOfRouter();
  const named: { path: string; files: string[] }[] = JSON.parse(await readFile(join(directory, 'routes.json'), 'utf8'));
  expect(named.map(({ path }) => path).sort()).toEqual(
    addresses.flatMap(({ path, isLazy }) => (isLazy ? [path.replace(/(?<=.)\/$/, '')] : [])).sort(),
  );
  expect(named.filter(({ files }) => files.length === 0)).toEqual([]);
  const paths = addresses.map(({ path }) => path);
  expect(paths).toContain('/h/$holderId/$mode/orders/$ref');
  for (const path of paths) {
    const { statusCode, headers } = await server.app.inject({ url: example(path) });
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
  }
});

it.each([
  ['/account/invitations/7Gk2?x=1#y', '/account/invitations/7Gk2?x=1#y'],
  ['/h/3/test/../live', '/h/3/live'],
  ...[
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/x/..//evil.example',
    'https://evil.example',
    'x',
    '',
    7,
  ].map((hostile) => [hostile, undefined]),
])('after signing in %j leads to %j', async (given, next) => {
  const { safeNext } = await import(/* @vite-ignore */ new URL(nextModule, import.meta.url).href);
  expect(safeNext(given, 'https://pay.example')).toBe(next);
});

it('an address of no screen is a page for browsers and JSON for machines', async () => {
  for (const url of ['/nothing-here', '/sign-in/x', '/confirm', '/%zz', '/h']) {
    const page = await server.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<h1>This page doesn’t exist</h1>');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    for (const accept of ['*/*', 'application/json', undefined]) {
      const answer = await server.app.inject({ url, headers: accept === undefined ? {} : { accept } });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
    }
    const post = await server.app.inject({ method: 'POST', url, headers: { accept: 'text/html' } });
    expect(post.json().error.code).toBe('not_found');
  }
  const ofPartner = await server.app.inject({ url: '/partner/v1/x', headers: { accept: 'text/html' } });
  expect(ofPartner.json().error.code).toBe('not_found');
});

it('a page says whether a session came with the request, and names the demo’s logins only where there are some', async () => {
  const page = async (cookie = '') => (await server.app.inject({ url: '/', headers: { cookie } })).body;
  expect(await page()).toContain('<meta name="session" content="none" />');
  expect(await page('sluice_session=x.y')).toContain('<meta name="session" content="sent" />');
  expect(await page()).toContain('<meta name="demo-logins" content="" />');
  expect((await server.app.inject({ url: '/dev/logins' })).statusCode).toBe(404);
});

it('the audit log has words for every act that is written to it', async () => {
  const { audit } = await import(new URL('../../dashboard/src/strings/en/audit.ts', import.meta.url).href);
  const audited = actions.filter((action) => rowOf(action).audit !== undefined);
  expect(audited.filter((action) => !(`act.${action}` in audit))).toEqual([]);
});

const accountOf = (role: MemberRole, status: HolderStatus = 'active') => {
  const member = memberOf({ holderId: 7n, mode: 'test' }, { role, holderStatus: status });
  return { kind: 'company', role, status, may: allowedActions(member, member as ActingFor) };
};

it.each([
  ['owner', 'active', 'test', ['test'], true],
  ['owner', 'active', 'test', ['test', 'live'], true],
  ['owner', 'pending', 'test', ['test', 'live'], true],
  ['owner', 'suspended', 'test', ['test'], false],
  ['owner', 'active', 'live', ['test', 'live'], true],
  ['developer', 'active', 'test', ['test'], true],
  ['developer', 'active', 'test', ['test', 'live'], false],
  ['developer', 'active', 'live', ['test', 'live'], false],
  ['finance', 'active', 'test', ['test'], false],
] as const)(
  '%s of a company that is %s, in %s mode, ends a link for %j: %s',
  async (role, status, mode, serves, expected) => {
    const { mayIn } = await import(/* @vite-ignore */ new URL(may, import.meta.url).href);
    expect(mayIn(accountOf(role, status), mode, 'links.end', serves)).toBe(expected);
  },
);

it.each([
  ['owner', 'active', 'test', '/settings/audit', undefined],
  ['owner', 'suspended', 'live', '/webhooks/we_1', undefined],
  // Live mode says in its place that the account is not live yet.
  ['owner', 'pending', 'live', '/developers/keys', undefined],
  ['finance', 'active', 'test', '/settings/audit', 'otherRole.owners'],
  ['finance', 'active', 'live', '/developers/try', 'otherRole.developers'],
  ['viewer', 'active', 'test', '/developers/keys', 'otherRole.developers'],
  ['viewer', 'active', 'test', '/orders', undefined],
] as const)('%s of a company that is %s, in %s mode, reads at %s: %s', async (role, status, mode, path, words) => {
  const { placesOf, whoseScreen } = await import(/* @vite-ignore */ new URL(navigation, import.meta.url).href);
  const account = accountOf(role, status);
  expect(whoseScreen(account, mode, `/h/7/${mode}${path}`)).toBe(words);
  const shown: { to: string }[] = placesOf(account, mode);
  const isListed = shown.some(({ to }) => `/h/$holderId/$mode${path}/`.startsWith(`${to}/`) && !to.endsWith('$mode'));
  expect(isListed).toBe(words === undefined);
});

it.each([
  ['company', '', true],
  ['company', '/orders/a', true],
  ['company', '/orderss', true],
  ['company', '/payments', false],
  ['company', '/payments/pay_1', false],
  ['company', '/operator/payouts', false],
  ['merchant', '/orders', false],
  ['merchant', '/orders/', false],
  ['merchant', '/payments/pay_1', true],
  ['merchant', '/payouts/bank-accounts', true],
  ['merchant', '/developers/test-clock', false],
  ['courier', '/earnings', true],
  ['courier', '/developers/keys', false],
  ['courier', '/developers/events', false],
  ['courier', '/webhooks', false],
  ['customer', '/top-ups', true],
  ['customer', '/wallet/payments/1', true],
  ['customer', '/settings/members', false],
  ['service', '', true],
  ['service', '/operator/accounts/3', true],
  ['service', '/payouts', false],
] as const)('a %s has a page at "%s": %s', async (kind, path, expected) => {
  const { isOfOtherKinds } = await import(/* @vite-ignore */ new URL(navigation, import.meta.url).href);
  expect(isOfOtherKinds({ kind }, `/h/7/test${path}`)).toBe(!expected);
});

it('a statement names a kind of transfer as the dashboard does', async () => {
  const strings = '../../dashboard/src/strings/en/ledger.ts';
  const { ledger } = await import(/* @vite-ignore */ new URL(strings, import.meta.url).href);
  for (const code of transferCodes) expect(statementWords('en').what(code)).toBe(ledger[`code.${code}`]);
});

it.each(languages)('a payee’s statement says why earnings changed as their screen does, in %s', async (language) => {
  const file = language === 'en' ? 'en/payees' : language;
  const url = new URL(`../../dashboard/src/strings/${file}.ts`, import.meta.url).href;
  const texts: Record<string, string> = (await import(/* @vite-ignore */ url))[
    language === 'en' ? 'payees' : 'strings'
  ];
  const { t } = statementWords(language);
  const said = Object.keys(statementTexts).filter((key): key is keyof typeof statementTexts => key.startsWith('said.'));
  const values = { order: 'A-1', company: 'Bolt' };
  for (const key of said) {
    const onScreen = texts[key.replace('said.', 'movement.')] ?? '';
    // What keeps a name's own direction in Arabic is no part of the words.
    expect(t(key, values).replace(/[\u2066-\u2069]/g, '')).toBe(
      onScreen.replace('{order}', values.order).replace('{company}', values.company),
    );
  }
});

it('every dialog and sheet is one of the two windows that keep the focus', () => {
  const own = readDashboard().filter(({ code }) => /\b(Modal|Drawer)\b[^;]*from '@mantine\/core'/.test(code));
  expect(own.map(({ path }) => path)).toEqual(['ui/drawer.tsx', 'ui/modal.tsx']);
});

it.each([
  ['el-GR,en;q=0.5', undefined, 'lang="el" dir="ltr"', 'Αυτή η σελίδα δεν υπάρχει'],
  ['el-GR', 'sluice_language=ar', 'lang="ar" dir="rtl"', 'هذه الصفحة غير موجودة'],
  ['xx', undefined, 'lang="en" dir="ltr"', 'This page doesn’t exist'],
])('an address of nothing is answered in the reader’s language: %s, %s', async (wishes, cookie, language, heading) => {
  const headers = { accept: 'text/html', 'accept-language': wishes, ...(cookie === undefined ? {} : { cookie }) };
  const missing = await server.app.inject({ url: '/nothing/here', headers });
  expect(missing.statusCode).toBe(404);
  expect(missing.body).toContain(language);
  expect(missing.body).toContain(heading);

  const page = await server.app.inject({ url: '/sign-in', headers });
  expect(page.body).toContain(`<html ${language}>`);
  const [tag = 'en'] = /(?<=lang=")\w+/.exec(language) ?? [];
  // The strings of the language are on their way with the page; English comes with its modules.
  const early = /modulepreload" fetchpriority="low" href="\/(assets\/(\w\w)-[\w-]+\.js)"/.exec(page.body);
  expect(early?.[2]).toBe(tag === 'en' ? undefined : tag);
});

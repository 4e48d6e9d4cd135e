/**
 * For tests of the dashboard: the whole service with the built application on a database of its own, and people who
 * are signed in without filling in the form each time.
 */
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { buildDashboard } from '../../dashboard/build.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { HolderKind, Role } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import type { SealKeys } from '../../src/core/seals/seal-keys.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import type { CheckPayee } from '../../src/features/payouts/payee-check.ts';
import type { ConfiguredProvider } from '../../src/features/providers/registry.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { freePort } from '../support/free-port.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { createTestServer, type WebhookPlaces } from '../support/test-server.ts';
import { desktop, phone, sharedBrowser } from './browser.ts';

export const password = 'correct horse battery';

/** `cookies`: of a session that the person has already. */
export type Member = { email: string; personId: string; holderId: bigint; cookies?: readonly string[] };
export type TestDashboard = Awaited<ReturnType<typeof openDashboard>>;

/** Far above what anything takes, however busy the machine: a test fails by it only when something never comes. */
const waitMs = 30_000;

type Options = {
  webhooks?: WebhookPlaces;
  checkPayee?: CheckPayee;
  providers?: readonly ConfiguredProvider[];
  /** It is opened at its public URL, to whose host passkeys belong. */
  atPublicUrl?: boolean;
  sealKeys?: SealKeys | undefined;
};

type OpenPage = { page: Page; options: BrowserContextOptions };

/**
 * Where the worker's dashboards are, one after the other, and the pages that rest there meanwhile: opening another takes
 * as long as loading the application, and its browser has to fetch and compile it anew.
 */
const usual = { port: undefined as number | undefined, taken: false, rested: [] as OpenPage[] };

export async function openDashboard({ atPublicUrl = false, ...options }: Options = {}) {
  const { directory } = await buildDashboard();
  const isUsual = !atPublicUrl && !usual.taken;
  if (isUsual) usual.taken = true;
  const port = (isUsual ? usual.port : undefined) ?? (await freePort());
  if (isUsual) usual.port = port;
  const place = atPublicUrl ? { publicUrl: `http://localhost:${port}` } : {};
  const [server, browser] = await Promise.all([
    createTestServer({ ...options, ...place, dashboard: directory }),
    sharedBrowser(),
  ]);
  const listening = await server.listen(port);
  const origin = place.publicUrl ?? listening;
  const open: OpenPage[] = [];
  const rested = isUsual ? usual.rested : [];
  let count = 0;

  return {
    server,
    db: server.db,
    origin,
    /** A new person who is a member of a holder, by default of a new one of this kind. */
    async newMember(
      kind: HolderKind | 'service',
      { role = kind === 'service' ? 'administrator' : 'owner', holderId }: { role?: Role; holderId?: bigint } = {},
    ): Promise<Member> {
      count += 1;
      const email = `person${count}@example.com`;
      const account = { name: `Person ${count}`, email, password, emailVerified: true };
      const { personId } = await server.people.signUp(shell, account);
      const own = holderId ?? (await newHolder(kind));
      await inTransaction(server.db, (tx) => insertMember(tx, own, personId, role));
      return { email, personId, holderId: own };
    },
    /**
     * A page of a browser that is signed in as this person, or of a visitor. It may have served a test before: opening
     * another takes as long as loading the application. With options of its own, as a copy is, it is always new.
     */
    async newPage(options: BrowserContextOptions, member?: Member): Promise<Page> {
      const at = rested.findIndex((one) => one.options === options);
      const page = rested.splice(at, at < 0 ? 0 : 1)[0]?.page ?? (await openPage(options));
      open.push({ page, options });
      if (member !== undefined) await page.context().addCookies(await cookiesOf(member));
      return page;
    },
    /** Pages on a usual phone or desk rest, with nothing left of who used them; the others are closed. */
    async closePages(): Promise<void> {
      const done = open.splice(0).map(async (one) => {
        const mayRest = (one.options === phone || one.options === desktop) && !one.page.isClosed();
        if (mayRest && one.page.context().pages().length === 1 && (await forget(one))) rested.push(one);
        else await one.page.context().close();
      });
      await Promise.all(done);
    },
    async close(): Promise<void> {
      const ended = isUsual ? open : [...open, ...rested];
      await Promise.all(ended.map(({ page }) => page.context().close()));
      await server.close();
      if (isUsual) usual.taken = false;
    },
  };

  async function openPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', ...options, baseURL: origin, timezoneId: 'UTC' });
    context.setDefaultTimeout(waitMs);
    return context.newPage();
  }

  function newHolder(kind: HolderKind | 'service'): Promise<bigint> | bigint {
    if (kind === 'service') return serviceHolderId;
    return kind === 'company' ? makeCompany(server.db) : makeHolder(server.db, kind);
  }

  async function cookiesOf({ email, cookies }: Member) {
    return (cookies ?? (await signInAs(email))).map((cookie) => {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    });
  }

  async function signInAs(email: string): Promise<string[]> {
    const signedIn = await server.people.signIn(visitWith(), { email, password });
    if (!signedIn.ok) throw new Error(`Signing in was refused: ${signedIn.reason}`);
    return signedIn.cookies;
  }
}

/** @returns false when the page is of no more use. */
async function forget({ page, options: { viewport } }: OpenPage): Promise<boolean> {
  try {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (page.url() !== 'about:blank') {
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.goto('about:blank');
    }
    await page.emulateMedia({ media: null, colorScheme: null });
    if (viewport != null) await page.setViewportSize(viewport);
    await page.context().clearCookies();
    return true;
  } catch {
    return false;
  }
}

/** The address of a screen of a book. */
export const screen = ({ holderId }: Member, path = '', mode = 'test'): string => `/h/${holderId}/${mode}${path}`;

/** The service handles `POST`s to this address, and their answers never arrive. @returns what restores the network. */
export async function loseAnswers(page: Page, address: string): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<void>>();
  const lose = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'POST') return route.continue();
    // A browser adds the header itself, and Playwright does not.
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    assert((await route.fetch({ headers })).ok());
    await route.abort();
  };
  await page.route(address, (route) => {
    const lost = lose(route).finally(() => underWay.delete(lost));
    underWay.add(lost);
    return lost;
  });
  return async () => {
    // Playwright would let those through, whose answers then arrive after all.
    await Promise.all(underWay);
    await page.unroute(address);
  };
}

/** Presses a button of the screen, also when another read of it has opened a dialog over it already. */
export const pressUnder = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true, includeHidden: true }).dispatchEvent('click');

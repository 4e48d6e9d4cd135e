/**
 * For tests of a customer's own pages: the whole server on a database of its own, browsers that keep cookies and fill
 * forms, and the mail that was written.
 */
import { pino } from 'pino';
import { expect } from 'vitest';
import { mailboxPages } from '../../src/app/commands/mailbox.ts';
import { createServer } from '../../src/app/server.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { type Browser, createBrowser } from './checkout.ts';
import { deliverMails, linkToken, mailsTo, visitWith } from './people.ts';

const secret = 'account-test-secret-of-more-than-32-characters';
export const password = 'correct horse battery';

export type TestAccount = Awaited<ReturnType<typeof createTestAccount>>;

/** @param options.dashboard the directory of the built dashboard, for tests in a real browser. */
export async function createTestAccount(
  options: { publicUrl?: string; rateKeysMax?: number; dashboard?: string } = {},
) {
  const { publicUrl = 'http://localhost:8080' } = options;
  const database = await createTestDatabase();
  const { db, pool } = database;
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const server = await createServer({
    pool,
    publicUrl,
    secrets: [secret],
    logger: logger as never,
    trustProxy: false,
    extend: mailboxPages,
    dashboard: options.dashboard,
    ...(options.rateKeysMax === undefined ? {} : { rateKeysMax: options.rateKeysMax }),
  });
  const { app, people } = server;
  let count = 0;

  const browser = () => createBrowser(app);
  const deliver = () => deliverMails(pool, people);

  /** Signs a browser in. */
  async function signIn(own: Browser, email: string, word = password): Promise<void> {
    const signedIn = await people.signIn(visitWith(), { email, password: word });
    if (!signedIn.ok) throw new Error(`Signing in was refused: ${signedIn.reason}`);
    keepCookies(own, signedIn.cookies);
  }

  return {
    app,
    server,
    db,
    pool,
    owner: database.owner,
    people,
    secrets: [secret] as const,
    /** Everything that was logged. */
    lines,
    browser,
    deliver,
    mailsTo: (address: string) => mailsTo(pool, address),
    linkToken: (address: string) => linkToken(pool, address),
    signIn,
    /** A browser of a new customer, signed in, with a page open whose form it may send. */
    async newCustomer(name = 'Ada Lovelace'): Promise<{ browser: Browser; email: string; holderId: bigint }> {
      count += 1;
      const email = `customer${count}@example.com`;
      const visit = visitWith();
      expect(await people.register(visit, { name, email, password })).toEqual({ ok: true });
      await deliver();
      expect(await people.confirm(visit, await linkToken(pool, email), password)).toMatchObject({ ok: true });
      const own = browser();
      await signIn(own, email);
      const { rows } = await pool.query(
        'select m.holder_id from members m join people p on p.id = m.person_id where p.email = $1',
        [email],
      );
      return { browser: own, email, holderId: rows[0].holder_id };
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** Puts a session's cookies into a browser. */
export function keepCookies({ jar }: Browser, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [pair = ''] = cookie.split(';', 1);
    const at = pair.indexOf('=');
    jar.set(pair.slice(0, at), { value: pair.slice(at + 1), path: '/' });
  }
}

export const expectSoundBooks = (
  { db }: TestAccount,
  options?: Parameters<typeof expectBooksToHold>[1],
): Promise<void> => expectBooksToHold(db, options);

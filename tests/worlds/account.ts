/**
 * For tests of a customer's own pages: the whole server on a database of its own, browsers that keep cookies and fill
 * forms, and the mail that was written.
 */
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { mailboxPages } from '../../src/commands/mailbox.ts';
import { verifyLedger } from '../../src/ledger/verify.ts';
import { createServer } from '../../src/server.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { type Browser, createBrowser } from './checkout.ts';
import { deliverMails, linkToken, mailsTo } from './people.ts';

const secret = 'account-test-secret-of-more-than-32-characters';
export const password = 'correct horse battery';

export type TestAccount = Awaited<ReturnType<typeof createTestAccount>>;

export async function createTestAccount(options: { publicUrl?: string; rateKeysMax?: number } = {}) {
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
    ...(options.rateKeysMax === undefined ? {} : { rateKeysMax: options.rateKeysMax }),
  });
  const { app, people } = server;
  let count = 0;

  const browser = () => createBrowser(app);
  const deliver = () => deliverMails(pool, people);
  return {
    app,
    server,
    db,
    pool,
    people,
    /** Everything that was logged. */
    lines,
    browser,
    deliver,
    mailsTo: (address: string) => mailsTo(pool, address),
    linkToken: (address: string) => linkToken(pool, address),
    /** A browser of a new customer, signed in through the pages. */
    async newCustomer(name = 'Ada Lovelace'): Promise<{ browser: Browser; email: string; holderId: bigint }> {
      count += 1;
      const email = `customer${count}@example.com`;
      const own = browser();
      await own.open('/account/sign-up');
      await own.submit('/account/sign-up', { name, email, password });
      await deliver();
      const path = `/account/verify/${await linkToken(pool, email)}`;
      await own.open(path);
      const confirmed = await own.submit(path, { password });
      expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/account']);
      await own.open('/account/profile');
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

/** What a stranger can compare: status, headers that say something, and body, without the tokens of forms. */
export const visible = ({ statusCode, headers, body }: LightMyRequestResponse): unknown => [
  statusCode,
  headers.location,
  headers['content-type'],
  body.replaceAll(/name="_csrf" value="[^"]*"/g, ''),
];

export async function expectSoundBooks({ db }: TestAccount): Promise<void> {
  const { checks } = await verifyLedger(db);
  expect(checks.filter((check) => check.count > 0)).toEqual([]);
}

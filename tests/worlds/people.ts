/**
 * For tests of people and of what builds on them: people on a database of their own, with a clock for the windows, the
 * mail that was written, and an authenticator.
 */

import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { visitorActor } from '../../src/core/access/actor.ts';
import { createRateWindow } from '../../src/core/http/rate-window.ts';
import type { JobPayloads } from '../../src/core/jobs/declare-jobs.ts';
import type { NewWindow } from '../../src/features/people/attempts.ts';
import { createHashQueue } from '../../src/features/people/hash-queue.ts';
import { createPeople, type People, type PeopleOptions, type Visit } from '../../src/features/people/people.ts';
import { shell } from '../support/actors.ts';

export const testSecret = 'people-test-secret-of-more-than-32-characters';
export const testPublicUrl = 'http://localhost:8080';

export const testWindows =
  (now: () => number = () => performance.now(), keysMax = 10_000): NewWindow =>
  (windowMs) =>
    createRateWindow({ windowMs, keysMax, now });

export function createTestPeople(pool: pg.Pool, options: Partial<PeopleOptions> = {}): People {
  return createPeople({
    pool,
    publicUrl: testPublicUrl,
    secrets: [testSecret],
    secure: false,
    newWindow: testWindows(),
    // Tests try more at once than the queue of a service takes.
    hashes: createHashQueue({ waitingMax: 1_000, waitingPerNetworkMax: 1_000 }),
    onConfirmed: async () => {},
    ...options,
  });
}

export const testPassword = 'correct horse battery';

let signedUp = 0;

/** Ada, who has signed up with an address of her own, and people whose limits count by `now`. */
export async function createAda(
  pool: pg.Pool,
  now: () => number,
): Promise<{ people: People; email: string; personId: string }> {
  signedUp += 1;
  const people = createTestPeople(pool, { newWindow: testWindows(now) });
  const email = `ada${signedUp}@example.com`;
  const given = { name: 'Ada', email, password: testPassword, emailVerified: true };
  return { people, email, personId: (await people.signUp(shell, given)).personId };
}

export const visitWith = (cookies: readonly string[] = [], address = '192.0.2.7'): Visit => ({
  ...visitorActor(),
  cookie: cookies.length === 0 ? undefined : cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
  address,
  userAgent: 'Test/1',
});

/** Does what the job queue would: writes the mails that were asked for. */
export async function deliverMails(pool: pg.Pool, people: People): Promise<void> {
  const { rows } = await pool.query<{ payload: JobPayloads['people_mail'] }>(
    `select payload from graphile_worker.complete_jobs(
       array(select id from graphile_worker.jobs where task_identifier = 'people_mail'))`,
  );
  for (const { payload } of rows) await people.deliver(payload);
}

export type WrittenMail = { recipient: string; subject: string; text: string; html: string };

/** Every mail to an address, oldest first. */
export async function mailsTo(pool: pg.Pool, recipient: string): Promise<WrittenMail[]> {
  const { rows } = await pool.query(
    'select recipient, subject, text, html from mails where recipient = $1 order by id',
    [recipient],
  );
  return rows;
}

/** The token in the link of the latest mail to an address. */
export async function linkToken(pool: pg.Pool, recipient: string): Promise<string> {
  const mail = (await mailsTo(pool, recipient)).at(-1);
  const token = /\/(?:confirm|reset-password|lift-limit)\/([0-9A-Za-z]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link was mailed to ${recipient}`);
  return token;
}

/** Turns a person's second factor on. @returns the cookies of their one session; its current code is used up. */
export async function turnOnSecondFactor(
  people: People,
  email: string,
  password = testPassword,
): Promise<{ secret: string; cookies: string[] }> {
  const signedIn = await people.signIn(visitWith(), { email, password });
  if (!signedIn.ok) throw new Error(signedIn.reason);
  const visit = visitWith(signedIn.cookies);
  const begun = await people.beginSecondFactor(visit, password);
  if (!begun.ok) throw new Error(begun.reason);
  const on = await people.confirmSecondFactor(visit, authenticatorCode(begun.secret, 0));
  if (!on.ok) throw new Error(on.reason);
  return { secret: begun.secret, cookies: on.cookies };
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/**
 * What an authenticator shows for a secret (RFC 6238), `steps` half minutes from now. 0 and 1 are both accepted for at
 * least half a minute more, so that no test is late.
 */
export function authenticatorCode(secret: string, steps = 1): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * The second factor of the demo's operator, whose authenticator is the demo itself: without one nobody could try what an
 * operator may do only after giving a code.
 */
import { createHmac } from 'node:crypto';
import type { Database } from '../../base/database/pool.ts';
import { visitorActor } from '../../core/access/actor.ts';
import type { Visit } from '../../features/people/auth.ts';
import type { People } from '../../features/people/people.ts';
import { ageSecondFactor, forgetSecondFactor } from './people.repository.ts';

const periodSeconds = 30;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Longer than a second factor counts as new. */
const ageMs = 2 * 86_400_000;

/**
 * Turns it on, as if it had been on for a while: a new one opens nothing for a day.
 * @returns its secret, in base32.
 */
export async function ensureSecondFactor(
  { db, people }: { db: Database; people: People },
  personId: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  // One whose secret was lost with `demo.json` can be passed by nobody.
  await forgetSecondFactor(db, personId);
  const signedIn = await people.signIn(demoVisit(''), { email, password });
  if (!signedIn.ok) throw new Error(`The demo's operator can't sign in: ${signedIn.reason}.`);
  const visit = demoVisit(cookiesOf(signedIn.cookies));
  const begun = await people.beginSecondFactor(visit, password);
  if (!begun.ok) throw new Error(`The demo's operator has no second factor: ${begun.reason}.`);
  const on = await people.confirmSecondFactor(visit, codesOf(begun.secret)[0] as string);
  if (!on.ok) throw new Error(`The demo's operator has no second factor: ${on.reason}.`);
  await people.signOut(demoVisit(cookiesOf(on.cookies)));
  await ageSecondFactor(db, personId, new Date(Date.now() - ageMs));
  return begun.secret;
}

/** The codes that work at a time, each once: of its half minute, the next and the one before. @param secret base32. */
export function codesOf(secret: string, atMs: number = Date.now()): string[] {
  const key = fromBase32(secret);
  const now = Math.floor(atMs / (periodSeconds * 1_000));
  return [now, now + 1, now - 1].map((counter) => codeAt(key, counter));
}

/** RFC 4226, with the six digits that authenticators show. */
function codeAt(key: Buffer, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const hash = createHmac('sha1', key).update(message).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** RFC 4648. The bits that fill no byte are padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')].map((one) => base32Alphabet.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const demoVisit = (cookie: string): Visit => ({
  ...visitorActor(),
  address: '127.0.0.1',
  cookie,
  userAgent: 'sluice demo',
});

const cookiesOf = (cookies: readonly string[]): string => cookies.map((one) => one.split(';', 1)[0]).join('; ');

/**
 * The second factor of the demo's operator, whose authenticator is the demo itself: without one nobody could try what an
 * operator may do only after giving a code.
 */
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { visitorActor } from '../access/actor.ts';
import type { Database } from '../database/pool.ts';
import type { Visit } from '../people/auth.ts';
import type { People } from '../people/people.ts';
import { ageSecondFactor, forgetSecondFactor } from './people.repository.ts';

const periodSeconds = 30;
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
  const on = await people.confirmSecondFactor(visit, (await codesOf(begun.secret))[0] as string);
  if (!on.ok) throw new Error(`The demo's operator has no second factor: ${on.reason}.`);
  await people.signOut(demoVisit(cookiesOf(on.cookies)));
  await ageSecondFactor(db, personId, new Date(Date.now() - ageMs));
  return begun.secret;
}

/** The codes that work now, each once: of this half minute, the one before and the next. */
export async function codesOf(secret: string): Promise<string[]> {
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret)));
  const now = Math.floor(Date.now() / (periodSeconds * 1_000));
  return Promise.all([now, now + 1, now - 1].map((counter) => otp.hotp(counter)));
}

const demoVisit = (cookie: string): Visit => ({
  ...visitorActor(),
  address: '127.0.0.1',
  cookie,
  userAgent: 'sluice demo',
});

const cookiesOf = (cookies: readonly string[]): string => cookies.map((one) => one.split(';', 1)[0]).join('; ');

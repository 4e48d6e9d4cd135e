/**
 * Limits attempts: passwords, codes and mails. Each is counted before it is tried, in windows of this process, so that
 * parallel guesses cannot pass the limit; the database also counts wrong codes. No limit locks an account for good:
 * windows slide, and a browser that has signed in before has its own allowance. Must never depend on whether an account
 * exists.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { randomBase62 } from '../database/public-id.ts';
import type { Visit } from './auth.ts';

export type AttemptWindow = { take(key: string, quota: number): { ok: boolean; retryAfterSeconds: number } };

/** Passed in by the caller: `tries` counts over 15 minutes, `mails` over an hour. */
export type AttemptWindows = { tries: AttemptWindow; mails: AttemptWindow };
export const triesWindowMs = 900_000;
export const mailsWindowMs = 3_600_000;

/** Passwords in 15 minutes: per account and address, per account, per address, and per known browser. */
const passwordTriesMax = { pair: 20, account: 60, address: 200, knownBrowser: 20 } as const;
/** Codes of one person in 15 minutes. */
const codeTriesMax = 20;
/** Mails in an hour: to one recipient, and requested from one address. */
const mailsMax = { recipient: 5, address: 40 } as const;

export type Decision = { ok: true } | { ok: false; retryAfterSeconds: number };

const purposeOfKey = 'sluice/known-browser/v1';
const nonceBytes = 16;
const knownBrowserSeconds = 180 * 86_400;

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts(options: { windows: AttemptWindows; secret: string; secure: boolean }) {
  const { windows, secret, secure } = options;
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32));
  const cookieName = `${secure ? '__Secure-' : ''}sluice.known_browser`;
  const seal = (nonce: string, email: string): string =>
    createHmac('sha256', key).update(`${nonce}\n${email.toLowerCase()}`).digest('base64url');

  /** The nonce of a browser that has signed in to this account before. */
  function knownBrowser(email: string, cookie: string | undefined): string | undefined {
    const [nonce = '', given = ''] = (readCookie(cookie, cookieName) ?? '').split('.');
    const expected = Buffer.from(seal(nonce, email));
    const seen = Buffer.from(given);
    return seen.length === expected.length && timingSafeEqual(seen, expected) ? nonce : undefined;
  }

  return {
    password(email: string, visit: Visit): Decision {
      const account = email.toLowerCase();
      const known = knownBrowser(account, visit.cookie);
      if (known !== undefined) return windows.tries.take(`known ${known}`, passwordTriesMax.knownBrowser);
      const address = networkOf(visit.address);
      // The narrowest limit first: what it refuses is not counted against the account.
      return firstRefusal([
        () => windows.tries.take(`pair ${address} ${account}`, passwordTriesMax.pair),
        () => windows.tries.take(`address ${address}`, passwordTriesMax.address),
        () => windows.tries.take(`account ${account}`, passwordTriesMax.account),
      ]);
    },
    isKnown: (email: string, { cookie }: Visit): boolean => knownBrowser(email, cookie) !== undefined,
    code: (personId: string): Decision => windows.tries.take(`code ${personId}`, codeTriesMax),
    mail(recipient: string, visit: Visit): Decision {
      return firstRefusal([
        () => windows.mails.take(`address ${networkOf(visit.address)}`, mailsMax.address),
        () => windows.mails.take(`recipient ${recipient.toLowerCase()}`, mailsMax.recipient),
      ]);
    },
    /** The `Set-Cookie` value by which this browser is recognized next time. It grants no access by itself. */
    rememberBrowser(email: string): string {
      const nonce = randomBase62(nonceBytes);
      const attributes = `Max-Age=${knownBrowserSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${cookieName}=${nonce}.${seal(nonce, email)}; ${attributes}`;
    },
  };
}

function firstRefusal(checks: (() => Decision)[]): Decision {
  for (const check of checks) {
    const decision = check();
    if (!decision.ok) return decision;
  }
  return { ok: true };
}

export function readCookie(cookie: string | undefined, name: string): string | undefined {
  for (const part of (cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** An IPv6 /64 network counts as one address, because its owner can use any address in it. */
function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const middle = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...middle, ...after].slice(0, 4).join(':').toLowerCase();
}

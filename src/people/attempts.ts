/**
 * Limits attempts: passwords, codes and mails. Each is counted before it is tried, in windows of this process, so that
 * parallel guesses cannot pass the limit; the database also counts wrong codes. Each kind of limit has a window of its
 * own, so that filling one does not empty another. No limit locks an account for good: windows slide, and a browser that
 * has signed in before, or has used the mailed link, has its own allowance. Must never depend on whether an account
 * exists.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type AttemptDecision, type AttemptWindow, takeAttempt } from '../access/attempt-limits.ts';
import { clientNetwork } from '../access/client-network.ts';
import { randomBase62 } from '../database/public-id.ts';
import type { Visit } from './auth.ts';

/** Makes a window of this length. Passed in by the caller. */
export type NewWindow = (windowMs: number) => AttemptWindow;

const triesWindowMs = 900_000;
const mailsWindowMs = 3_600_000;

/** Passwords in 15 minutes: per account and address, per account, per address, and per browser with its own allowance. */
const passwordTriesMax = { pair: 20, account: 60, address: 200, browser: 20 } as const;
/** Codes of one person in 15 minutes. */
const codeTriesMax = 20;
/** Mails in an hour: to one recipient, and requested from one address. */
const mailsMax = { recipient: 5, address: 40 } as const;

const purposeOfKey = 'sluice/known-browser/v1';
const nonceBytes = 16;
const knownBrowserSeconds = 180 * 86_400;

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts(options: { newWindow: NewWindow; secret: string; secure: boolean }) {
  const { newWindow, secret, secure } = options;
  const passwords = {
    pair: newWindow(triesWindowMs),
    account: newWindow(triesWindowMs),
    address: newWindow(triesWindowMs),
    browser: newWindow(triesWindowMs),
  };
  const codes = newWindow(triesWindowMs);
  const mails = { recipient: newWindow(mailsWindowMs), address: newWindow(mailsWindowMs) };
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
    password(email: string, visit: Visit): AttemptDecision {
      const account = email.toLowerCase();
      const known = knownBrowser(account, visit.cookie);
      if (known !== undefined) {
        return takeAttempt([{ window: passwords.browser, key: known, quota: passwordTriesMax.browser }]);
      }
      const network = clientNetwork(visit.address);
      return takeAttempt([
        { window: passwords.address, key: network, quota: passwordTriesMax.address },
        { window: passwords.pair, key: `${network} ${account}`, quota: passwordTriesMax.pair },
        { window: passwords.account, key: account, quota: passwordTriesMax.account },
      ]);
    },
    isKnown: (email: string, { cookie }: Visit): boolean => knownBrowser(email, cookie) !== undefined,
    code: (personId: string): AttemptDecision => takeAttempt([{ window: codes, key: personId, quota: codeTriesMax }]),
    mail: (recipient: string, visit: Visit): AttemptDecision =>
      takeAttempt([
        { window: mails.address, key: clientNetwork(visit.address), quota: mailsMax.address },
        { window: mails.recipient, key: recipient.toLowerCase(), quota: mailsMax.recipient },
      ]),
    /** The `Set-Cookie` value by which this browser is recognized next time. It grants no access by itself. */
    rememberBrowser(email: string): string {
      const nonce = randomBase62(nonceBytes);
      const attributes = `Max-Age=${knownBrowserSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${cookieName}=${nonce}.${seal(nonce, email)}; ${attributes}`;
    },
  };
}

export function readCookie(cookie: string | undefined, name: string): string | undefined {
  for (const part of (cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

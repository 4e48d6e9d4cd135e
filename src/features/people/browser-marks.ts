/**
 * Cookies that mark a browser for one account: it has signed in before, or has used a mailed link that lifts the limit.
 * A marked browser has its own allowance of attempts; the mark grants no access by itself. Signed, and never stored.
 */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../../base/database/public-id.ts';
import { normalEmail } from '../../base/schemas/email.ts';

const nonceBytes = 16;
const knownSeconds = 180 * 86_400;
/** How long a browser may use its own allowance after the link was used. */
const liftedSeconds = 3_600;

type Mark = { cookieName: string; purposeOfKey: string; seconds: number };

export type BrowserMarks = ReturnType<typeof createBrowserMarks>;

export function createBrowserMarks({ secret, secure }: { secret: string; secure: boolean }) {
  const markWith = (mark: Mark) => createMark(mark, secret, secure);
  return {
    known: markWith({
      cookieName: `${secure ? '__Secure-' : ''}sluice.known_browser`,
      purposeOfKey: 'sluice/known-browser/v1',
      seconds: knownSeconds,
    }),
    lifted: markWith({
      cookieName: `${secure ? '__Host-' : ''}sluice_lifted_limit`,
      purposeOfKey: 'sluice/lifted-limit/v1',
      seconds: liftedSeconds,
    }),
  };
}

function createMark({ cookieName, purposeOfKey, seconds }: Mark, secret: string, secure: boolean) {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32));
  const seal = (nonce: string, endsAt: string, email: string): string =>
    createHmac('sha256', key)
      .update(`${nonce}\n${endsAt}\n${normalEmail(email)}`)
      .digest('base64url');
  const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
  return {
    /** The nonce of a browser that is marked for this account. */
    find(email: string, cookie: string | undefined): string | undefined {
      const [nonce = '', endsAt = '', given = ''] = (readCookie(cookie, cookieName) ?? '').split('.');
      const expected = Buffer.from(seal(nonce, endsAt, email));
      const seen = Buffer.from(given);
      const isOurs = seen.length === expected.length && timingSafeEqual(seen, expected);
      return isOurs && Number(endsAt) > nowSeconds() ? nonce : undefined;
    },
    /**
     * The `Set-Cookie` value by which this browser is recognized from now on. A browser that was recognized keeps its
     * nonce, and with it what it has used of its allowance.
     */
    set(email: string, nonce = randomBase62(nonceBytes)): string {
      const endsAt = String(nowSeconds() + seconds);
      const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${cookieName}=${nonce}.${endsAt}.${seal(nonce, endsAt, email)}; ${attributes}`;
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

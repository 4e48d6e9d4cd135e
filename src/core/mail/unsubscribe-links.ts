/**
 * The link under a mail that may be switched off. It is signed, works without a session and for as long as its secret is
 * known, and lets its holder switch off mails of that one kind, no more. Must never be logged.
 */
import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isMailKind, type MailKind } from './kinds.ts';

const purposeOfKey = 'sluice/unsubscribe/v1';
const tokenLengthMax = 1_024;
const unsubscribePath = '/unsubscribe';

type Unsubscription = { personId: string; kind: MailKind };

export type UnsubscribeLinks = {
  /** The service's own. */
  origin: string;
  addressOf(of: Unsubscription): Promise<string>;
  /** Undefined for what this service never signed. */
  read(token: string): Promise<Unsubscription | undefined>;
};

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32));

/** @param secrets the current one first; links signed with the others still work. */
export function createUnsubscribeLinks(publicUrl: string, secrets: readonly [string, ...string[]]): UnsubscribeLinks {
  const keys = secrets.map(keyOf);
  return {
    origin: publicUrl,
    async addressOf({ personId, kind }) {
      const signed = new SignJWT({ kind }).setProtectedHeader({ alg: 'HS256' }).setSubject(personId);
      return `${publicUrl}${unsubscribePath}/${await signed.sign(keys[0] as Uint8Array)}`;
    },
    async read(token) {
      if (token.length > tokenLengthMax) return undefined;
      for (const key of keys) {
        const payload = await jwtVerify(token, key, { algorithms: ['HS256'] }).then(
          (verified) => verified.payload,
          () => undefined,
        );
        if (typeof payload?.sub !== 'string' || typeof payload.kind !== 'string') continue;
        if (isMailKind(payload.kind)) return { personId: payload.sub, kind: payload.kind };
      }
      return undefined;
    },
  };
}

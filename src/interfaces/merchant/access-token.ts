/**
 * Access tokens of interface A: sealed values (JWE) that carry the key they were given for and their expiry, so that no
 * row is written or read per token. Must never be logged. They keep the real clock (docs/contract.md, "Access token").
 */
import { hkdfSync } from 'node:crypto';
import { base64url, EncryptJWT, errors, jwtDecrypt } from 'jose';

export const accessTokenSeconds = 600;
const purposeOfKey = 'sluice/access-token/v1';
const tokenLengthMax = 2_048;

export type TokenCheck = { ok: true; clientId: string } | { ok: false; reason: 'invalid' | 'expired' };

export type AccessTokens = {
  seal(clientId: string): Promise<string>;
  open(token: string): Promise<TokenCheck>;
};

const sealingKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32));

/** @param secrets the present secret first; tokens sealed under the others are still accepted. */
export function createAccessTokens(secrets: readonly [string, ...string[]]): AccessTokens {
  const keys = secrets.map(sealingKey);
  return {
    seal: (clientId) =>
      new EncryptJWT({})
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(clientId)
        .setExpirationTime(Math.floor(Date.now() / 1_000) + accessTokenSeconds)
        .encrypt(keys[0] as Uint8Array),
    async open(token) {
      if (token.length > tokenLengthMax || !isCanonical(token)) return { ok: false, reason: 'invalid' };
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt(token, key, {
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return typeof payload.sub === 'string'
            ? { ok: true, clientId: payload.sub }
            : { ok: false, reason: 'invalid' };
        } catch (error) {
          if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
        }
      }
      return { ok: false, reason: 'invalid' };
    },
  };
}

/** Base64url lets the last digit of a part vary without changing its bytes: an altered token must not pass. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => {
    try {
      return base64url.encode(base64url.decode(part)) === part;
    } catch {
      return false;
    }
  });
}

/**
 * Access tokens of interface A: encrypted (JWE) values with the client id and the expiry, so that no row is written or
 * read per token (docs/contract.md, "Access token"). Must never be logged. They use the real clock (docs/contract.md,
 * "Test clock").
 */
import { hkdfSync } from 'node:crypto';
import { base64url, EncryptJWT, errors, jwtDecrypt } from 'jose';

export const accessTokenSeconds = 600;
const purposeOfKey = 'sluice/access-token/v1';
const tokenLengthMax = 2_048;

export type TokenCheck =
  | { ok: true; clientId: string }
  | { ok: false; reason: 'invalid' }
  | { ok: false; reason: 'expired'; clientId: string | undefined };

export type AccessTokens = {
  seal(clientId: string): Promise<string>;
  open(token: string): Promise<TokenCheck>;
};

const sealingKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32));

/** @param secrets the current secret first; tokens sealed under the others are still accepted. */
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
          if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired', clientId: error.payload.sub };
        }
      }
      return { ok: false, reason: 'invalid' };
    },
  };
}

/** In base64url the last digit of a part can vary without changing its bytes, but an altered token must be refused. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => {
    try {
      return base64url.encode(base64url.decode(part)) === part;
    } catch {
      return false;
    }
  });
}

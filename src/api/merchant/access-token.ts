/**
 * Access tokens of interface A: encrypted (JWE) values with the client id and the expiry, so that no row is written or
 * read per token (docs/contract/merchant.md, "Access token"). Must never be logged. They use the real clock
 * (docs/contract/partner.md, "Test clock").
 */
import { hash, hkdfSync, type webcrypto } from 'node:crypto';
import { base64url, EncryptJWT, errors, jwtDecrypt } from 'jose';

export const accessTokenSeconds = 600;
const purposeOfKey = 'sluice/access-token/v1';
const tokenLengthMax = 2_048;
const rememberedMax = 10_000;

type TokenCheck =
  | { ok: true; clientId: string }
  | { ok: false; reason: 'invalid' }
  | { ok: false; reason: 'expired'; clientId: string | undefined };

export type AccessTokens = {
  seal(clientId: string): Promise<string>;
  open(token: string): Promise<TokenCheck>;
};

/** Imported once: the bytes alone would be imported again for every token. */
const sealingKey = (secret: string): Promise<webcrypto.CryptoKey> =>
  crypto.subtle.importKey('raw', hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** @param secrets the current secret first; tokens sealed under the others are still accepted. */
export function createAccessTokens(secrets: readonly [string, ...string[]]): AccessTokens {
  const keys = secrets.map(sealingKey);
  const known = rememberTokens();

  async function decrypt(token: string): Promise<TokenCheck> {
    for (const key of keys) {
      try {
        const { payload } = await jwtDecrypt(token, await key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        const { sub: clientId, exp } = payload;
        if (typeof clientId !== 'string') return { ok: false, reason: 'invalid' };
        if (exp !== undefined) known.add(token, { clientId, exp });
        return { ok: true, clientId };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired', clientId: error.payload.sub };
      }
    }
    return { ok: false, reason: 'invalid' };
  }

  return {
    async seal(clientId) {
      const exp = nowSeconds() + accessTokenSeconds;
      const token = await new EncryptJWT({})
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(clientId)
        .setExpirationTime(exp)
        .encrypt(await (keys[0] as Promise<webcrypto.CryptoKey>));
      known.add(token, { clientId, exp });
      return token;
    },
    async open(token) {
      if (token.length > tokenLengthMax) return { ok: false, reason: 'invalid' };
      const clientId = known.find(token);
      if (clientId !== undefined) return { ok: true, clientId };
      return isCanonical(token) ? decrypt(token) : { ok: false, reason: 'invalid' };
    },
  };
}

/**
 * Tokens that were sealed or opened here, because a shop sends the same one with many requests. They are found by their
 * digest: the memory of the service holds no token.
 */
function rememberTokens() {
  const sealed = new Map<string, { clientId: string; exp: number }>();
  const digestOf = (token: string): string => hash('sha256', token, 'base64');
  return {
    add(token: string, what: { clientId: string; exp: number }): void {
      sealed.set(digestOf(token), what);
      if (sealed.size <= rememberedMax) return;
      const [oldest] = sealed.keys();
      sealed.delete(oldest as string);
    },
    /** The client id of a token that has not expired. */
    find(token: string): string | undefined {
      const digest = digestOf(token);
      const found = sealed.get(digest);
      if (found === undefined || found.exp > nowSeconds()) return found?.clientId;
      sealed.delete(digest);
      return undefined;
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

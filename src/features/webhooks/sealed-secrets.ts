/**
 * Secrets of endpoints, encrypted under a key from SLUICE_SECRET: they sign, so that a hash would not do. A secret must
 * never be logged; it is answered once, to whoever made it.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const webhookPurpose = 'sluice/webhook-secrets/v1';
const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const secretBytes = 32;

export type Sealed = { sealed: string; keyId: string };

export type SealedSecrets = {
  /** The key in use. */
  keyId: string;
  seal(secret: string): Sealed;
  /** @returns undefined when it was sealed under a secret that is no longer configured. */
  open(sealed: Sealed): string | undefined;
};

/**
 * @param secrets the current secret first; what was sealed under the others is still opened.
 * @param purposeOfKey by which other secrets than those of webhooks have a key of their own.
 */
export function createSealedSecrets(
  secrets: readonly [string, ...string[]],
  purposeOfKey = webhookPurpose,
): SealedSecrets {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32));
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 16) };
  });
  const current = keys[0] as (typeof keys)[number];
  return {
    keyId: current.id,
    seal(secret) {
      const iv = randomBytes(ivBytes);
      const encryption = createCipheriv(cipher, current.key, iv);
      const text = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()]);
      return { sealed: Buffer.concat([iv, encryption.getAuthTag(), text]).toString('base64'), keyId: current.id };
    },
    open({ sealed, keyId }) {
      const found = keys.find(({ id }) => id === keyId);
      if (found === undefined) return undefined;
      const bytes = Buffer.from(sealed, 'base64');
      const decryption = createDecipheriv(cipher, found.key, bytes.subarray(0, ivBytes));
      decryption.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decryption.update(bytes.subarray(ivBytes + tagBytes)), decryption.final()]).toString();
    },
  };
}

/** By Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** For the extra header. */
export const newHeaderSecret = (): string => randomBytes(secretBytes).toString('hex');

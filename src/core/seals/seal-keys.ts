/**
 * The key that signs seals, and the public keys by which earlier ones were signed: PEM, the private key first
 * (docs/seals.md, "The key"). Never in the database, and never in a log or an error. Pure.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Head, signedText } from './head.ts';

export type SealKeys = {
  /** 32 bytes, as all public keys here. */
  publicKey: Buffer;
  /** The current one and the earlier ones. */
  known: readonly Buffer[];
  sign(head: Pick<Head, 'number' | 'sealedAt' | 'hash'>): Buffer;
  /** @param text whose first word says what it is, as that of a head does, so that no signature serves for another thing. */
  signText(text: string): Buffer;
};

const blocks = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;

/** @param pem in which a line feed may be written as `\n`. @returns undefined when it is not what it must be. */
export function readSealKeys(pem: string): SealKeys | undefined {
  try {
    const [first, ...others] = pem.replaceAll('\\n', '\n').match(blocks) ?? [];
    if (first === undefined) return undefined;
    const privateKey = createPrivateKey(first);
    const publicKey = bytesOf(createPublicKey(first));
    const known = [publicKey, ...others.map((one) => bytesOf(createPublicKey(one)))];
    const signText = (text: string): Buffer => sign(null, Buffer.from(text), privateKey);
    return { publicKey, known, sign: (head) => signText(signedText(head)), signText };
  } catch {
    return undefined;
  }
}

/** The 32 bytes of a public key in PEM; of a private key, those of its public key. @returns undefined when it is neither. */
export function readPublicKey(pem: string): Buffer | undefined {
  try {
    return bytesOf(createPublicKey(pem));
  } catch {
    return undefined;
  }
}

function bytesOf(key: KeyObject): Buffer {
  const { x, crv } = key.export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new Error('not an Ed25519 key');
  return Buffer.from(x, 'base64url');
}

/** A new private key, in PEM. */
export const newSealKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

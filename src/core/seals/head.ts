/**
 * The head of the chain of seals as one line of text, to be kept outside: the number, time and hash of the last seal, with
 * the public key and the signature (docs/seals.md, "The head"). Whoever has it can prove everything up to it. Pure.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { Seal } from './seal.ts';

export type Head = Pick<Seal, 'number' | 'sealedAt' | 'hash' | 'publicKey' | 'signature'>;

const name = 'sluice-seal';
const absent = '-';

/** As shown in documents. */
export const exampleHead = `${name}/1/17/2026-11-25T16:00:00.000Z/${'3f'.repeat(32)}/${'k'.repeat(43)}/${'s'.repeat(86)}`;

/** What is signed. */
export const signedText = ({ number, sealedAt, hash }: Pick<Head, 'number' | 'sealedAt' | 'hash'>): string =>
  [name, 1, number, sealedAt.toISOString(), hash.toString('hex')].join('/');

/** For example `sluice-seal/1/17/2026-11-25T16:00:00.000Z/3f…/…/…`. */
export const headText = (head: Head): string =>
  [signedText(head), encode(head.publicKey), encode(head.signature)].join('/');

const encode = (bytes: Buffer | null): string => (bytes === null ? absent : bytes.toString('base64url'));

const pattern =
  /^sluice-seal\/1\/([1-9]\d{0,17})\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([0-9a-f]{64})\/(?:([\w-]{43})\/([\w-]{86})|-\/-)$/;

/** @returns undefined when the text is no head. */
export function readHead(text: string): Head | undefined {
  const [, number, at, hash, publicKey, signature] = pattern.exec(text.trim()) ?? [];
  if (number === undefined || at === undefined || hash === undefined) return undefined;
  const sealedAt = new Date(at);
  if (Number.isNaN(sealedAt.getTime())) return undefined;
  return {
    number: BigInt(number),
    sealedAt,
    hash: Buffer.from(hash, 'hex'),
    publicKey: publicKey === undefined ? null : Buffer.from(publicKey, 'base64url'),
    signature: signature === undefined ? null : Buffer.from(signature, 'base64url'),
  };
}

/** Whether the signature is one of this head by its own key; false when it has none. */
export function isSigned(head: Head): boolean {
  if (head.publicKey === null || head.signature === null) return false;
  return isSignatureOf(signedText(head), head.publicKey, head.signature);
}

/** Whether a text was signed by a key, given its 32 bytes. */
export function isSignatureOf(text: string, publicKey: Buffer, signature: Buffer): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  try {
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature);
  } catch {
    return false;
  }
}

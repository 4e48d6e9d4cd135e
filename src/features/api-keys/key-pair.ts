/**
 * The format, generation and comparison of key pairs. Pure except for randomness. A secret is never stored, only its
 * SHA-256, which suffices for 256 random bits (docs/contract/common.md, "Modes and keys").
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../../base/database/public-id.ts';
import type { Mode } from '../../base/money/mode.ts';

export type KeyPair = { clientId: string; clientSecret: string };

const clientIdBytes = 16;
const secretBytes = 32;
const clientIdPattern = /^pk_(test|live)_[0-9A-Za-z]{20,64}$/;
const secretPattern = /^sk_(test|live)_[0-9A-Za-z]{20,128}$/;

export function newKeyPair(mode: Mode): KeyPair {
  return {
    clientId: `pk_${mode}_${randomBase62(clientIdBytes)}`,
    clientSecret: `sk_${mode}_${randomBase62(secretBytes)}`,
  };
}

/** The mode of a client id, or undefined when the text is not a client id. */
export function modeOfClientId(clientId: string): Mode | undefined {
  return clientIdPattern.exec(clientId)?.[1] as Mode | undefined;
}

/** The mode of a secret, or undefined when the text is not a secret. */
export function modeOfSecret(clientSecret: string): Mode | undefined {
  return secretPattern.exec(clientSecret)?.[1] as Mode | undefined;
}

export const hashSecret = (clientSecret: string): Buffer => hash('sha256', clientSecret, 'buffer');

/** Takes constant time, whatever both contain. */
export const secretMatches = (clientSecret: string, storedHash: Buffer): boolean =>
  timingSafeEqual(hashSecret(clientSecret), storedHash);

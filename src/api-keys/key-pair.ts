/**
 * Key pairs: how they look, how they are made, how a secret is compared. Pure but for randomness. A secret is never
 * kept: only its SHA-256, which is enough for 256 random bits (docs/contract.md, "Modes and keys").
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../database/public-id.ts';
import type { Mode } from '../money/mode.ts';

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

/** The mode a client id is for, or undefined when the text is no client id. */
export function modeOfClientId(clientId: string): Mode | undefined {
  return clientIdPattern.exec(clientId)?.[1] as Mode | undefined;
}

/** The mode a secret is for, or undefined when the text is no secret. */
export function modeOfSecret(clientSecret: string): Mode | undefined {
  return secretPattern.exec(clientSecret)?.[1] as Mode | undefined;
}

export const hashSecret = (clientSecret: string): Buffer => createHash('sha256').update(clientSecret).digest();

/** Constant in time over the content of both. */
export const secretMatches = (clientSecret: string, storedHash: Buffer): boolean =>
  timingSafeEqual(hashSecret(clientSecret), storedHash);

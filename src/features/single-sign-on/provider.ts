/** An account's own sign-in provider: its rules. Pure. */
import { createHmac } from 'node:crypto';
import { signInWithPath } from '../people/addresses.ts';

export const issuerLengthMax = 500;
export const clientIdLengthMax = 255;
export const secretLengthMax = 2_048;
const nextLengthMax = 500;

/**
 * Where a provider sends its people back to. Of each account its own, so that one account's provider can't have a sign-in at
 * another's answered to it (RFC 9700, "Mix-Up Attacks").
 */
export const redirectUriOf = (publicUrl: string, holderId: bigint): string =>
  `${publicUrl}/api/v1/session/provider/${holderId}/callback`;

/** Where an account's people may start, as from the provider's list of applications. */
export const startAddressOf = (publicUrl: string, providerId: string): string =>
  `${publicUrl}${signInWithPath}/${providerId}`;

/**
 * What a sign-in under way is recognized by, all from the one token that the browser keeps in a cookie: the database has its
 * hash alone, from which none of them follows.
 */
export function secretsOf(token: string): { state: string; nonce: string; codeVerifier: string } {
  const derive = (purpose: string): string => createHmac('sha256', token).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** A path of ours to go on to; null for anything else. */
export function nextOf(publicUrl: string, given: string | undefined): string | null {
  if (given === undefined || given.length > nextLengthMax || !given.startsWith('/')) return null;
  const url = URL.parse(given, publicUrl);
  if (url === null || url.origin !== new URL(publicUrl).origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') || path.length > nextLengthMax ? null : path;
}

/** Why a sign-in through a provider did not succeed. The sign-in page says each in the reader's words. */
const failures = [
  /** Too late, for the second time, in another browser, or begun at another account. */
  'expired',
  /** The person or the provider said no. */
  'denied',
  /** The provider's answer is not right. */
  'failed',
  /** The provider can't be reached, or its secret can't be read any more. */
  'unavailable',
  /** It does not vouch for an address. */
  'email',
  /** Whoever it is, they are no member. */
  'no_member',
  /** The member signs in as another of the provider's people. */
  'other_identity',
  /** It did not ask the person again. */
  'not_confirmed',
  'throttled',
] as const;
export type Failure = (typeof failures)[number];

/**
 * What a browser is asked for when a passkey is added or used, and whether its answer is right (Web Authentication Level
 * 3). Passkeys belong to the host of PUBLIC_URL. Each challenge is stored as a hash, works once and for ten minutes; the
 * person must have been verified by the device, which makes a passkey two factors in one.
 */
import { createHash, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database } from '../../base/database/pool.ts';
import {
  insertChallenge,
  listCredentials,
  type NewPasskey,
  takeChallenge,
  type UsedPasskey,
} from './passkeys.repository.ts';
import type { SessionPerson } from './person.ts';

export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
};

/** Loaded with the first passkey, because it brings a parser of certificates that no other part needs. */
const library = () => import('@simplewebauthn/server');

const serviceName = 'Sluice';
const challengeBytes = 32;
const challengeSeconds = 600;
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator has one of them. */
const algorithms = [-8, -7, -257];

type Site = { db: Database; publicUrl: string };

/** For adding one: it may be answered in this session only. */
export async function askForNew(
  { db, publicUrl }: Site,
  person: SessionPerson,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { personId, email, name, sessionId } = person;
  const present = await listCredentials(db, personId);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: serviceName,
    rpID: new URL(publicUrl).hostname,
    userID: new Uint8Array(Buffer.from(personId)),
    userName: email,
    userDisplayName: name,
    challenge: newChallenge(),
    timeout: challengeSeconds * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const identifier = identifierOf(`add:${sessionId}`, options.challenge);
  await insertChallenge(db, { identifier, personId, seconds: challengeSeconds });
  return options;
}

/** For using one: anyone's, as the browser does not say whose before it is chosen. */
export async function askForAny({ db, publicUrl }: Site): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    challenge: newChallenge(),
    timeout: challengeSeconds * 1_000,
    userVerification: 'required',
  });
  const identifier = identifierOf('use', options.challenge);
  await insertChallenge(db, { identifier, personId: '', seconds: challengeSeconds });
  return options;
}

/** Uses up the challenge of an answer. @param sessionId of the session that adds one; undefined for a use. */
export async function takeAnswered(
  { db }: Site,
  { response }: { response: { clientDataJSON: string } },
  sessionId?: string,
): Promise<string | undefined> {
  const challenge = challengeOf(response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const purpose = sessionId === undefined ? 'use' : `add:${sessionId}`;
  return (await takeChallenge(db, identifierOf(purpose, challenge))) ? challenge : undefined;
}

type Made = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** @returns undefined when the answer is not right. */
export async function readNew(
  { publicUrl }: Site,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await library();
  const verified = await orRefused(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      supportedAlgorithmIDs: algorithms,
      ...expectedAt(publicUrl),
    }),
  );
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** @returns the authenticator's new count; undefined when the answer is not right, or the count did not grow. */
export async function readUse(
  { publicUrl }: Site,
  response: AuthenticationResponseJSON,
  { expectedChallenge, passkey }: { expectedChallenge: string; passkey: UsedPasskey },
): Promise<number | undefined> {
  if (response.response.userHandle !== Buffer.from(passkey.personId).toString('base64url')) return undefined;
  const credential = {
    id: response.id,
    publicKey: new Uint8Array(passkey.publicKey),
    counter: Number(passkey.counter),
    transports: passkey.transports,
  };
  const { verifyAuthenticationResponse } = await library();
  const verified = await orRefused(() =>
    verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expectedAt(publicUrl) }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

const expectedAt = (publicUrl: string) => ({
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
  requireUserVerification: true,
});

/** The library throws for whatever is wrong with an answer, and calls nothing that can fail otherwise. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

const newChallenge = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(challengeBytes));

const identifierOf = (purpose: string, challenge: string): string =>
  `passkey:${purpose}:${createHash('sha256').update(challenge).digest('base64url')}`;

function challengeOf(clientDataJson: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

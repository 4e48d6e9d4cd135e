/** Opens a place by its address. */
import { type CredentialsSource, readCredentials } from './credentials.ts';
import { directoryPlace } from './directory-place.ts';
import type { Place } from './place.ts';
import type { PlaceAddress } from './place-address.ts';

/** A place and what opens it. */
export type PlaceSettings = { address: PlaceAddress; credentials: CredentialsSource | undefined };

/** @throws Error when a bucket has no credentials. Nothing is sent yet. */
export async function openPlace({ address, credentials }: PlaceSettings): Promise<Place> {
  if (address.kind === 'directory') return directoryPlace(address.path);
  if (credentials === undefined) {
    throw new Error(
      `s3://${address.bucket} needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE.`,
    );
  }
  // Loaded on use: a directory needs no signatures.
  const { s3Place } = await import('./s3-place.ts');
  return s3Place({ address, credentials: () => readCredentials(credentials) });
}

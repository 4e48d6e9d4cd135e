/** Opens a place by its address. */
import { type CredentialsSource, readCredentials } from './credentials.ts';
import { directoryPlace } from './directory-place.ts';
import type { Place } from './place.ts';
import type { S3Address } from './place-address.ts';

/** A place and what opens it. */
export type PlaceSettings =
  | { kind: 'directory'; path: string }
  | { kind: 's3'; address: S3Address; credentials: CredentialsSource };

/** Nothing is read or sent yet. */
export async function openPlace(settings: PlaceSettings): Promise<Place> {
  if (settings.kind === 'directory') return directoryPlace(settings.path);
  const { address, credentials } = settings;
  // Loaded on use: a directory needs no signatures.
  const { s3Place } = await import('./s3-place.ts');
  return s3Place({ address, credentials: () => readCredentials(credentials) });
}

/** The dependencies of this folder's use cases. Types only. */
import type { Database } from '../../base/database/pool.ts';
import type { People } from '../people/people.ts';
import type { SealedSecrets } from '../webhooks/sealed-secrets.ts';
import type { FetchDeps } from './guarded-fetch.ts';

export type SingleSignOnDeps = {
  db: Database;
  publicUrl: string;
  people: Pick<People, 'beginAccountSession' | 'callerOf' | 'providerAsked' | 'providerUsed'>;
  providerSecrets: SealedSecrets;
  providerFetch: FetchDeps;
};

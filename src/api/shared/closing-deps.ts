/** What the routes of this folder are given, and what they drop from the caches of this process after the commit. */

import type { Database } from '../../base/database/pool.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import type { Ended, LeavingDeps } from '../../features/closing/close-account.ts';
import type { LinkLookup } from '../../features/links/link-lookup.ts';
import type { People } from '../../features/people/people.ts';

export type LeavingRouteDeps = LeavingDeps & {
  db: Database;
  people: People;
  authenticator: Pick<Authenticator, 'drop'>;
  links: Pick<LinkLookup, 'drop'>;
};

export function dropEnded({ authenticator, links }: LeavingRouteDeps, ended: Ended): void {
  for (const clientId of ended.clientIds) authenticator.drop(clientId);
  for (const { companyId, id } of ended.links) links.drop(companyId, id);
}

/** `sluice reconcile profiles`: how the CSVs of banks are read. */
import type { Database } from '../../base/database/pool.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { findProfileNamed, listProfiles } from '../../features/statement-files/statement-profiles.repository.ts';
import { changeProfileName, dropProfile } from '../../features/statement-files/statement-profiles.ts';
import { say, sayJson, table } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

type Options = Outside & { rename?: string[]; delete?: string; json?: boolean };

export async function profilesCommand({ source, mode, rename, delete: deleted, json }: Options): Promise<void> {
  const outside = { source, mode };
  await withDatabase(async (db) => {
    if (rename !== undefined) return renameOne(db, outside, rename);
    if (deleted !== undefined) {
      await dropProfile(shellActor(), db, mode, await idOf(db, outside, deleted));
      return say(`Deleted: "${deleted}".`);
    }
    authorize(shellActor(), 'reconciliation.read', { holderId: serviceHolderId, mode });
    const profiles = await listProfiles(db, outside);
    if (json) return sayJson(profiles);
    if (profiles.length === 0) return say('There are no profiles. An import makes one with --save-profile.');
    const rows = profiles.map(({ name, account, mapping }) => [name, account, mapping.header.join(', ')]);
    say(table([['Profile', 'Account', 'Columns'], ...rows]));
  }).catch(sayDetails);
}

async function renameOne(db: Database, outside: Outside, names: readonly string[]): Promise<void> {
  const [from, to, ...more] = names;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new Error('--rename takes two names: the old one and the new one.');
  }
  const { name } = await changeProfileName(shellActor(), db, outside.mode, await idOf(db, outside, from), to);
  say(`Renamed to "${name}".`);
}

async function idOf(db: Database, outside: Outside, name: string): Promise<bigint> {
  const profile = await findProfileNamed(db, outside, name);
  if (profile === undefined) throw new Error(`No profile is called "${name}".`);
  return profile.id;
}

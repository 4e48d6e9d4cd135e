/** Finds the one holder that an id or a name refers to. */

import type { Database } from '../../base/database/pool.ts';
import type { HolderKind } from '../../core/access/roles.ts';
import { findHolderByIdOrName } from '../../features/holders/holders.repository.ts';

/** @throws Error when there is none, or several; then it lists their ids. */
export async function findHolder(db: Database, kind: HolderKind | undefined, idOrName: string): Promise<bigint> {
  const found = await findHolderByIdOrName(db, kind, idOrName);
  const [only] = found;
  if (only === undefined) throw new Error(`No ${kind ?? 'holder'} has the id or name "${idOrName}".`);
  if (found.length > 1) {
    throw new Error(
      `Several holders have the name "${idOrName}". Use an id: ${found.map((holder) => holder.id).join(', ')}.`,
    );
  }
  return only.id;
}

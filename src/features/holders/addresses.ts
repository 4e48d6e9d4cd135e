/** The members of a holder who receive mail. */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { rolesThatMay } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Role } from '../../core/access/roles.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { listMembers, type Member } from './members.repository.ts';

/** The members with this permission in live mode, who can act on the mail. */
export async function listReadersThatMay(db: Database | Tx, holderId: bigint, action: Action): Promise<Member[]> {
  const roles: readonly string[] = rolesThatMay(action);
  const members = await listMembers(db, holderId);
  return members.filter((member) => roles.includes(member.role));
}

/** The operator's people with one of these roles, sorted by email address. */
export async function listOperators(db: Database | Tx, ...roles: readonly Role[]): Promise<Member[]> {
  const members = await listMembers(db, serviceHolderId);
  return members.filter(({ role }) => roles.includes(role));
}

/** A holder's owners, sorted by email address. */
export async function listOwners(db: Database | Tx, holderId: bigint): Promise<Member[]> {
  const members = await listMembers(db, holderId);
  return members.filter((member) => member.role === 'owner');
}

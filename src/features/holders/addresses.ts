/** The members of a holder who receive mail. */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { rolesThatMay } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Role } from '../../core/access/roles.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { listMembers, type Member } from './members.repository.ts';

/** The email addresses of the members with this permission in live mode, who can act on the mail. */
export async function listAddressesThatMay(db: Database | Tx, holderId: bigint, action: Action): Promise<string[]> {
  const roles: readonly string[] = rolesThatMay(action);
  const members = await listMembers(db, holderId);
  return members.filter((member) => roles.includes(member.role)).map((member) => member.email);
}

/** The operator's people with one of these roles, sorted by email address. */
export async function listOperators(db: Database | Tx, ...roles: readonly Role[]): Promise<Member[]> {
  const members = await listMembers(db, serviceHolderId);
  return members.filter(({ role }) => roles.includes(role));
}

/** The email addresses of the operator's people with one of these roles. */
export async function listOperatorAddresses(db: Database | Tx, ...roles: readonly Role[]): Promise<string[]> {
  return (await listOperators(db, ...roles)).map(({ email }) => email);
}

/** A holder's owners, sorted by email address. */
export async function listOwners(db: Database | Tx, holderId: bigint): Promise<Member[]> {
  const members = await listMembers(db, holderId);
  return members.filter((member) => member.role === 'owner');
}

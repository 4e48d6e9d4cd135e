/** The members of a holder who receive mail. */
import { rolesThatMay } from '../access/authorize.ts';
import type { Action } from '../access/permissions.ts';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { listMembers, type Member } from './members.repository.ts';

/** The e-mail addresses of the members with this permission in live mode, who can act on the mail. */
export async function listAddressesThatMay(db: Database | Tx, holderId: bigint, action: Action): Promise<string[]> {
  const roles: readonly string[] = rolesThatMay(action);
  const members = await listMembers(db, holderId);
  return members.filter((member) => roles.includes(member.role)).map((member) => member.email);
}

/** A holder's owners, sorted by e-mail address. */
export async function listOwners(db: Database | Tx, holderId: bigint): Promise<Member[]> {
  const members = await listMembers(db, holderId);
  return members.filter((member) => member.role === 'owner');
}

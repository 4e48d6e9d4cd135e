/** Whom of a holder's members to write to. */
import { rolesThatMay } from '../access/authorize.ts';
import type { Action } from '../access/permissions.ts';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { listMembers, type Member } from './members.repository.ts';

/** The addresses of the members who may do this with live money: those who can put it right. */
export async function listAddressesThatMay(db: Database | Tx, holderId: bigint, action: Action): Promise<string[]> {
  const roles: readonly string[] = rolesThatMay(action);
  const members = await listMembers(db, holderId);
  return members.filter((member) => roles.includes(member.role)).map((member) => member.email);
}

/** A holder's owners, by address. */
export async function listOwners(db: Database | Tx, holderId: bigint): Promise<Member[]> {
  const members = await listMembers(db, holderId);
  return members.filter((member) => member.role === 'owner');
}

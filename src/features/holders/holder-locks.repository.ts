/**
 * SQL of locks on a holder until the transaction ends. They lock no row, since a row's lock may hold up whoever locks any other
 * (src/base/database/README.md, "Where books live"). Whoever waited must read afterwards, in a statement of its own.
 */
import { sql } from 'kysely';
import { lockBeforeDirectory } from '../../base/database/cluster.ts';
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

/** Ids are below 2^48. */
const keyOf = (holderId: bigint): bigint => (5_112n << 48n) | holderId;

/** No other transaction has either lock meanwhile. Whoever has it may go on to change the directory (placement.ts). */
export async function lockHolderAlone(tx: Tx, holderId: bigint): Promise<void> {
  await lockBeforeDirectory(tx, sql`${keyOf(holderId)}`);
}

/** Others may have this lock too, but not the other one: the holder's status stays as it is. */
export async function lockHolderStatus(tx: Tx, holderId: bigint): Promise<void> {
  await command`select pg_advisory_xact_lock_shared(${keyOf(holderId)})`.execute(tx);
}

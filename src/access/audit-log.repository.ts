/** All SQL of the audit log. Entries are only inserted and read; nothing in the service updates or deletes one. */
import { int8 } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';

export type NewEntry = {
  actorKind: string;
  actorId: string | null;
  role: string | null;
  sessionId: string | null;
  address: string | null;
  requestId: string | null;
  holderId: bigint | null;
  mode: Mode | null;
  action: string;
  objectKind: string;
  objectId: string;
  /** JSON text. */
  before: string | null;
  after: string | null;
};

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await command`
    insert into audit_log (actor_kind, actor_id, role, session_id, address, request_id, holder_id, mode, action,
      object_kind, object_id, before, after)
    values (${entry.actorKind}, ${entry.actorId}, ${entry.role}, ${entry.sessionId}, ${entry.address},
      ${entry.requestId}, ${entry.holderId}, ${entry.mode}, ${entry.action}, ${entry.objectKind}, ${entry.objectId},
      ${entry.before}::jsonb, ${entry.after}::jsonb)`.execute(tx);
}

/** Purges entries older than two years through a function of the owner: the service's role may not delete. */
export async function purgeOldEntries(db: Database): Promise<bigint> {
  const row = await query({ purged: int8 })`select purge_audit_log() as purged`.executeTakeFirst(db);
  return row?.purged ?? 0n;
}

/** The list of processes that serve this database. Whoever is on it counts; nobody else may. */
import { bool, float8, int4 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { aliveKey, aliveLockClass } from '../jobs/alive-locks.ts';

/** Number 0 of this class is the whole list; any other is the process of this id. */
const processLockClass = 5_111;
/** A process that gave no sign for this long is dead if it also lost its connections, as a killed one does… */
const silentSeconds = 2;
/** …and in any case after this long: frozen, or behind a broken network. */
const deadSeconds = 10;

/** The name under which a process holds its lock among the alive ones. */
export const aliveName = (id: number): string => `process ${id}`;

export type Process = { name: string; connections: number };

/** An id that no process had before. */
export async function nextProcessId(db: Database): Promise<number> {
  const { id } = await query({ id: int4 })`
    select nextval('processes_id_seq')::int as id`.executeTakeFirstOrThrow(db);
  return id;
}

/** Until the transaction ends nobody else enters, leaves or is removed. */
export async function lockProcesses(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(${processLockClass}::int, 0)`.execute(tx);
}

/** Waits for the statements of this process that use the shared windows, and lets none begin. */
export async function fence(tx: Tx, id: number): Promise<void> {
  await command`select pg_advisory_xact_lock(${processLockClass}::int, ${id}::int)`.execute(tx);
}

/** Call it after `lockProcesses`. @returns the other processes, without those that are dead, which it removes. */
export async function findOthers(tx: Tx, id: number): Promise<{ id: number; sharesWindows: boolean }[]> {
  const others = await query({ id: int4, sharesWindows: bool, silence: float8 })`
    select id, shares_windows as "sharesWindows",
      extract(epoch from clock_timestamp() - heartbeat_at)::float8 as silence
    from processes where id <> ${id} order by id`.execute(tx);
  const alive = [];
  for (const other of others) {
    if (await isDead(tx, other)) await leave(tx, other.id);
    else alive.push(other);
  }
  return alive;
}

async function isDead(tx: Tx, { id, silence }: { id: number; silence: number }): Promise<boolean> {
  if (silence < silentSeconds) return false;
  if (silence >= deadSeconds) return true;
  const { free } = await query({ free: bool })`
    select pg_try_advisory_xact_lock(${aliveLockClass}::int, ${aliveKey(aliveName(id))}::int) as free`.executeTakeFirstOrThrow(
    tx,
  );
  return free;
}

/** Puts this process on the list, or changes its row. */
export async function enter(tx: Tx, id: number, process: Process, sharesWindows: boolean): Promise<void> {
  await tx
    .insertInto('processes')
    .values({ id, ...process, sharesWindows })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ sharesWindows, heartbeatAt: (eb) => eb.fn('clock_timestamp') }),
    )
    .execute();
}

export async function leave(tx: Tx, id: number): Promise<void> {
  await fence(tx, id);
  await tx.deleteFrom('processes').where('id', '=', id).execute();
}

/**
 * The heartbeat. `others` counts the processes that gave a sign lately.
 * @returns undefined when this process is not on the list: others took it for dead.
 */
export async function beat(db: Database, id: number): Promise<{ others: number } | undefined> {
  return query({ others: int4 })`
    update processes set heartbeat_at = clock_timestamp() where id = ${id}
    returning (select count(*) from processes o
      where o.id <> ${id} and o.heartbeat_at > clock_timestamp() - make_interval(secs => ${silentSeconds}))::int
      as others`.executeTakeFirst(db);
}

/** Processes that gave a sign lately, and the connections they may open together. */
export async function sumProcesses(db: Database): Promise<{ processes: number; connections: number }> {
  return query({ processes: int4, connections: int4 })`
    select count(*)::int as processes, coalesce(sum(connections), 0)::int as connections from processes
    where heartbeat_at > clock_timestamp() - make_interval(secs => ${deadSeconds})`.executeTakeFirstOrThrow(db);
}

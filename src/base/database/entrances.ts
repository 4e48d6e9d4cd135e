/**
 * Where the inserts of a hot path enter the database. One PostgreSQL has one entrance. On a cluster of Citus the inserts of a
 * book enter at the machine that has the book, since a coordinator that plans all of them limits what the others can take
 * (docs/citus.md, "Where inserts enter"). Any machine takes any insert: a book that has moved is inserted more slowly.
 */
import type pg from 'pg';
import { type Machine, settingsAt } from './machines.ts';
import { createDatabase, createPool, type Database } from './pool.ts';
import { retrying } from './transaction.ts';

/** `isAside`: not where sequences are; whoever inserts here brings what the coordinator would have drawn (sequences.ts). */
export type Entrance = { db: Database; isAside: boolean };

export type Entrances = {
  /**
   * The entrance of a book: the same object for all that enter there. A promise only until it is known, rejected with
   * AppError `unavailable`.
   */
  of(holderId: bigint): Entrance | Promise<Entrance>;
  /** Drops the cached location of every book here. */
  forget(entrance: Entrance): void;
};

type OwnedEntrances = Entrances & {
  /** Once nothing is inserted any more. The pool that was given stays open. */
  close(): Promise<void>;
};

/** All books enter where everything else does. */
export function oneEntrance(db: Database): Entrances {
  const entrance = { db, isAside: false };
  return { of: () => entrance, forget() {} };
}

/** Books move when machines are added. */
const rememberedMs = 60_000;
/** Connections per machine: each kind of row has one batch writing at a time. */
const connections = 4;
/** A machine that says nothing for so long is away: its connection is cut, and the insert is tried again. */
const silenceMaxMs = 15_000;

type Known = { entrance: Entrance; sinceMs: number };
type Options = {
  /** Called with the pool of each machine. */
  onPool?: ((pool: pg.Pool) => void) | undefined;
  /** A monotonic clock in milliseconds; `performance.now` by default, for tests to replace. */
  nowMs?: () => number;
};

/** Asks the database whether it is a cluster: if that fails, it is asked again when it has to be known. */
export async function openEntrances(pool: pg.Pool, options: Options = {}): Promise<OwnedEntrances> {
  const { onPool, nowMs = () => performance.now() } = options;
  const main: Entrance = { db: createDatabase(pool), isAside: false };
  const aside = new Map<string, Entrance & { pool: pg.Pool }>();
  const known = new Map<bigint, Known>();
  /** All that enter at one wait for the same promise: they go on in the order in which they came. */
  const finding = new Map<bigint, Promise<Entrance>>();
  let isSpread = await areBooksSpread(pool).catch(() => undefined);

  function find(holderId: bigint): Promise<Entrance> {
    const found = finding.get(holderId);
    if (found !== undefined) return found;
    const looking = retrying(() => lookUp(holderId))
      .then((entrance) => {
        known.set(holderId, { entrance, sinceMs: nowMs() });
        return entrance;
      })
      .finally(() => finding.delete(holderId));
    finding.set(holderId, looking);
    return looking;
  }

  async function lookUp(holderId: bigint): Promise<Entrance> {
    isSpread ??= await areBooksSpread(pool);
    const machine = isSpread ? await machineOf(pool, holderId) : undefined;
    return machine === undefined ? main : entranceAt(machine);
  }

  function entranceAt(machine: Machine): Entrance {
    const name = `${machine.host}:${machine.port}`;
    const opened = aside.get(name);
    if (opened !== undefined) return opened;
    const own = createPool(settingsAt(pool, machine), { connections, silenceMaxMs });
    onPool?.(own);
    const entrance = { db: createDatabase(own), isAside: true, pool: own };
    aside.set(name, entrance);
    return entrance;
  }

  return {
    of(holderId) {
      if (isSpread === false) return main;
      const one = known.get(holderId);
      if (one === undefined) return find(holderId);
      if (nowMs() - one.sinceMs > rememberedMs) {
        one.sinceMs = nowMs();
        find(holderId).catch(() => {});
      }
      return one.entrance;
    },
    forget(entrance) {
      for (const [holderId, one] of known) if (one.entrance === entrance) known.delete(holderId);
    },
    async close() {
      await Promise.allSettled(finding.values());
      await Promise.all([...aside.values()].map((entrance) => entrance.pool.end()));
      aside.clear();
    },
  };
}

/** Whether Citus is in this database, and the books are distributed. */
async function areBooksSpread(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('pg_dist_partition') is not null as found`);
  if (rows[0]?.found !== true) return false;
  const { rowCount } = await pool.query(`select from pg_dist_partition where logicalrelid = 'orders'::regclass`);
  return rowCount === 1;
}

/** @returns undefined when the coordinator has the book itself, or the machine does not know where the others have theirs. */
async function machineOf(pool: pg.Pool, holderId: bigint): Promise<Machine | undefined> {
  const { rows } = await pool.query<Machine>(
    `select n.nodename as host, n.nodeport::int4 as port
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('orders', $1::bigint)
      and n.noderole = 'primary' and n.groupid <> 0 and n.isactive and n.hasmetadata and n.metadatasynced`,
    [holderId],
  );
  return rows[0];
}

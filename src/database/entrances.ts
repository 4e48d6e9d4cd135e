/**
 * Where the inserts of a hot path enter the database. One PostgreSQL has one entrance. On a cluster of Citus the inserts of a
 * book enter at the machine that has the book, since a coordinator that plans all of them limits what the others can take
 * (docs/citus.md, "Where inserts enter"). Any machine takes any insert: an entrance that is out of date is slower, not wrong.
 */
import type pg from 'pg';
import { type ConnectionSettings, createDatabase, createPool, type Database } from './pool.ts';
import { retrying } from './transaction.ts';

/** `isAside`: not where sequences are; whoever inserts here brings what the coordinator would have drawn (sequences.ts). */
export type Entrance = { db: Database; isAside: boolean };

export type Entrances = {
  /**
   * The entrance of a book: the same object for all that enter there. A promise only until it is known, rejected with
   * AppError `unavailable`.
   */
  of(holderId: bigint): Entrance | Promise<Entrance>;
};

export type OwnedEntrances = Entrances & {
  /** Once nothing is inserted any more. The pool that was given stays open. */
  close(): Promise<void>;
};

/** All books enter where everything else does. */
export function oneEntrance(db: Database): Entrances {
  const entrance = { db, isAside: false };
  return { of: () => entrance };
}

/** Books move when machines are added. */
const rememberedMs = 60_000;
/** Of each machine: one batch of each kind of row writes at a time. */
const connections = 4;

type Machine = { host: string; port: number };

/** @param nowMs a monotonic clock in milliseconds; `performance.now` by default, for tests to replace. */
export function createEntrances(pool: pg.Pool, nowMs = (): number => performance.now()): OwnedEntrances {
  const main: Entrance = { db: createDatabase(pool), isAside: false };
  const aside = new Map<string, Entrance & { pool: pg.Pool }>();
  let isSpread: boolean | undefined;
  /** While one is looked for, all that enter there wait for the same promise: they go on in the order in which they came. */
  let known = new Map<bigint, Entrance | Promise<Entrance>>();
  let knownSinceMs = nowMs();

  function find(holderId: bigint): Promise<Entrance> {
    const into = known;
    const finding = retrying(() => lookUp(holderId)).then(
      (entrance) => {
        into.set(holderId, entrance);
        return entrance;
      },
      (error: unknown) => {
        into.delete(holderId);
        throw error;
      },
    );
    into.set(holderId, finding);
    return finding;
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
    const own = createPool(settingsAt(pool, machine), { connections });
    const entrance = { db: createDatabase(own), isAside: true, pool: own };
    aside.set(name, entrance);
    return entrance;
  }

  return {
    of(holderId) {
      if (isSpread === false) return main;
      if (nowMs() - knownSinceMs > rememberedMs) {
        known = new Map();
        knownSinceMs = nowMs();
      }
      return known.get(holderId) ?? find(holderId);
    },
    async close() {
      await Promise.all([...aside.values()].map((entrance) => entrance.pool.end()));
      aside.clear();
    },
  };
}

/** Whether Citus is in this database, and the books are distributed. */
async function areBooksSpread(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('pg_dist_partition') is not null as found`);
  if (!rows[0].found) return false;
  const { rowCount } = await pool.query(`select from pg_dist_partition where logicalrelid = 'orders'::regclass`);
  return rowCount === 1;
}

/** @returns undefined when the coordinator has the book itself. */
async function machineOf(pool: pg.Pool, holderId: bigint): Promise<Machine | undefined> {
  const { rows } = await pool.query<Machine>(
    `select n.nodename as host, n.nodeport as port
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('orders', $1::bigint)
      and n.noderole = 'primary' and n.groupid <> 0`,
    [holderId],
  );
  return rows[0];
}

/** As a pool connects, but to another machine. */
function settingsAt(pool: pg.Pool, { host, port }: Machine): ConnectionSettings {
  const { connectionString, user, password, database } = pool.options;
  if (connectionString === undefined) {
    return { host, port, user: String(user), password: String(password ?? ''), database: String(database) };
  }
  const url = new URL(connectionString);
  url.hostname = host;
  url.port = String(port);
  return { connectionString: url.href };
}

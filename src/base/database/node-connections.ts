/**
 * Connections to the nodes that have the books, for the inserts of hot paths. One PostgreSQL is one node. On a cluster of Citus
 * the inserts of a book go to the node that has it, since a coordinator that plans all of them limits what the others can take
 * (docs/citus.md, "Where inserts go"). Any node takes any insert: a book that has moved is inserted more slowly.
 */
import type pg from 'pg';
import { type Machine, settingsAt } from './machines.ts';
import { createDatabase, createPool, type Database } from './pool.ts';
import { retrying } from './transaction.ts';

/** `isWorker`: it has no sequences, so whoever inserts here brings numbers from the coordinator's (sequences.ts). */
export type NodeConnection = { db: Database; isWorker: boolean };

export type NodeConnections = {
  /**
   * The node of a book: the same object for all books of a node. A promise only until it is known, rejected with
   * AppError `unavailable`.
   */
  of(holderId: bigint): NodeConnection | Promise<NodeConnection>;
  /** Drops the cached location of every book here. */
  forget(node: NodeConnection): void;
};

type OwnedNodeConnections = NodeConnections & {
  /** Once nothing is inserted any more. The pool that was given stays open. */
  close(): Promise<void>;
};

/** One PostgreSQL has all books. */
export function singleNode(db: Database): NodeConnections {
  const node = { db, isWorker: false };
  return { of: () => node, forget() {} };
}

/** Books move when machines are added. */
const rememberedMs = 60_000;
/** Connections per worker: each kind of row has one batch writing at a time. */
const connections = 4;
/** A machine that says nothing for so long is away: its connection is cut, and the insert is tried again. */
const silenceMaxMs = 15_000;

type Known = { node: NodeConnection; sinceMs: number };
type Options = {
  /** Called with the pool of each machine. */
  onPool?: ((pool: pg.Pool) => void) | undefined;
  /** A monotonic clock in milliseconds; `performance.now` by default, for tests to replace. */
  nowMs?: () => number;
};

/** Asks the database whether it is a cluster: if that fails, it is asked again when it has to be known. */
export async function openNodeConnections(pool: pg.Pool, options: Options = {}): Promise<OwnedNodeConnections> {
  const { onPool, nowMs = () => performance.now() } = options;
  const main: NodeConnection = { db: createDatabase(pool), isWorker: false };
  const workers = new Map<string, NodeConnection & { pool: pg.Pool }>();
  const known = new Map<bigint, Known>();
  /** All that enter at one wait for the same promise: they go on in the order in which they came. */
  const finding = new Map<bigint, Promise<NodeConnection>>();
  let isSpread = await areBooksSpread(pool).catch(() => undefined);

  function find(holderId: bigint): Promise<NodeConnection> {
    const found = finding.get(holderId);
    if (found !== undefined) return found;
    const looking = retrying(() => lookUp(holderId))
      .then((node) => {
        known.set(holderId, { node, sinceMs: nowMs() });
        return node;
      })
      .finally(() => finding.delete(holderId));
    finding.set(holderId, looking);
    return looking;
  }

  async function lookUp(holderId: bigint): Promise<NodeConnection> {
    isSpread ??= await areBooksSpread(pool);
    const machine = isSpread ? await machineOf(pool, holderId) : undefined;
    return machine === undefined ? main : connectionTo(machine);
  }

  function connectionTo(machine: Machine): NodeConnection {
    const name = `${machine.host}:${machine.port}`;
    const opened = workers.get(name);
    if (opened !== undefined) return opened;
    const own = createPool(settingsAt(pool, machine), { connections, silenceMaxMs });
    onPool?.(own);
    const node = { db: createDatabase(own), isWorker: true, pool: own };
    workers.set(name, node);
    return node;
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
      return one.node;
    },
    forget(node) {
      for (const [holderId, one] of known) if (one.node === node) known.delete(holderId);
    },
    async close() {
      await Promise.allSettled(finding.values());
      await Promise.all([...workers.values()].map((node) => node.pool.end()));
      workers.clear();
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

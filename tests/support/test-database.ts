/** An empty, migrated database for one test or one file: copied from the template, or given back by another test. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/base/database/pool.ts';
import { prepareRepeated } from '../../src/base/database/prepare-repeated.ts';
import type { ServerAddress } from '../../src/base/embedded-postgres/index.ts';
import { judgeEvents } from '../events/judge-events.ts';
import { cloneOnCluster, dropOnCluster } from './cluster.ts';
import { findOrigin, type Origin, restoreOrigin, restSessions } from './reuse-database.ts';
import { templateName } from './run/names.ts';

export type TestDatabase = {
  /** As the service's role, like all of the service. */
  db: Database;
  pool: pg.Pool;
  settings: ServerAddress;
  /** As the owner of the tables: for what the service may not do. */
  owner: pg.Pool;
  ownerSettings: ServerAddress;
  /** Every event that was appended to it is held against the catalog first. */
  drop(): Promise<void>;
};

const clonePrefix = 'test_';

/** What some tests want in their databases beside the template's schema. It stays there for the next of them. */
export type Addition = (owner: pg.Pool) => Promise<void>;

type Opened = Omit<TestDatabase, 'drop'> & { name: string; origin: Origin | undefined };

/** What tests of this worker gave back, by what was added: empty again, some still with their connections. */
const returned = new Map<Addition | undefined, Opened[]>();
let templateOrigin: Origin | undefined;

/** A connection of its own to a database, where what it plans stays planned until the database is removed. */
const verifiers = new Map<string, { pool: pg.Pool; db: Database }>();

/** One a worker; it ends with the worker. */
let administration: pg.Pool | undefined;

function administer(): pg.Pool {
  administration ??= createPool(inject('postgres').owner, { connections: 2 });
  return administration;
}

/** @param addition the same function in every call that wants the same. */
export async function createTestDatabase(addition?: Addition): Promise<TestDatabase> {
  const resting = returned.get(addition) ?? [];
  returned.set(addition, resting);
  const opened = resting.pop() ?? (await openClone(addition));
  const { name, pool, owner, origin } = opened;
  const listeners = pool.listenerCount('connect');
  return {
    ...opened,
    async drop() {
      const problems = await judgeEvents(owner);
      // Whoever watched the connections of a pool watches those that it has.
      const sessions = pool.listenerCount('connect') === listeners ? await restSessions(pool, owner) : undefined;
      if (sessions === undefined && !pool.ended) await pool.end();
      const verifier = verifiers.get(name)?.pool;
      const kept = [sessions, verifier && (await restSessions(verifier))].flatMap((pids) => pids ?? []);
      const isEmpty = origin !== undefined && (await restoreOrigin(owner, origin, kept));
      if (isEmpty && sessions !== undefined) resting.push(opened);
      else {
        await Promise.all([pool, owner].map((one) => (one.ended ? undefined : one.end())));
        if (isEmpty) resting.push(open(name, origin));
        else remove(name);
      }
      expect(problems, 'events against the catalog').toEqual([]);
    },
  };
}

async function openClone(addition: Addition | undefined): Promise<Opened> {
  const opened = open(await clone(), undefined);
  if (inject('cluster') === null) templateOrigin ??= await findOrigin(opened.owner);
  if (addition === undefined) return { ...opened, origin: templateOrigin };
  await addition(opened.owner);
  // The catalog's new rows are written by a transaction of this database alone.
  return { ...opened, origin: templateOrigin && (await findOrigin(opened.owner)) };
}

function open(name: string, origin: Origin | undefined): Opened {
  const server = inject('cluster') ?? inject('postgres');
  const settings = { ...server.service, database: name };
  const ownerSettings = { ...server.owner, database: name };
  const pool = prepareRepeated(createPool(settings));
  const owner = createPool(ownerSettings, { connections: 4 });
  return { name, origin, db: createDatabase(pool), pool, settings, owner, ownerSettings };
}

/** Where to verify what is committed in a test's database; itself, if it is of another server. */
export async function verifierOf(db: Database): Promise<Database> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const name = rows[0]?.name as string;
  if (!name.startsWith(clonePrefix)) return db;
  let verifier = verifiers.get(name);
  if (verifier === undefined) {
    const pool = createPool({ ...inject('postgres').service, database: name }, { connections: 1 });
    // It rests for as long as no test needs it.
    pool.options.idleTimeoutMillis = 0;
    verifier = { pool, db: createDatabase(pool) };
    verifiers.set(name, verifier);
  }
  return verifier.db;
}

/** Nobody waits for the space; what is not removed when the run ends goes with its server. */
function remove(name: string): void {
  verifiers.get(name)?.pool.end();
  verifiers.delete(name);
  const cluster = inject('cluster');
  if (cluster !== null) {
    dropOnCluster(cluster, name).catch(() => {});
    return;
  }
  administer()
    .query(`drop database ${name} with (force)`)
    .catch(() => {});
}

async function clone(): Promise<string> {
  const name = `${clonePrefix}${randomUUID().replaceAll('-', '')}`;
  const cluster = inject('cluster');
  if (cluster !== null) {
    await cloneOnCluster(cluster, name);
    return name;
  }
  const client = await administer().connect();
  try {
    // Two clones at once find the template in use: one after the other.
    await client.query('select pg_advisory_lock(1)');
    // On a server that does not sync, copying files takes half of what copying through the log does.
    await client.query(`create database ${name} template ${templateName} strategy file_copy`);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock(1)');
    client.release();
  }
}

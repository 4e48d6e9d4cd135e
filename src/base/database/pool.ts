/**
 * Connections to PostgreSQL. bigint columns are returned as `bigint`, never as `number`. The parsers are set per pool,
 * because other users of `pg` in this process expect the driver's defaults.
 */
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { CamelCasePlugin, Kysely } from 'kysely';
import pg from 'pg';
import { writeArrays } from './array-text.ts';
import { instantReader } from './instant-text.ts';
import { MarkingDialect } from './marking-dialect.ts';
import { makeOwnPromises } from './own-promises.ts';
import { runPrepared } from './prepared.ts';
import type { DB } from './schema.generated.ts';

export type Database = Kysely<DB>;

/** An address, or the socket of the built-in server. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; password?: string; database: string; ssl?: pg.ClientConfig['ssl'] };

const int8Oid = 20;
const int8ArrayOid = 1016;
const timestamptzOid = 1184;
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 60_000;
const connectionsMax = 12;

/** Parses `{1,2}`. No column has arrays with null elements. */
const parseInt8Array = (text: string): bigint[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt));

const parseInstant = instantReader(pg.types.getTypeParser(timestamptzOid, 'text'));

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8Oid) return BigInt;
    if (oid === int8ArrayOid) return parseInt8Array;
    if (oid === timestamptzOid) return parseInstant;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

type PoolOptions = {
  connections?: number;
  /** Keeps the driver's default parsers, which the job queue expects. */
  driverTypes?: boolean;
  /** Cuts a connection on which nothing is heard for so long, for servers that nobody watches. */
  silenceMaxMs?: number;
};

/** The open sockets of each pool. */
const sockets = new WeakMap<pg.Pool, Set<Socket>>();
const settingsOf = new WeakMap<pg.Pool, ConnectionSettings>();

/** A pool that silently drops broken idle connections: the next query opens a new one or fails itself. */
export function createPool(settings: ConnectionSettings, options: PoolOptions = {}): pg.Pool {
  const open = new Set<Socket>();
  const pool = new pg.Pool({
    stream: () => {
      const socket = new Socket();
      if (options.silenceMaxMs !== undefined) socket.setTimeout(options.silenceMaxMs, () => socket.destroy());
      open.add(socket);
      return socket.once('close', () => open.delete(socket));
    },
    ...settings,
    ...(options.driverTypes ? {} : { types }),
    max: options.connections ?? connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'sluice',
  });
  sockets.set(pool, open);
  settingsOf.set(pool, settings);
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    makeOwnPromises(client);
    runPrepared(client);
    writeArrays(client);
  });
  return pool;
}

/** Connections of their own to the same database. @param pool of `createPool`. */
export function createPoolBeside(pool: pg.Pool, options: PoolOptions): pg.Pool {
  const settings = settingsOf.get(pool);
  assert(settings, 'the pool is of createPool');
  return createPool(settings, options);
}

/** Cuts every connection of a pool of `createPool`. What waits for one fails as when the connection is lost. */
export function cutConnections(pool: pg.Pool): void {
  for (const socket of sockets.get(pool) ?? []) socket.destroy();
}

/** Column names are camel-cased in code and in rows. The keys inside a jsonb column are data and stay unchanged. */
export function createDatabase(pool: pg.Pool): Database {
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  return new Kysely<DB>({ dialect: new MarkingDialect({ pool }), plugins });
}

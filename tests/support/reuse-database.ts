/**
 * Empties a test's database for the next test, and its sessions with it, which takes less time than copying the template
 * and connecting again. Only for a database whose schema is still the template's.
 */
import type pg from 'pg';

/** What a database of the template is recognized by, and the rows it begins with. */
export type Origin = { schema: string; rows: Record<string, string>; sequences: Record<string, string | null> };

const schemas = `('public', 'graphile_worker')`;
/** Their content is part of the schema. */
const migrationTables = `('public.migrations', 'graphile_worker.migrations')`;
const terminateWaitMs = 5_000;

const tablesQuery = `
  select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ${schemas} and relkind = 'r' and format('%I.%I', nspname, relname) not in ${migrationTables}`;

/**
 * How many rows of the catalogs describe the schema, and the last transaction that wrote one of them: both are copied with
 * the template, and no change of a schema leaves both as they were.
 */
const schemaQuery = `
  with ours as (
    select c.oid from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ${schemas}
  ), facts (fact) as (
    ${[
      'pg_class where oid in (select oid from ours)',
      'pg_attribute where attrelid in (select oid from ours)',
      'pg_constraint where conrelid in (select oid from ours)',
      'pg_attrdef where adrelid in (select oid from ours)',
      'pg_index where indrelid in (select oid from ours)',
      'pg_trigger where tgrelid in (select oid from ours)',
      'pg_proc where pronamespace not in ($$pg_catalog$$::regnamespace, $$information_schema$$::regnamespace)',
      'pg_namespace where nspname not like $$pg\\_%$$',
    ]
      .map((rows) => `select row(count(*), max(xmin::text::bigint))::text from ${rows}`)
      .join(' union all ')}
    union all select setconfig::text from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
    union all select row(id, name, hash)::text from migrations
    union all select id::text from graphile_worker.migrations
  )
  select md5(string_agg(fact, E'\\n' order by fact)) as schema from facts`;

const sequencesQuery = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
  where schemaname in ${schemas}`;

const readSchema = async (client: pg.Pool): Promise<string> => (await client.query(schemaQuery)).rows[0].schema;

/** Reads it from a database that was copied a moment ago. */
export async function findOrigin(owner: pg.Pool): Promise<Origin> {
  const origin: Origin = { schema: await readSchema(owner), rows: {}, sequences: {} };
  for (const { name } of (await owner.query(tablesQuery)).rows) {
    const { rows } = await owner.query(`select json_agg(t)::text as rows from ${name} t`);
    if (rows[0].rows !== null) origin.rows[name] = rows[0].rows;
  }
  for (const { name, last } of (await owner.query(sequencesQuery)).rows) origin.sequences[name] = last;
  return origin;
}

/** What a session keeps after its transactions. What it prepared stays: the driver counts on it. */
const restSession = `
  reset session authorization; reset role; reset all; unlisten *; discard temp; select pg_advisory_unlock_all()`;

/**
 * Leaves nothing of a test in the connections of its pools: making them anew, and their plans, takes longer than most
 * of what a test asks.
 * @returns their process ids; undefined when one is still in use, or a pool has ended.
 */
export async function restSessions(...pools: pg.Pool[]): Promise<number[] | undefined> {
  if (pools.some((pool) => pool.ending || pool.waitingCount > 0 || pool.idleCount < pool.totalCount)) return undefined;
  const idle = pools.flatMap((pool) => Array.from({ length: pool.idleCount }, () => pool.connect()));
  return Promise.all(idle.map(restClient));
}

async function restClient(connected: Promise<pg.PoolClient>): Promise<number> {
  const client = await connected;
  await client.query(restSession);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  client.release();
  return rows[0].pid;
}

/**
 * @param sessions that stay connected, by their process ids.
 * @returns false when the database cannot be used again.
 */
export async function restoreOrigin(owner: pg.Pool, origin: Origin, sessions: readonly number[]): Promise<boolean> {
  if ((await readSchema(owner)) !== origin.schema) return false;
  const client = await owner.connect();
  try {
    await client.query(
      `select pg_terminate_backend(pid, ${terminateWaitMs}) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and pid <> all($1)`,
      [sessions],
    );
    await client.query('begin');
    // Neither foreign keys nor the triggers that keep rows from being deleted.
    await client.query('set local session_replication_role = replica');
    await client.query(`do $$ declare t record; begin
      for t in ${tablesQuery} and pg_relation_size(c.oid) > 0 loop execute 'delete from ' || t.name; end loop; end $$`);
    for (const [name, rows] of Object.entries(origin.rows)) {
      await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [rows]);
    }
    const sequences = Object.entries(origin.sequences).map(([name, last]) =>
      last === null ? `setval('${name}', 1, false)` : `setval('${name}', ${last})`,
    );
    await client.query(`select ${sequences.join(', ')}`);
    await client.query('commit');
    return true;
  } finally {
    client.release();
  }
}

/**
 * The data of a released version as SQL text: what `npm run release-data` keeps in `<version>.sql`, and how a test loads it
 * into a database that has exactly the migrations of that version. All keys, passwords and addresses in it are a test's.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { applyMigrations, migrationsDirectory } from '../../src/base/database/migrations.ts';
import { createDatabase, createPool } from '../../src/base/database/pool.ts';
import type { TestDatabase } from '../support/test-database.ts';

const header = /^-- migrations: (.*)$/m;

type Column = { table: string; column: string };

/** Rows of `migrations` are among them, so that a migration that changed since is refused. */
export async function describeData(owner: pg.Pool): Promise<string> {
  const { rows: columns } = await owner.query<Column>(
    `select quote_ident(c.relname) as "table", quote_ident(a.attname) as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    order by c.relname, a.attnum`,
  );
  const tables = Map.groupBy(columns, ({ table }) => table);
  const files = await owner.query<{ file: string }>(
    `select lpad(id::text, 4, '0') || '_' || name || '.sql' as file from migrations order by id`,
  );
  const sequences = await owner.query<{ line: string }>(
    `select format('select setval(%L, %s);', sequencename, last_value) as line from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  const inserts: string[] = [];
  for (const [table, own] of tables) inserts.push(...(await describeRows(owner, table, own)));
  return [
    `-- migrations: ${files.rows.map(({ file }) => file).join(' ')}`,
    'set session_replication_role = replica;',
    `truncate ${[...tables.keys()].join(', ')};`,
    ...inserts,
    ...sequences.rows.map(({ line }) => line),
    'reset session_replication_role;\n',
  ].join('\n');
}

async function describeRows(owner: pg.Pool, table: string, columns: readonly Column[]): Promise<string[]> {
  const names = columns.map(({ column }) => column);
  const values = names.map((name) => `quote_nullable(${name}::text)`).join(', ');
  const { rows } = await owner.query<{ row: string }>(
    `select '(' || concat_ws(', ', ${values}) || ')' as row from ${table} order by 1`,
  );
  if (rows.length === 0) return [];
  return [`insert into ${table} (${names.join(', ')}) values`, `${rows.map(({ row }) => row).join(',\n')};`];
}

/** A database as that version left it: not migrated any further. */
export async function loadData(text: string): Promise<TestDatabase> {
  const server = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = createPool(server.owner, { connections: 1 });
  await admin.query(`create database ${database}`);
  const ownerSettings = { ...server.owner, database };
  const settings = { ...server.service, database };
  const owner = createPool(ownerSettings, { connections: 4 });
  const pool = createPool(settings);
  const client = await owner.connect();
  try {
    await withMigrations(header.exec(text)?.[1]?.split(' ') ?? [], (directory) => applyMigrations(client, directory));
    await client.query(text);
  } finally {
    client.release();
  }
  const drop = async () => {
    await Promise.all([pool.end(), owner.end()]);
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  };
  return { db: createDatabase(pool), pool, settings, owner, ownerSettings, drop };
}

/** A directory with these migrations alone. */
export async function withMigrations<T>(files: readonly string[], work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    for (const file of files) await copyFile(join(migrationsDirectory, file), join(directory, file));
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

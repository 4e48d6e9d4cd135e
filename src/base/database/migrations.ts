/**
 * Applies the numbered SQL files in order: umzug runs them and the table `migrations` records them. Each file and its
 * row are one transaction. Forward only: an applied file must never be changed or removed.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { RunnableMigration } from 'umzug';
import { hasTable } from './has-table.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url));

type Migration = { id: number; name: string; fileName: string; text: string; hash: string };
type Client = pg.ClientBase | pg.Pool;
type Row = { id: number; name: string; hash: string };

/** Call it holding the migration lock. @returns the names it applied. @throws Error whose message says what to do. */
export async function applyMigrations(client: pg.ClientBase, directory: string): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    id integer primary key,
    name text not null unique,
    hash text not null,
    executed_at timestamptz not null default now()
  )`);
  const migrations = await readMigrations(directory);
  if (findApplied(migrations, await readRows(client)).length === migrations.length) return [];
  // Most starts have nothing to apply, and umzug loads its own command line too.
  const { Umzug } = await import('umzug');
  const umzug = new Umzug({
    migrations: migrations.map((migration) => runnable(client, migration)),
    storage: {
      executed: async () => findApplied(migrations, await readRows(client)),
      // `up` has already written the row in the migration's own transaction.
      logMigration: async () => {},
      unlogMigration: async () => {
        throw new Error('Migrations run forward only.');
      },
    },
    logger: undefined,
  });
  const applied = await umzug.up();
  const names = new Map(migrations.map(({ fileName, name }) => [fileName, name]));
  return applied.map(({ name }) => names.get(name) ?? name);
}

/**
 * The files that `applyMigrations` would apply, as the service's role sees it.
 * @throws Error whose message says what to do, when this program cannot use the database.
 */
export async function listPending(client: Client, directory = migrationsDirectory): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const applied = findApplied(migrations, await readRowsIfThere(client));
  return migrations.map(({ fileName }) => fileName).filter((fileName) => !applied.includes(fileName));
}

/**
 * For a process that must leave the schema as it is. A newer one is accepted, because the processes of the version before
 * go on while a new version is installed (docs/upgrading.md, "Upgrade without a stop").
 * @throws Error whose message says what to do, when migrations are missing.
 */
export async function requireMigrated(client: Client, directory = migrationsDirectory): Promise<void> {
  const migrations = await readMigrations(directory);
  const rows = await readRowsIfThere(client);
  const known = rows.filter(({ id }) => id <= (migrations.at(-1)?.id ?? 0));
  if (findApplied(migrations, known).length < migrations.length) {
    throw new Error('This database lacks migrations of this version of Sluice: run sluice migrate first.');
  }
}

function runnable(client: pg.ClientBase, { id, name, fileName, text, hash }: Migration): RunnableMigration<object> {
  return {
    name: fileName,
    async up() {
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migrations (id, name, hash) values ($1, $2, $3)', [id, name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    },
  };
}

/** Sorted by number. @throws Error when two files have the same number. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const fileNames = (await readdir(directory)).filter((fileName) => fileName.endsWith('.sql')).sort();
  const migrations = await Promise.all(fileNames.map((fileName) => readMigration(directory, fileName)));
  const twice = migrations.find(({ id }, index) => migrations[index + 1]?.id === id);
  if (twice !== undefined) throw new Error(`Two migrations have the number of ${twice.fileName}.`);
  return migrations;
}

async function readMigration(directory: string, fileName: string): Promise<Migration> {
  const [, number, name] = /^(\d{4})_(\w+)\.sql$/.exec(fileName) ?? [];
  if (number === undefined || name === undefined) throw new Error(`${fileName} is not named like 0001_baseline.sql.`);
  const text = await readFile(join(directory, fileName), 'utf8');
  const hash = createHash('sha1')
    .update(fileName + text)
    .digest('hex');
  return { id: Number(number), name, fileName, text, hash };
}

async function readRows(client: Client): Promise<Row[]> {
  const { rows } = await client.query<Row>('select id, name, hash from migrations order by id');
  return rows;
}

async function readRowsIfThere(client: Client): Promise<Row[]> {
  return (await hasTable(client, 'migrations')) ? readRows(client) : [];
}

/** @returns the names of applied files. @throws Error when one is missing, has changed or was added out of order. */
function findApplied(migrations: readonly Migration[], rows: readonly Row[]): string[] {
  const first = rows.find(({ id }) => id === migrations[0]?.id);
  if (first !== undefined && first.name !== migrations[0]?.name) {
    throw new Error(
      'This database is from before Sluice 0.2.0 and cannot be used any more: start with a new data directory, or with an empty database in DATABASE_URL.',
    );
  }
  const applied = rows.map((row) => {
    const migration = migrations.find(({ id }) => id === row.id);
    if (migration === undefined) {
      throw new Error(
        `This database belongs to a newer version of Sluice, which applied migration ${row.id} (${row.name}): run that version, or restore a backup from before the upgrade.`,
      );
    }
    if (migration.hash !== row.hash) {
      throw new Error(
        `migrations/${migration.fileName} is not what was applied to this database: put the file back as it was, and write a new migration for the change.`,
      );
    }
    return migration;
  });
  const last = applied.at(-1)?.id ?? 0;
  const late = migrations.find((migration) => migration.id < last && !applied.includes(migration));
  if (late !== undefined) {
    throw new Error(`migrations/${late.fileName} comes before one that was applied already: give it the next number.`);
  }
  return applied.map(({ fileName }) => fileName);
}

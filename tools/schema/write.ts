/**
 * `npm run schema`: migrates an empty database and writes its schema to `schema.sql`, to read and to diff, and its
 * types to `src/base/database/schema.generated.ts`. With `--check` it writes nothing and exits 1 when either is outdated.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ExpressionNode,
  GenericExpressionNode,
  generate,
  LiteralNode,
  PostgresDialect,
  UnionExpressionNode,
} from 'kysely-codegen';
import type pg from 'pg';
import { migrate } from '../../src/base/database/migrate.ts';
import { createDatabase, createPool } from '../../src/base/database/pool.ts';
import { removeTestDatabase, startServer } from '../../tests/support/built-in-server.ts';
import { findChoices } from './choices.ts';
import { describeSchema } from './describe.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Written = { file: string; text: string };

async function describeAll(): Promise<Written[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-schema-'));
  try {
    const server = await startServer({ dataDir, own: true });
    const pool = createPool(server.owner);
    try {
      await migrate(server);
      return [
        { file: join(root, 'schema.sql'), text: await describeSchema(pool) },
        { file: join(root, 'src/base/database/schema.generated.ts'), text: await describeTypes(pool) },
      ];
    } finally {
      await pool.end();
      await server.stop();
    }
  } finally {
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function describeTypes(pool: pg.Pool): Promise<string> {
  return generate({
    // The class of the package's CommonJS declarations.
    db: createDatabase(pool) as never,
    dialect: new PostgresDialect(),
    camelCase: true,
    defaultSchemas: ['public'],
    includePattern: 'public.*',
    excludePattern: 'migrations',
    typeMapping: { int8: 'bigint' },
    overrides: { columns: await describeChoices(pool) },
    outFile: null,
  });
}

/** Types of text columns whose CHECK lists their values: a union of those values. */
async function describeChoices(pool: pg.Pool): Promise<Record<string, ExpressionNode>> {
  const choices = await findChoices(pool);
  return Object.fromEntries(
    choices.map(({ table, column, values, hasDefault }) => {
      const union = new UnionExpressionNode(values.map((value) => new LiteralNode(value)));
      return [`${table}.${column}`, hasDefault ? new GenericExpressionNode('Generated', [union]) : union];
    }),
  );
}

/** Describes the first line that differs. */
function firstDifference(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const at = fresh.findIndex((line, index) => line !== old[index]);
  const line = at < 0 ? fresh.length : at;
  return `line ${line + 1}\n  - ${old[line] ?? '(end)'}\n  + ${fresh[line] ?? '(end)'}`;
}

const isCheck = process.argv.includes('--check');
for (const { file, text } of await describeAll()) {
  const name = relative(root, file);
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before === text) process.stdout.write(`${name} is up to date.\n`);
  else if (isCheck) {
    process.stderr.write(
      `${name} is stale: run "npm run schema". First difference: ${firstDifference(before, text)}\n`,
    );
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    process.stdout.write(`${name} was written.\n`);
  }
}

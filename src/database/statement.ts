/**
 * SQL written by hand, for what a builder says badly: sets, statements that write in several steps, locks, speed. What
 * a statement answers is declared in front of it (columns.ts), so that the tests can hold it against the real schema.
 * Its rows come as the driver reads them: no plugin takes the time to rename them, the statement names its columns as
 * the code does. Plain reads and writes belong to Kysely's builder.
 */
import { type CompiledQuery, type QueryResult, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Columns, RowOf } from './columns.ts';
import type { Database } from './pool.ts';
import { statementObserver } from './statement-observer.ts';

/** Runs in a transaction as well: that is a `Database` too. */
export type Query<Row> = {
  execute(db: Database): Promise<Row[]>;
  executeTakeFirst(db: Database): Promise<Row | undefined>;
  /** For a statement that always answers a row: an aggregate, an insert that returns. */
  executeTakeFirstOrThrow(db: Database): Promise<Row>;
};

export type Command = {
  /** @returns how many rows were written. */
  execute(db: Database): Promise<number>;
};

/** A statement that answers rows of these columns: `query({ id: int8 })`select id from …``. */
export const query =
  <C extends Columns>(columns: C) =>
  (template: TemplateStringsArray, ...parameters: unknown[]): Query<RowOf<C>> => {
    const statement = sql<RowOf<C>>(template, ...parameters);
    const execute = async (db: Database) => (await run(db, statement, template, columns)).rows;
    return {
      execute,
      executeTakeFirst: async (db) => (await execute(db))[0],
      async executeTakeFirstOrThrow(db) {
        const [row] = await execute(db);
        if (row === undefined) throw new Error('A statement that always answers a row answered none.');
        return row;
      },
    };
  };

/** A statement that only writes, or locks. */
export const command = (template: TemplateStringsArray, ...parameters: unknown[]): Command => ({
  async execute(db) {
    const { numAffectedRows } = await run(db, sql<unknown>(template, ...parameters), template, undefined);
    return Number(numAffectedRows ?? 0n);
  },
});

/** A condition by hand, for the builder's `where`. PostgreSQL takes nothing but a boolean there. */
export const condition = (template: TemplateStringsArray, ...parameters: unknown[]): RawBuilder<SqlBool> =>
  sql<SqlBool>(template, ...parameters);

async function run<Row>(
  db: Database,
  statement: RawBuilder<Row>,
  template: TemplateStringsArray,
  columns: Columns | undefined,
): Promise<QueryResult<Row>> {
  const plain = db.withoutPlugins();
  const compiled: CompiledQuery<Row> = statement.compile(plain);
  const result = await plain.executeQuery(compiled);
  statementObserver.observe?.({ template, columns, compiled, rows: result.rows });
  return result;
}

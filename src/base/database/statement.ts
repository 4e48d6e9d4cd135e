/**
 * Hand-written SQL, for what a query builder expresses badly: set operations, multi-step writes, locks, hot paths. Each
 * statement declares its result columns (columns.ts), which the tests compare with the real schema. Rows do not pass
 * through the camel-case plugin, so statements alias their columns. Plain reads and writes must use Kysely's builder.
 */
import { type CompiledQuery, type QueryResult, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Columns, RowOf } from './columns.ts';
import type { Database } from './pool.ts';
import { prepare } from './prepared.ts';
import { statementObserver } from './statement-observer.ts';

/** `db` may also be a transaction. */
type Query<Row> = {
  execute(db: Database): Promise<Row[]>;
  executeTakeFirst(db: Database): Promise<Row | undefined>;
  /** For a statement that always returns a row, such as an aggregate. */
  executeTakeFirstOrThrow(db: Database): Promise<Row>;
};

type Command = {
  /** @returns the number of rows written. */
  execute(db: Database): Promise<number>;
};

/** `prepared`: the name under which it is planned once for each connection. Only where the text is always the same. */
type Options = { prepared?: string };

/** A statement that returns rows of these columns: `query({ id: int8 })`select id from …``. */
export const query =
  <C extends Columns>(columns: C, options?: Options) =>
  (template: TemplateStringsArray, ...parameters: unknown[]): Query<RowOf<C>> => {
    const statement = sql<RowOf<C>>(template, ...parameters);
    const execute = async (db: Database) => (await run(db, statement, { template, columns, ...options })).rows;
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

const commandWith =
  (options?: Options) =>
  (template: TemplateStringsArray, ...parameters: unknown[]): Command => ({
    async execute(db) {
      const statement = sql<unknown>(template, ...parameters);
      const { numAffectedRows } = await run(db, statement, { template, columns: undefined, ...options });
      return Number(numAffectedRows ?? 0n);
    },
  });

/** A statement that returns no rows: it writes or locks. */
export const command = commandWith();

/** A named prepared statement, planned once per connection. Only for constant text. */
export const preparedCommand = (prepared: string) => commandWith({ prepared });

/** A hand-written boolean condition for the builder's `where`. */
export const condition = (template: TemplateStringsArray, ...parameters: unknown[]): RawBuilder<SqlBool> =>
  sql<SqlBool>(template, ...parameters);

async function run<Row>(
  db: Database,
  statement: RawBuilder<Row>,
  { template, columns, prepared }: { template: TemplateStringsArray; columns: Columns | undefined } & Options,
): Promise<QueryResult<Row>> {
  const plain = db.withoutPlugins();
  const compiled: CompiledQuery<Row> = statement.compile(plain);
  if (prepared !== undefined) prepare(compiled.sql, prepared);
  const result = await plain.executeQuery(compiled);
  statementObserver.observe?.({ template, columns, compiled, rows: result.rows });
  return result;
}

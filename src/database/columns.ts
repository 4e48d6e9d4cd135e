/**
 * What a hand-written statement says of its columns, as values: the PostgreSQL type, whether it can be null, which texts
 * it holds. TypeScript derives the row's type from them, and the tests compare them with the real schema. The names are
 * PostgreSQL's; what a value of each type is in code stands beside it.
 */
import { type RawBuilder, sql } from 'kysely';

declare const value: unique symbol;

export type Column<T> = {
  /** As `format_type` names it. */
  readonly type: string;
  readonly nullable: boolean;
  /** The column can be null or hold other texts, and the statement leaves no such row. */
  readonly narrowed: boolean;
  /** The texts it can hold, where they are listed. */
  readonly values: readonly string[] | undefined;
  readonly [value]?: T;
};

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

const column = <T>(type: string): Column<T> => ({ type, nullable: false, narrowed: false, values: undefined });

export const int8: Column<bigint> = column('bigint');
export const int4: Column<number> = column('integer');
export const float8: Column<number> = column('double precision');
export const text: Column<string> = column('text');
export const uuid: Column<string> = column('uuid');
export const bool: Column<boolean> = column('boolean');
export const timestamptz: Column<Date> = column('timestamp with time zone');
export const bytea: Column<Buffer> = column('bytea');
export const int2Array: Column<number[]> = column('smallint[]');
export const int8Array: Column<bigint[]> = column('bigint[]');
export const textArray: Column<string[]> = column('text[]');

/** JSON of a shape that the code which writes it answers for: PostgreSQL knows nothing of it. */
export const jsonb = <T>(): Column<T> => column('jsonb');

/** A text that is one of these, all of them possible: where the column's CHECK lists its values, the same ones. */
export const oneOf = <const T extends string>(...values: readonly T[]): Column<T> => ({ ...column('text'), values });

export const nullable = <T>(of: Column<T>): Column<T | null> => ({ ...of, nullable: true });

/** For a column that can be null, or hold texts beside these, where the statement leaves no row in which it does. */
export const narrowed = <T>(of: Column<T>): Column<T> => ({ ...of, narrowed: true });

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The list to select: each column of a table under the name it has in code. @param table its name or alias. */
export function selectList(columns: Columns, table: string): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(columns)
      .map((name) => `${table}.${snakeCase(name)} as "${name}"`)
      .join(', '),
  );
}

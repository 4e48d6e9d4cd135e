/**
 * Column declarations for hand-written SQL: PostgreSQL type, nullability and listed text values. TypeScript derives the
 * row type from them, and the tests compare them with the real schema. The names are PostgreSQL's; the type parameter
 * is the type of the value in code.
 */
import { type RawBuilder, sql } from 'kysely';

declare const value: unique symbol;

export type Column<T> = {
  /** The type's name as given by `format_type`. */
  readonly type: string;
  readonly nullable: boolean;
  /** The column can be null or have other values, but the statement excludes those rows. */
  readonly narrowed: boolean;
  /** The possible texts, if they are listed. */
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
export const date: Column<string> = column('date');
export const timestamptz: Column<Date> = column('timestamp with time zone');
export const bytea: Column<Buffer> = column('bytea');
export const int8Array: Column<bigint[]> = column('bigint[]');
export const textArray: Column<string[]> = column('text[]');

/** JSON whose shape is guaranteed by the code that writes it, not by PostgreSQL. */
export const json = <T>(): Column<T> => column('json');
export const jsonb = <T>(): Column<T> => column('jsonb');

/** A text with exactly these possible values: the ones listed by the column's CHECK, if it has one. */
export const oneOf = <const T extends string>(...values: readonly T[]): Column<T> => ({ ...column('text'), values });

export const nullable = <T>(of: Column<T>): Column<T | null> => ({ ...of, nullable: true });

/** For a column that can be null or have other values, in a statement that excludes those rows. */
export const narrowed = <T>(of: Column<T>): Column<T> => ({ ...of, narrowed: true });

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A select list that gives each column its camel-case name. @param table the name or alias of the table. */
export function selectList(columns: Columns, table: string): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(columns)
      .map((name) => `${table}.${snakeCase(name)} as "${name}"`)
      .join(', '),
  );
}

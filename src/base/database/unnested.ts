/**
 * Rows sent with a statement, as one array for each column. The columns are declared once: their names, PostgreSQL's types and
 * the values come from the same place, so that two columns of one type cannot change places.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Column, snakeCase } from './columns.ts';

/** A column that takes its values from elsewhere than the field of its name. */
type Taken<Row> = {
  column: Column<unknown>;
  of: (row: Row) => unknown;
  /** Sent as one text (`joinedTexts`). */
  joined?: true;
};

type SentColumns<Row> = Readonly<Record<string, Column<unknown> | Taken<Row>>>;

/** Rejects a column whose type is not that of the row's field. */
type Fitting<Row, C> = {
  [K in keyof C]: C[K] extends Column<infer T>
    ? K extends keyof Row
      ? Row[K] extends T | null | undefined
        ? C[K]
        : never
      : never
    : C[K];
};

type SentRows<Row> = {
  /** As in an insert or a select list. */
  names: RawBuilder<unknown>;
  /** An array of values for each column, in the order of `names`. */
  lists(rows: readonly Row[]): RawBuilder<unknown>;
  /** A row of a FROM clause for each of the rows, with these columns. */
  as(alias: string, rows: readonly Row[]): RawBuilder<unknown>;
};

export const taken = <Row, T>(column: Column<T>, of: (row: Row) => T | null | undefined): Taken<Row> => ({
  column,
  of,
});

/** For JSON, of which the driver would escape every quote. @param column `jsonb`, or `text` of what the statement casts. */
export const takenJoined = <Row>(column: Column<unknown>, of: (row: Row) => string): Taken<Row> => ({
  column,
  of,
  joined: true,
});

/**
 * @param columns by name in code (`holderId`, for `holder_id`); null for an absent value.
 * @example const keys = sentRows<PaymentKey>()({ holderId: int8, id: text });
 *   query(columns)`select … from ${keys.as('k', sent)} join payments p on p.holder_id = k.holder_id and p.id = k.id`
 */
export const sentRows =
  <Row>() =>
  <const C extends SentColumns<Row>>(columns: C & Fitting<Row, C>): SentRows<Row> => {
    const sent = Object.entries(columns as SentColumns<Row>).map(([name, column]): Taken<Row> & { list: string } => {
      const list = `${('column' in column ? column.column : column).type}[]`;
      return 'column' in column ? { ...column, list } : { column, list, of: (row) => row[name as keyof Row] };
    });
    const names = sql.raw(Object.keys(columns).map(snakeCase).join(', '));
    const lists = (rows: readonly Row[]) =>
      sql.join(
        sent.map(({ of, list, joined }) =>
          joined === true
            ? sql`${joinedTexts(rows.map((row) => of(row) as string))}::${sql.raw(list)}`
            : sql`${rows.map((row) => of(row) ?? null)}::${sql.raw(list)}`,
        ),
      );
    return { names, lists, as: (alias, rows) => sql`unnest(${lists(rows)}) as ${sql.raw(alias)} (${names})` };
  };

/** For one statement alone: `from ${unnested('k', keys, { holderId: int8, id: text })}`. */
export const unnested = <Row, const C extends SentColumns<Row>>(
  alias: string,
  rows: readonly Row[],
  columns: C & Fitting<Row, C>,
): RawBuilder<unknown> => sentRows<Row>()<C>(columns).as(alias, rows);

/** U+001E, which JSON text never contains unescaped. */
const separator = '\u001e';

/** JSON texts as a parameter of type `text[]`: the driver escapes every quote of an array, but not of one text. */
const joinedTexts = (texts: readonly string[]): RawBuilder<unknown> =>
  sql`string_to_array(${texts.join(separator)}, ${separator})`;

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
  /** Sent as one text. */
  joined?: true;
};

/** U+001E, which JSON text never contains unescaped: the driver escapes every quote of an array, but not of one text. */
const separator = '\u001e';

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
  /** A row of a FROM clause for each of the rows, with these columns. */
  as(alias: string, rows: readonly Row[]): RawBuilder<unknown>;
};

export const taken = <Row, T>(column: Column<T>, of: (row: Row) => T | null | undefined): Taken<Row> => ({
  column,
  of,
});

/** For JSON. @param column `jsonb`, or `text` of what the statement casts. */
export const takenJoined = <Row>(column: Column<unknown>, of: (row: Row) => string): Taken<Row> => ({
  column,
  of,
  joined: true,
});

/** The columns of an object that each row has. */
export function takenFrom<Row, Inner>(of: (row: Row) => Inner) {
  return <const C extends SentColumns<Inner>>(columns: C & Fitting<Inner, C>): { [K in keyof C]: Taken<Row> } => {
    const entries = Object.entries(columns as SentColumns<Inner>).map(([name, column]) => {
      const own = 'column' in column ? column : taken(column, (inner: Inner) => inner[name as keyof Inner]);
      return [name, { ...own, of: (row: Row) => own.of(of(row)) }];
    });
    return Object.fromEntries(entries) as { [K in keyof C]: Taken<Row> };
  };
}

/**
 * @param columns by name in code (`holderId`, for `holder_id`); null for an absent value.
 * @example const keys = sentRows<PaymentKey>()({ holderId: int8, id: text });
 *   query(columns)`select … from ${keys.as('k', sent)} join payments p on p.holder_id = k.holder_id and p.id = k.id`
 */
export const sentRows =
  <Row>() =>
  <const C extends SentColumns<Row>>(columns: C & Fitting<Row, C>): SentRows<Row> => {
    const sent = Object.entries(columns as SentColumns<Row>).map(([name, column]) => listOf<Row>(name, column));
    const names = Object.keys(columns).map(snakeCase).join(', ');
    const templates = new Map<string, TemplateStringsArray>();

    function templateFor(alias: string): TemplateStringsArray {
      const known = templates.get(alias);
      if (known !== undefined) return known;
      const template = templateOf(
        sent.map(({ parts }) => parts),
        `) as ${alias} (${names})`,
      );
      templates.set(alias, template);
      return template;
    }

    return {
      names: sql.raw(names),
      as: (alias, rows) => sql(templateFor(alias), ...sent.flatMap(({ valuesOf }) => valuesOf(rows))),
    };
  };

/** The parameters of one column, and the text around them. */
type SentList<Row> = { parts: readonly string[]; valuesOf: (rows: readonly Row[]) => unknown[] };

function listOf<Row>(name: string, column: Column<unknown> | Taken<Row>): SentList<Row> {
  if (!('column' in column)) {
    const field = name as keyof Row;
    return { parts: ['', `::${column.type}[]`], valuesOf: (rows) => [rows.map((row) => row[field] ?? null)] };
  }
  const { column: of, of: take, joined } = column;
  if (joined !== true) {
    return { parts: ['', `::${of.type}[]`], valuesOf: (rows) => [rows.map((row) => take(row) ?? null)] };
  }
  return {
    parts: ['string_to_array(', ', ', `)::${of.type}[]`],
    valuesOf: (rows) => [rows.map(take).join(separator), separator],
  };
}

/** Built once, as if it had been written: a statement is compiled for each batch. */
function templateOf(lists: readonly (readonly string[])[], end: string): TemplateStringsArray {
  const texts = ['unnest('];
  for (const [index, parts] of lists.entries()) {
    const [first = '', ...more] = parts;
    texts.push(`${texts.pop()}${index === 0 ? '' : ', '}${first}`, ...more);
  }
  texts.push(`${texts.pop()}${end}`);
  return Object.assign(texts, { raw: texts });
}

/** For one statement alone: `from ${unnested('k', keys, { holderId: int8, id: text })}`. */
export const unnested = <Row, const C extends SentColumns<Row>>(
  alias: string,
  rows: readonly Row[],
  columns: C & Fitting<Row, C>,
): RawBuilder<unknown> => sentRows<Row>()<C>(columns).as(alias, rows);

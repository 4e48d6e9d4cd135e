/** What PostgreSQL says of a statement without running it: the types of its parameters, and its columns. */
import type pg from 'pg';

export type DescribedColumn = {
  name: string;
  type: string;
  /** The column of a table that it is, read through subqueries; undefined: an expression, or of a union. */
  origin: { table: string; column: string; notNull: boolean } | undefined;
};

export type Description = { parameters: string[]; columns: DescribedColumn[] };

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

type Connection = {
  parse(statement: { name: string; text: string; types: number[] }, more: boolean): void;
  describe(what: { type: 'S'; name: string }, more: boolean): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
};

/** Runs on a connection that is not in use otherwise. @throws the server's error for a statement it does not take. */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<Description> {
  const { parameters, fields } = await askServer(client, text);
  const types = await findTypes(client, [...parameters, ...fields.map((field) => field.dataTypeID)]);
  const origins = await findOrigins(client, fields);
  return {
    parameters: parameters.map((oid) => types.get(oid) ?? String(oid)),
    columns: fields.map((field, index) => ({
      name: field.name,
      type: types.get(field.dataTypeID) ?? String(field.dataTypeID),
      origin: origins[index],
    })),
  };
}

function askServer(client: pg.ClientBase, text: string): Promise<{ parameters: number[]; fields: Field[] }> {
  return new Promise((resolve, reject) => {
    let parameters: number[] = [];
    let fields: Field[] = [];
    const question = {
      submit(connection: Connection) {
        connection.once('parameterDescription', (message) => {
          parameters = message.dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleReadyForQuery: () => resolve({ parameters, fields }),
      handleError: reject,
    };
    client.query(question as unknown as pg.Submittable);
  });
}

async function findTypes(client: pg.ClientBase, oids: number[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int4 as oid, format_type(oid, null) as name from pg_type where oid = any($1::oid[])',
    [oids],
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

async function findOrigins(client: pg.ClientBase, fields: Field[]): Promise<DescribedColumn['origin'][]> {
  const { rows } = await client.query<{ place: number; table: string; column: string; notNull: boolean }>(
    `select f.place::int4 as place, c.relname as "table", a.attname as "column", a.attnotnull as "notNull"
    from unnest($1::oid[], $2::int2[]) with ordinality as f (relation, number, place)
    join pg_class c on c.oid = f.relation
    join pg_attribute a on a.attrelid = f.relation and a.attnum = f.number`,
    [fields.map((field) => field.tableID), fields.map((field) => field.columnID)],
  );
  const byPlace = new Map(rows.map(({ place, ...origin }) => [place, origin]));
  return fields.map((_field, index) => byPlace.get(index + 1));
}

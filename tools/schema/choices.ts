/**
 * The columns whose CHECK lists the texts they may hold, read from the catalogue of a migrated database: for the types
 * in `schema.generated.ts`, and for the test that compares hand-written statements with the schema. It writes nothing.
 */
import type pg from 'pg';

export type Choice = {
  table: string;
  column: string;
  values: string[];
  hasDefault: boolean;
};

type Row = Omit<Choice, 'values'> & { definition: string };

/** `CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))`, and nothing beside it. */
const list = /^CHECK \((?:\w+|"\w+") = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)$/;

export async function findChoices(pool: pg.Pool): Promise<Choice[]> {
  const { rows } = await pool.query<Row>(`
    select c.relname as "table", a.attname as "column", pg_get_constraintdef(n.oid, true) as definition,
      a.atthasdef as "hasDefault"
    from pg_constraint n
    join pg_class c on c.oid = n.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = n.conkey[1]
    where c.relnamespace = to_regnamespace('public') and n.contype = 'c' and cardinality(n.conkey) = 1
    order by c.relname, a.attname`);
  return rows.flatMap(({ definition, ...column }) => {
    const values = list.exec(definition)?.[1];
    return values === undefined
      ? []
      : [{ ...column, values: [...values.matchAll(/'([^']*)'/g)].map((m) => m[1] ?? '') }];
  });
}

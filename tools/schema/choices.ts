/**
 * The text columns whose CHECK lists their values, read from the system catalog of a migrated database: for the types
 * in `schema.generated.ts` and the test that compares hand-written statements with the schema. Must only read.
 */
import type pg from 'pg';

export type Choice = { table: string; column: string; values: string[]; hasDefault: boolean };

type Row = { table: string; definition: string; withDefault: string[] };

/** `mode = ANY (ARRAY['test'::text, 'live'::text])` */
const list = String.raw`"?\w+"? = ANY \(ARRAY\['[^\]]*\]\)`;
/** The CHECK is one list, or a CASE with a list in each branch. */
const choice = new RegExp(String.raw`^CHECK \((${list}|\s*CASE(\s+WHEN .+ THEN ${list})+\s+ELSE ${list}\s+END)\)$`);
const parts = /"?(\w+)"? = ANY \(ARRAY\[('[^\]]*)\]\)/g;

export async function findChoices(pool: pg.Pool): Promise<Choice[]> {
  const { rows } = await pool.query<Row>(`
    select c.relname as "table", pg_get_constraintdef(n.oid, true) as definition,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.atthasdef) as "withDefault"
    from pg_constraint n
    join pg_class c on c.oid = n.conrelid
    where c.relnamespace = to_regnamespace('public') and n.contype = 'c'
    order by c.relname, n.conname`);
  return rows.flatMap(({ table, definition, withDefault }) => {
    const lists = choice.test(definition) ? [...definition.matchAll(parts)] : [];
    const column = lists[0]?.[1];
    if (column === undefined || lists.some(([, name]) => name !== column)) return [];
    const texts = lists.flatMap(([, , values]) => [...(values ?? '').matchAll(/'([^']*)'/g)].map((match) => match[1]));
    const values = [...new Set(texts.filter((value) => value !== undefined))];
    return [{ table, column, values, hasDefault: withDefault.includes(column) }];
  });
}

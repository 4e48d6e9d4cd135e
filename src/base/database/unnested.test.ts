import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import { int8, text, timestamptz } from './columns.ts';
import { sentRows, taken, takenJoined, unnested } from './unnested.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const compiled = (part: RawBuilder<unknown>) => {
  const { sql: written, parameters } = sql`select * from ${part}`.compile(db);
  return { written, parameters };
};

type Row = { holderId: bigint; title: string; note?: string | null; subject: { id: string } };

const rows: Row[] = [
  { holderId: 1n, title: 'a', note: 'x', subject: { id: 's' } },
  { holderId: 2n, title: 'b', subject: { id: 't' } },
];

it('gives each column its name, its type and its values', () => {
  expect(compiled(unnested('k', rows, { note: text, holderId: int8, title: text }))).toEqual({
    written: 'select * from unnest($1::text[], $2::bigint[], $3::text[]) as k (note, holder_id, title)',
    parameters: [
      ['x', null],
      [1n, 2n],
      ['a', 'b'],
    ],
  });
});

it('takes values from elsewhere, and JSON as one text', () => {
  const sent = sentRows<Row>()({
    subjectId: taken(text, ({ subject }: Row) => subject.id),
    data: takenJoined(text, ({ title }: Row) => JSON.stringify({ title })),
  });
  expect(compiled(sent.as('s', rows))).toEqual({
    written: 'select * from unnest($1::text[], string_to_array($2, $3)::text[]) as s (subject_id, data)',
    parameters: [['s', 't'], '{"title":"a"}\u001e{"title":"b"}', '\u001e'],
  });
  expect(compiled(sent.names).written).toBe('select * from subject_id, data');
});

it('does not compile with a column of another type, or of no field', () => {
  // @ts-expect-error the field is a text
  unnested('k', rows, { title: timestamptz });
  // @ts-expect-error there is no such field
  unnested('k', rows, { titel: text });
});

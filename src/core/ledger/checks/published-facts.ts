/** How a row's value and what an event carries of it are compared, in SQL: `x` is the row, `l` its last event. */
import { codesWith } from '../../../base/money/currency.ts';

/** A fact's name, the row's value, the event's, and the field of the event that carries it. */
export type Fact = readonly [name: string, stored: string, published: string, field: string];

const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');
const unit = `(case when x.currency in (${quoted(codesWith(0))}) then 1 when x.currency in (${quoted(codesWith(3))}) then 1000 else 100 end)`;

export const text = (name: string, field = name): Fact => [name, `x.${name}`, `l.data ->> '${field}'`, field];
export const id = (name: string, field = name): Fact => [name, `x.${name}`, `(l.data ->> '${field}')::bigint`, field];
export const flag = (name: string, field = name): Fact => [
  name,
  `x.${name}`,
  `(l.data ->> '${field}')::boolean`,
  field,
];
/** Converts a decimal, as the interfaces write it, to minor units. */
export const inMinorUnits = (decimal: string): string => `trim_scale((${decimal})::numeric * ${unit})`;

export const amount = (name: string, field = name): Fact => [
  name,
  `x.${name}::numeric`,
  inMinorUnits(`l.data ->> '${field}'`),
  field,
];
/** Events write milliseconds; a column that the database fills has microseconds. */
export const time = (name: string, field = name): Fact => [
  name,
  `date_trunc('milliseconds', x.${name})`,
  `(l.data ->> '${field}')::timestamptz`,
  field,
];

const sharesOf = (list: string, type: string, ref: string, minor: string) => `(
  select string_agg(s.split ->> '${type}' || ':' || coalesce(s.split ->> '${ref}', '-') || ':' || trim_scale((s.split ->> 'amount')::numeric${minor}), ', ' order by s.n)
  from ${list} with ordinality as s (split, n))`;
export const splits: Fact = [
  'splits',
  sharesOf('jsonb_array_elements(x.splits)', 'type', 'ref', ''),
  sharesOf(`jsonb_array_elements(l.data -> 'splits')`, 'beneficiary_type', 'beneficiary_ref', ` * ${unit}`),
  'splits',
];

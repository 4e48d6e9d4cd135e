/** Compares what the code declares of a hand-written statement with what PostgreSQL says of it. Pure. */
import type { Column, Columns } from '../../src/base/database/columns.ts';
import type { DescribedColumn, Description } from './describe.ts';

/** The texts a column's CHECK lists, by `table.column`. */
export type Choices = ReadonlyMap<string, readonly string[]>;

/** @returns what is wrong, in words; empty when declaration and schema agree. */
export function judgeColumns(text: string, declared: Columns, { columns }: Description, choices: Choices): string[] {
  const names = columns.map((column) => column.name);
  const outer = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text);
  return [
    ...Object.keys(declared)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is declared, but not selected`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is selected twice`),
    ...columns.flatMap((column) => {
      const own = Object.hasOwn(declared, column.name) ? declared[column.name] : undefined;
      if (own === undefined) return [`${column.name} is selected, but not declared`];
      return judgeColumn(own, column, outer, choices).map((problem) => `${column.name} ${problem}`);
    }),
  ];
}

function judgeColumn(own: Column<unknown>, column: DescribedColumn, outer: boolean, choices: Choices): string[] {
  const problems: string[] = [];
  if (own.type !== column.type) problems.push(`is declared ${own.type}, and is ${column.type}`);
  const { origin } = column;
  if (origin === undefined) return problems;
  const place = `${origin.table}.${origin.column}`;
  if (!origin.notNull && !own.nullable && !own.narrowed) problems.push(`can be null (${place}), undeclared`);
  if (origin.notNull && !outer && own.nullable) problems.push(`is declared nullable, and is never null (${place})`);
  const listed = choices.get(place);
  const unlisted = own.values?.find((one) => listed !== undefined && !listed.includes(one));
  if (unlisted !== undefined) problems.push(`is declared ${unlisted} among others, and never is (${place})`);
  const undeclared = listed?.find((one) => own.values !== undefined && !own.values.includes(one));
  if (undeclared !== undefined && !own.narrowed) problems.push(`can be ${undeclared} (${place}), undeclared`);
  if (own.narrowed && origin.notNull && undeclared === undefined) {
    problems.push(`is declared narrowed, and is no wider (${place})`);
  }
  return problems;
}

/** What a row that was read has against the declaration: for expressions and outer joins PostgreSQL can't tell before. */
export function judgeRow(declared: Columns, row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(declared).flatMap(([name, own]) => {
    const value = row[name];
    if (value === undefined) return [`${name} is missing in a row`];
    if (value === null) return own.nullable ? [] : [`${name} is null in a row, undeclared`];
    if (own.values !== undefined && !own.values.includes(value as string)) return [`${name} is ${value} in a row`];
    const wanted = kinds[own.type];
    const kind = kindOf(value);
    return wanted === undefined || wanted === kind ? [] : [`${name} is a ${kind} in a row, declared ${own.type}`];
  });
}

const kinds: Record<string, string> = {
  bigint: 'bigint',
  integer: 'number',
  'double precision': 'number',
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  'smallint[]': 'Array',
  'bigint[]': 'Array',
  'text[]': 'Array',
};

function kindOf(value: unknown): string {
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return Array.isArray(value) ? 'Array' : typeof value;
}

/** What PostgreSQL may take a value of each kind for; it is sent as text, and read as the parameter's type. */
const taken: Record<string, readonly string[]> = {
  bigint: ['bigint', 'numeric'],
  number: ['smallint', 'integer', 'bigint', 'double precision', 'numeric'],
  string: ['text', 'uuid', 'date', 'json', 'jsonb', 'xid8'],
  boolean: ['boolean'],
  Date: ['timestamp with time zone'],
  Buffer: ['bytea'],
};

/** @param values what was given for the parameters, once. */
export function judgeParameters(values: readonly unknown[], { parameters }: Description): string[] {
  return values.flatMap((value, index) => {
    const type = parameters[index] ?? 'nothing';
    const element = type.endsWith('[]') ? type.slice(0, -2) : undefined;
    const [items, itemType] = Array.isArray(value) ? [value, element ?? `no array (${type})`] : [[value], type];
    const wrong = items.find((item) => item !== null && !(taken[kindOf(item)] ?? []).includes(itemType));
    return wrong === undefined ? [] : [`parameter ${index + 1} is a ${kindOf(wrong)}, taken for ${itemType}`];
  });
}

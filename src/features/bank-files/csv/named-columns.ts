/**
 * The columns of a CSV as a person names them, for files whose columns are not to be found by themselves: as answers to what
 * the file leaves open. Pure. What is not named is not read, so that a line stays the same line whatever else the file has.
 */
import { type CsvAnswers, type CsvRole, csvRoles } from './csv-mapping.ts';
import { CsvUnreadable } from './csv-records.ts';

export const columnRoles = ['date', 'amount', 'sign', 'credit', 'debit', 'currency', 'reference', 'id'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The name of the column for each role. */
export type NamedColumns = Partial<Record<ColumnRole, string>>;

/** What is wrong with the columns themselves, before a file is read. */
export function problemsOfColumns(named: NamedColumns, given: CsvAnswers): string[] {
  const problems: string[] = [];
  for (const role of ['date', 'reference'] as const) {
    if (named[role] === undefined) problems.push(`Name a column for ${role}.`);
  }
  const isSplit = named.credit !== undefined || named.debit !== undefined;
  if ((named.amount === undefined) === !isSplit) {
    problems.push('Name a column for amount, or for credit and debit.');
  }
  if (named.sign !== undefined && (named.amount === undefined || given.amounts !== undefined)) {
    problems.push('A column for sign goes with one for amount, and says which amounts went out.');
  }
  if (named.currency !== undefined && given.currency !== undefined) {
    problems.push('Name a column for currency, or the currency of the whole file: one of the two.');
  }
  return problems;
}

export const hasColumns = (cells: readonly string[], named: NamedColumns): boolean => {
  const names = new Set(cells.map((cell) => cell.trim()));
  return Object.values(named).every((name) => names.has(name));
};

const shownMax = 30;
const nameLengthMax = 60;

/** @param header of the file, as written. @throws CsvUnreadable where a column is missing, or there are several of its name. */
export function answersOfColumns(named: NamedColumns, header: readonly string[]): CsvAnswers {
  const names = header.map((name) => name.trim());
  const problems = Object.values(named).flatMap((name) => {
    const count = names.filter((one) => one === name).length;
    if (count === 1) return [];
    return count === 0 ? [`there is no column "${name}"`] : [`there are ${count} columns "${name}"`];
  });
  if (problems.length > 0) {
    const known = names.slice(0, shownMax).map((name) => `"${name.slice(0, nameLengthMax)}"`);
    const [first = '', ...others] = problems;
    const all = [`${first[0]?.toUpperCase()}${first.slice(1)}`, ...others].join(', ');
    throw new CsvUnreadable(`${all}. The columns are ${known.join(', ')}.`);
  }
  const at = (role: ColumnRole) => (named[role] === undefined ? null : names.indexOf(named[role]));
  const columns: Partial<Record<CsvRole, number | null>> = Object.fromEntries(csvRoles.map((role) => [role, null]));
  for (const role of ['date', 'amount', 'credit', 'debit', 'currency'] as const) columns[role] = at(role);
  columns.bank_id = at('id');
  // A column that nobody named may still be the sign, which then decides or is asked about.
  if (named.sign === undefined) delete columns.sign;
  else columns.sign = at('sign');
  return { columns, texts: [names.indexOf(named.reference ?? '')] };
}

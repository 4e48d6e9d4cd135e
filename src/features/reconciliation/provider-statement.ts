/**
 * How the report of a payment provider is read: by the columns that its package names. Pure. A file without one of them is
 * read as any other.
 */
import { outsideSourceOf } from '../../core/ledger/accounts.ts';
import { type CsvAnswers, type CsvRole, csvRoles } from '../bank-files/csv/csv-mapping.ts';
import { type Provider, type ProviderStatement, providerMethods } from '../providers/provider.ts';
import type { Outside } from './reconciliation.repository.ts';

/** A live provider in use. */
export type ReportingProvider = Pick<Provider, 'name' | 'title' | 'statement'>;

/**
 * @param live the live providers in use. @param header of the file, as written.
 * @returns what the provider of this source says of its report; undefined where the file is none.
 */
export function readReport(
  live: readonly ReportingProvider[],
  { mode, source }: Outside,
  header: readonly string[],
): { title: string; answers: CsvAnswers } | undefined {
  // In test mode the simulator stands for all of them.
  if (mode !== 'live') return undefined;
  const own = live.find(({ name }) =>
    providerMethods.some((method) => outsideSourceOf({ provider: name, method }) === source),
  );
  const answers = own?.statement && answersOfStatement(own.statement, header);
  return own && answers && { title: own.title, answers };
}

function answersOfStatement(statement: ProviderStatement, header: readonly string[]): CsvAnswers | undefined {
  const { date, amount, currency, reference, id, dateOrder, decimal } = statement;
  const names = header.map((name) => name.trim());
  const positionsOf = (columns: readonly string[]) =>
    columns.map((column) => (names.indexOf(column) === names.lastIndexOf(column) ? names.indexOf(column) : -1));
  const money = typeof amount === 'string' ? { amount } : amount;
  const named: Partial<Record<CsvRole, string>> = {
    date,
    ...money,
    currency,
    ...(id !== undefined && { bank_id: id }),
  };
  const positions = positionsOf(Object.values(named));
  const texts = positionsOf(reference);
  if ([...positions, ...texts].includes(-1)) return undefined;
  return {
    columns: {
      // Only what it names is read.
      ...Object.fromEntries(csvRoles.map((role) => [role, null])),
      ...Object.fromEntries(Object.keys(named).map((role, at) => [role, positions[at]])),
    },
    texts,
    ...(typeof amount === 'string' && { amounts: 'signed' as const }),
    ...(dateOrder !== undefined && { date_order: dateOrder }),
    ...(decimal !== undefined && { decimal }),
  };
}

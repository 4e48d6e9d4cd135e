/** Presents an exploration, as an answer and as CSV. Minor units become decimals here only. */
import type { Span } from '../../base/clock/period.ts';
import { amountCell, type Cell, csvRows } from '../../base/csv/csv.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Beside, Exploration, Figures } from './explore.ts';
import type { PresentedExploration } from './explore-schemas.ts';

const seconds = (value: bigint | null): number | null => (value === null ? null : Number(value));

const figuresIn = (currency: string, { count, outOf, amount, median, slow }: Figures) => ({
  count: Number(count),
  out_of: Number(outOf),
  amount: jsonDecimal(amount, exponentOf(currency)),
  median_seconds: seconds(median),
  p90_seconds: seconds(slow),
});

const besideIn = (currency: string, { now, compared }: Beside) => ({
  ...figuresIn(currency, now),
  compared: compared && figuresIn(currency, compared),
});

const partOf = ({ from, to, since, until }: Span) => ({
  from,
  to,
  since: since.toISOString(),
  until: until.toISOString(),
});

export function presentExploration(timeZone: string, explored: Exploration): PresentedExploration {
  const { period, compared, currency, currencies, parts, groups } = explored;
  const shown = currency ?? 'EUR';
  return {
    time_zone: timeZone,
    ...partOf(period),
    unit: period.unit,
    parts: period.parts.map(partOf),
    compared: compared && { from: compared.from, to: compared.to, parts: compared.parts.map(partOf) },
    currency,
    currencies: currencies.map((row) => ({ currency: row.currency, ...besideIn(row.currency, row) })),
    figures: parts.map((part) => besideIn(shown, part)),
    groups: groups.map((group) => ({ key: group.key, name: group.name, ...besideIn(shown, group) })),
  };
}

const figureColumns = ['count', 'out_of', 'amount', 'median_seconds', 'p90_seconds'] as const;

export const explorationCsvColumns = [
  'row',
  'key',
  'name',
  'since',
  'until',
  'currency',
  ...figureColumns,
  ...figureColumns.map((name) => `compared_${name}` as const),
] as const;

const cellsOf = (currency: string, figures: Figures | null): Cell[] =>
  figures === null
    ? figureColumns.map(() => null)
    : [figures.count, figures.outOf, amountCell(figures.amount, currency), figures.median, figures.slow];

const rowOf = (head: Cell[], { since, until }: Span, currency: string, { now, compared }: Beside): Cell[] => [
  ...head,
  since.toISOString(),
  until.toISOString(),
  currency,
  ...cellsOf(currency, now),
  ...cellsOf(currency, compared),
];

/** Totals by currency, then the parts and the groups of the currency that is shown. */
export function explorationCsv({ period, currency, currencies, parts, groups }: Exploration): string {
  const shown = currency ?? '';
  return csvRows([
    explorationCsvColumns,
    ...currencies.map((row) => rowOf(['total', null, null], period, row.currency, row)),
    ...parts.map((part, place) => rowOf(['part', null, null], period.parts[place] as Span, shown, part)),
    ...groups.map((group) => rowOf(['group', group.key, group.name], period, shown, group)),
  ]);
}

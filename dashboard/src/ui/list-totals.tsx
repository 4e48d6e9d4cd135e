/** Below a list: how many rows it has on all its pages, and what they come to in each currency. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { ListTotals as Totals } from '../api/types.ts';
import { useStrings } from '../strings/strings.tsx';
import classes from './list-totals.module.css';
import { Money, useMoney } from './money.tsx';

type Props = { totals: UseQueryResult<Totals>; words: (count: number) => string };
type Sums = NonNullable<Totals['sums']>[number];

const shownSums = ['amount', 'fee', 'refunded_amount'] as const;

export function ListTotals({ totals: { data, isPlaceholderData }, words }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  if (data === undefined) return <div className={classes.totals} data-totals role="status" />;
  const { rows, zero } = arranged(data.sums ?? []);
  const found = data.is_more ? t('totals.more', { count: words(data.count) }) : words(data.count);
  const said = [found, ...rows.map(({ amount, currency }) => money(amount, currency))];
  return (
    <div
      className={classes.totals}
      data-totals
      data-plain={!hasHeads(rows) || undefined}
      data-stale={isPlaceholderData || undefined}
    >
      <span className={classes.hidden} role="status">
        {intl.formatList(said, { type: 'unit' })}
      </span>
      <span className={classes.count} aria-hidden="true">
        {found}
      </span>
      {data.sums === null && <span className={classes.note}>{t('totals.tooMany')}</span>}
      {rows.length > 0 && <SumTable rows={rows} />}
      {zero.length > 0 && (
        <span className={classes.note}>{t('totals.zero', { currencies: intl.formatList(zero) })}</span>
      )}
    </div>
  );
}

/** The currency with the most rows first, as on the home. Currencies in which everything is zero are named, not shown. */
function arranged(sums: readonly Sums[]): { rows: Sums[]; zero: string[] } {
  const isZero = (sum: Sums) => shownSums.every((name) => (sum[name] ?? 0) === 0);
  return {
    rows: sums.filter((sum) => !isZero(sum)).sort((a, b) => b.count - a.count || b.amount - a.amount),
    zero: sums.filter(isZero).map(({ currency }) => currency),
  };
}

const columnsOf = (rows: readonly Sums[]) =>
  shownSums.filter((name) => name === 'amount' || rows.some((row) => (row[name] ?? 0) !== 0));

/** A sum alone needs no head. */
const hasHeads = (rows: readonly Sums[]): boolean => columnsOf(rows).length > 1;

function SumTable({ rows }: { rows: readonly Sums[] }) {
  const t = useStrings();
  const columns = columnsOf(rows);
  const isPlain = !hasHeads(rows);
  return (
    <table className={classes.sums} aria-label={t('totals.title')}>
      <thead className={isPlain ? classes.hidden : ''}>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {t(`sums.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.currency}>
            {columns.map((name) => (
              <td key={name}>
                <Money amount={row[name] ?? 0} currency={row.currency} fw={name === 'amount' ? 550 : 400} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

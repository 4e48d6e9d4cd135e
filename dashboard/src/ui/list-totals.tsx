/** Below a list: how many rows it has on all its pages, and what they come to in each currency. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { ListTotals as Totals } from '../api/types.ts';
import { useStrings } from '../strings/strings.tsx';
import { useIsPhone } from './is-phone.ts';
import classes from './list-totals.module.css';
import { Money, useMoney } from './money.tsx';

export type TotalsWords = {
  /** For how many rows there are. */
  words: (count: number) => string;
  /** What the amounts are, where that is not plain. */
  amount?: string;
  /** What the parts of a list of its own kind are. */
  names?: Partial<Record<OwnPart, string>>;
  /** What is still on its way, where the list shows only one stage of it. */
  onItsWay?: string | undefined;
};
type Props = TotalsWords & { totals: UseQueryResult<Totals> };
type Sums = NonNullable<Totals['sums']>[number];

const ownParts = ['credited_amount', 'recorded_amount'] as const;
type OwnPart = (typeof ownParts)[number];
const isOwn = (name: SumName): name is OwnPart => ownParts.some((own) => own === name);
const parts = ['paid_amount', 'on_its_way_amount', 'unpaid_amount', ...ownParts] as const;
const shownSums = ['amount', ...parts, 'fee', 'refunded_amount'] as const;
type SumName = (typeof shownSums)[number];

export function ListTotals({ totals: { data, isPlaceholderData }, words, amount, names, onItsWay }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const titleOf = (name: SumName): string => {
    if (isOwn(name)) return names?.[name] ?? '';
    if (name === 'on_its_way_amount' && onItsWay !== undefined) return onItsWay;
    return name === 'amount' && amount !== undefined ? amount : t(`sums.${name}`);
  };
  if (data === undefined) return <div className={classes.totals} data-totals role="status" />;
  const { rows, zero } = arranged(data.sums ?? []);
  const found = data.is_more ? t('totals.more', { count: words(data.count) }) : words(data.count);
  const said = [found, ...rows.flatMap((row) => amountsOf(row).map((of) => saidOf(row, of)))];
  function saidOf(row: Sums, name: SumName): string {
    const sum = money(row[name] ?? 0, row.currency);
    return name === 'amount' ? sum : `${titleOf(name)} ${sum}`;
  }
  return (
    <div
      className={classes.totals}
      data-totals
      data-plain={!(amount !== undefined || hasHeads(rows)) || undefined}
      data-stale={isPlaceholderData || undefined}
    >
      <span className={classes.hidden} role="status">
        {intl.formatList(said, { type: 'unit' })}
      </span>
      <span className={classes.count} aria-hidden="true">
        {found}
      </span>
      {data.sums === null && <span className={classes.note}>{t('totals.tooMany')}</span>}
      {rows.length > 0 && <SumTable rows={rows} isNamed={amount !== undefined} titleOf={titleOf} />}
      {zero.length > 0 && (
        <span className={classes.note}>{t('totals.zero', { currencies: intl.formatList(zero) })}</span>
      )}
    </div>
  );
}

/** Where rows may come to nothing, such as canceled ones, their parts are summed, and never everything together. */
const amountsOf = (row: Sums): SumName[] => {
  const own = parts.filter((name) => row[name] !== undefined);
  return own.length === 0 ? ['amount'] : own.filter((name) => row[name] !== 0);
};

/**
 * The currency with the most rows first, as on the home. Currencies in which everything is zero are named, not shown; those of rows
 * that all came to nothing are neither.
 */
function arranged(sums: readonly Sums[]): { rows: Sums[]; zero: string[] } {
  const isShown = (sum: Sums) => columnsOf([sum]).some((name) => (sum[name] ?? 0) !== 0);
  return {
    rows: sums.filter(isShown).sort((a, b) => b.count - a.count || b.amount - a.amount),
    zero: sums.filter((sum) => !isShown(sum) && sum.amount === 0).map(({ currency }) => currency),
  };
}

function columnsOf(rows: readonly Sums[]): SumName[] {
  const amounts = new Set(rows.flatMap(amountsOf));
  return shownSums.filter((name) =>
    name === 'fee' || name === 'refunded_amount' ? rows.some((row) => (row[name] ?? 0) !== 0) : amounts.has(name),
  );
}

/** A sum of everything needs no head. */
function hasHeads(rows: readonly Sums[]): boolean {
  const [first, ...others] = columnsOf(rows);
  return others.length > 0 || (first !== undefined && first !== 'amount');
}

type SumTableProps = { rows: readonly Sums[]; isNamed: boolean; titleOf: (name: SumName) => string };

/** @param props.isNamed the sum of everything has a head too. */
function SumTable({ rows, isNamed, titleOf }: SumTableProps) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const columns = columnsOf(rows);
  // Below each other, so that each ends where the amounts of the list do.
  if (isPhone && columns.length > 1) {
    return (
      <table className={classes.sums} data-stacked aria-label={t('totals.title')}>
        {rows.map((row) => (
          <tbody key={row.currency}>
            {columns.map((name) => (
              <tr key={name}>
                <th scope="row">{titleOf(name)}</th>
                <Sum row={row} name={name} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    );
  }
  const isPlain = !isNamed && !hasHeads(rows);
  return (
    <table className={classes.sums} aria-label={t('totals.title')}>
      <thead className={isPlain ? classes.hidden : ''}>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {titleOf(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.currency}>
            {columns.map((name) => (
              <Sum key={name} row={row} name={name} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sum({ row, name }: { row: Sums; name: SumName }) {
  return (
    <td>
      <Money amount={row[name] ?? 0} currency={row.currency} fw={550} />
    </td>
  );
}

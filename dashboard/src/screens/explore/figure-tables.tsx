/** The figures of an exploration as tables: totals by currency, parts of the period, groups. Each leads to its rows. */
import { Radio } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Figures as Table } from '../../ui/figures.tsx';
import { LeadFigures } from '../../ui/lead-figures.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useChangeWords } from '../home/volume/words.ts';
import {
  type Exploration,
  type ExploreFilter,
  type Explorer,
  type Figures,
  factsOf,
  groupingOf,
  type Plain,
  type Rows,
  rowsOf,
  shownOf,
  timeOf,
} from './exploration.ts';
import { useDuration, useGroupWords, usePartWords, useWritten } from './words.ts';

export type Shown = {
  of: Explorer;
  filter: ExploreFilter;
  explored: Exploration;
  /** The address of the list, and of the account that a group is. */
  listAt: (search: Rows['search']) => Rows;
  accountAt: (key: string) => { to: string };
};

type Row = { currency: string; figures: Figures; head: ReactNode; rows: Rows | undefined };

/** The columns of a measure, and the cells of a row. */
function useColumns({ of, filter, explored }: Shown) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const duration = useDuration();
  const changeWords = useChangeWords();
  const { measure } = factsOf(of, filter.metric);
  const written = useWritten(of, filter, explored.currency ?? 'EUR');
  const count = (value: number) => intl.formatNumber(value);
  const textsOf = (figures: Plain, currency: string): string[] => {
    if (measure === 'rate') {
      const share = figures.out_of === 0 ? '–' : written.whole(figures.count / figures.out_of);
      return [share, count(figures.count), count(figures.out_of)];
    }
    if (measure === 'seconds') {
      const { median_seconds: median, p90_seconds: slow } = figures;
      return [median === null ? '–' : duration(median), slow === null ? '–' : duration(slow), count(figures.count)];
    }
    return [money(figures.amount, currency), count(figures.count)];
  };
  const titles = {
    money: [t('explore.amount'), t('explore.count')],
    rate: [t('explore.rate'), t('explore.paid'), t('explore.finished')],
    seconds: [t('explore.median'), t('explore.slow'), t('explore.count')],
  }[measure];
  const isCompared = explored.compared !== null;
  const heads = [...titles, ...(isCompared ? [t(`explore.compare.${filter.compare}`), t('explore.change')] : [])];
  const comparedCells = ({ figures, currency }: Row): ReactNode[] => {
    if (!isCompared) return [];
    const { compared } = figures;
    if (compared === null) return ['–', '–'];
    const [before = ''] = textsOf(compared, currency);
    const [now, then] = [shownOf(measure, 'amount', figures), shownOf(measure, 'amount', compared)];
    const percent = then <= 0 ? null : Math.round(((now - then) / then) * 1_000) / 10;
    return [before, changeWords({ now, before, percent })];
  };
  const cellsOf = (row: Row): ReactNode[] => {
    const [first, ...rest] = textsOf(row.figures, row.currency);
    const isLinked = row.rows !== undefined && row.figures.out_of > 0;
    return [
      row.head,
      isLinked ? (
        <Link key="rows" {...(row.rows as Rows)} className="amount">
          {first}
        </Link>
      ) : (
        <span key="rows" className="amount">
          {first}
        </span>
      ),
      ...rest,
      ...comparedCells(row),
    ];
  };
  return { heads: heads.map((title) => ({ title, align: 'end' as const })), cellsOf };
}

const linked = ({ of, filter, listAt }: Shown, days: { from: string; to: string }, currency: string, key?: string) => {
  const found = rowsOf(
    of,
    { metric: filter.metric, by: groupingOf(of, filter), account: filter.account },
    days,
    currency,
    key,
  );
  return found && listAt(found.search);
};

export function Totals(props: Shown & { label: string; onShow: (currency: string) => void }) {
  const { explored, filter, label, onShow } = props;
  const t = useStrings();
  const { heads, cellsOf } = useColumns(props);
  const rows = explored.currencies.map(({ currency, ...figures }) => ({
    key: currency,
    cells: cellsOf({
      currency,
      figures,
      rows: linked(props, explored, currency),
      head: (
        <Radio
          key="head"
          name={`shown ${label}`}
          label={currency}
          checked={currency === explored.currency}
          onChange={() => onShow(currency)}
        />
      ),
    }),
  }));
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) {
    const [, ...values] = only.cells;
    const all = heads.map(({ title }, place) => ({ label: title, value: values[place] }));
    const [total] = explored.currencies;
    // Where there was nothing to compare with, its zero and that everything is new would say so twice.
    const isNew = explored.compared !== null && (total?.compared?.out_of ?? 0) === 0;
    const figures = isNew
      ? [...all.slice(0, -2), { label: t(`explore.compare.${filter.compare}`), value: t('explore.noData') }]
      : all;
    return <LeadFigures label={label} figures={figures} />;
  }
  return <Table label={label} isStacked heads={[{ title: t('app.currency') }, ...heads]} rows={rows} />;
}

/** The latest first. */
export function Parts(props: Shown & { label: string }) {
  const { explored, label } = props;
  const t = useStrings();
  const partWords = usePartWords(explored.unit);
  const { heads, cellsOf } = useColumns(props);
  const currency = explored.currency ?? '';
  const rows = explored.parts.map((part, place) => ({
    key: part.since,
    cells: cellsOf({
      currency,
      figures: explored.figures[place] as Figures,
      head: partWords(part),
      rows: linked(props, timeOf(explored.unit, part), currency),
    }),
  }));
  return <Table label={label} heads={[{ title: t('explore.time') }, ...heads]} rows={rows.reverse()} />;
}

export function Groups(props: Shown & { label: string }) {
  const { of, filter, explored, label, accountAt } = props;
  const t = useStrings();
  const by = groupingOf(of, filter);
  const groupWords = useGroupWords(of, filter.metric, by);
  const { heads, cellsOf } = useColumns(props);
  const currency = explored.currency ?? '';
  return (
    <Table
      label={label}
      isFlush
      heads={[{ title: t('explore.name') }, ...heads]}
      rows={explored.groups.map(({ key, name, ...figures }) => ({
        key,
        cells: cellsOf({
          currency,
          figures,
          rows: linked(props, explored, currency, key),
          head:
            by === 'account' ? (
              <Link key="head" {...accountAt(key)}>
                {groupWords({ key, name })}
              </Link>
            ) : (
              <PayeeLink
                key="head"
                link={name !== null && (by === 'merchant' || by === 'courier') ? Number(key) : null}
              >
                {groupWords({ key, name })}
              </PayeeLink>
            ),
        }),
      }))}
    />
  );
}

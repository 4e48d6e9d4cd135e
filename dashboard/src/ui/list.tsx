/**
 * A page of a list: a table at a desk, rows of two lines on a phone, with its empty, loading and failed states. Searching, sorting
 * and paging happen in the database; the address says which page is shown, so that it can be sent to someone and the
 * back button works.
 */
import { Card, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { ListTotals as Totals } from '../api/types.ts';
import { DayRows } from './day-rows.tsx';
import { Deferred } from './deferred.tsx';
import { Dotted } from './dotted.tsx';
import { InstantForm, inBrief } from './instant-form.ts';
import { useIsPhone } from './is-phone.ts';
import classes from './list.module.css';
import { ListTotals, type TotalsWords } from './list-totals.tsx';
import { Loading } from './loading.tsx';
import { Pager } from './pager.tsx';
import { PlainLink } from './plain-link.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts stand at the end of their column. */
  align?: 'end';
  width?: number;
  /** It can be hidden at a desk, and is at first or is not. Without this it is always there. */
  optional?: 'shown' | 'hidden';
};

export type Page<Row> = { data: Row[]; next_cursor: string | null };

export type ListState<Row> = {
  query: UseQueryResult<Page<Row>>;
  /** Opens the next page; the browser's back button returns. Absent where there is one page alone. */
  onNext?: (cursor: string) => void;
  /** Absent on the first page. */
  onPrevious?: (() => void) | undefined;
  /** What all pages come to, and the words for how many rows they have. */
  totals?: TotalsWords & { query: UseQueryResult<Totals> };
};

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string;
  list: ListState<Row>;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string | number;
  /** The time by which the rows are sorted. On a phone the rows of a day stand under it, and their times are of that day. */
  at?: ((row: Row) => string) | undefined;
  /** The heading that a row stands under, of all rows next to it that have the same. */
  groupOf?: ((row: Row) => string) | undefined;
  /** The facts of a row on a phone: at most four. */
  card: (row: Row) => ReactNode;
  /** What can be done with a row, below what opens it on a phone. */
  acts?: (row: Row) => ReactNode;
  /** The address of a row's own page. */
  linkTo?: (row: Row) => LinkProps;
  /** Opens a row that has no page of its own. */
  onOpen?: (row: Row) => void;
  empty: ReactNode;
  selection?: {
    rows: Row[];
    onChange: (rows: Row[]) => void /** Names a row's checkbox. */;
    labelOf: (row: Row) => string;
  };
};

const skeletonRows = 8;

const loadTable = async () => ({ default: (await import('./list-table.tsx')).ListTable });
const Table = lazy(loadTable) as typeof import('./list-table.tsx')['ListTable'];

export function List<Row extends object>(props: Props<Row>) {
  const { list, empty, label } = props;
  const { query } = list;
  const isPhone = useIsPhone();
  // Together with the rows, not after them.
  useEffect(() => {
    if (!isPhone) void loadTable();
  }, [isPhone]);
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  const loading = <Loading gap="xs" heights={Array.from({ length: skeletonRows }, () => (isPhone ? 64 : 40))} />;
  if (query.isPending) return loading;
  const { data: rows } = query.data;
  if (rows.length === 0) return <Card withBorder>{empty}</Card>;
  return (
    <Stack
      gap="sm"
      aria-label={label}
      role="region"
      className={classes.list ?? ''}
      data-stale={query.isPlaceholderData || undefined}
    >
      <InstantForm value={inBrief}>
        {isPhone ? (
          <Deferred until={loading}>
            <PhoneRows {...props} rows={rows} />
          </Deferred>
        ) : (
          <Suspense fallback={loading}>
            <Table {...props} rows={rows} />
          </Suspense>
        )}
      </InstantForm>
      <div className={classes.foot}>
        {list.totals !== undefined && <ListTotals {...list.totals} totals={list.totals.query} />}
        <Pager {...list} />
      </div>
    </Stack>
  );
}

export type Shown<Row> = Props<Row> & { rows: Row[] };

/** Plain DOM elements: a list renders many. */
function PhoneRows<Row extends object>({ rows, at, groupOf, ...props }: Shown<Row>) {
  const shown = (some: readonly Row[]) => some.map((row) => <PhoneRow key={props.idOf(row)} row={row} {...props} />);
  return (
    <div className={classes.rows}>
      {at === undefined ? (
        groupOf === undefined ? (
          shown(rows)
        ) : (
          Array.from(Map.groupBy(rows, groupOf), ([name, those]) => (
            <div key={name} className={classes.group}>
              <span className={classes.day}>{name}</span>
              {shown(those)}
            </div>
          ))
        )
      ) : (
        <DayRows rows={rows} at={at}>
          {shown}
        </DayRows>
      )}
    </div>
  );
}

type PhoneRowProps<Row> = Omit<Shown<Row>, 'rows' | 'at' | 'groupOf'> & { row: Row };

function PhoneRow<Row extends object>({ row, idOf, selection, acts, ...props }: PhoneRowProps<Row>) {
  const act = acts?.(row);
  const card = <ShownCard row={row} {...props} />;
  const shown =
    act === undefined ? (
      card
    ) : (
      <div className={classes.withActs}>
        {card}
        <div className={classes.acts}>{act}</div>
      </div>
    );
  if (selection === undefined) return <div className={classes.row}>{shown}</div>;
  const { rows: selected, onChange, labelOf } = selection;
  const others = selected.filter((one) => idOf(one) !== idOf(row));
  return (
    <div className={classes.row}>
      <input
        type="checkbox"
        className={`mantine-focus-auto ${classes.check}`}
        aria-label={labelOf(row)}
        checked={others.length < selected.length}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...others, row] : others)}
      />
      {shown}
    </div>
  );
}

function ShownCard<Row>({ row, card, linkTo, onOpen }: Pick<Props<Row>, 'card' | 'linkTo' | 'onOpen'> & { row: Row }) {
  const opens = `mantine-focus-auto ${classes.card} ${classes.opens}`;
  if (linkTo !== undefined) {
    return (
      <PlainLink to={linkTo(row)} className={opens}>
        {card(row)}
      </PlainLink>
    );
  }
  if (onOpen === undefined) return <div className={classes.card}>{card(row)}</div>;
  return (
    <button type="button" className={opens} onClick={() => onOpen(row)}>
      {card(row)}
    </button>
  );
}

type CardFactsProps = {
  title: ReactNode;
  amount?: ReactNode;
  below?: ReactNode;
  /** When it happened, under the amount. */
  when?: ReactNode;
  actions?: ReactNode;
  /** The title is a sentence, which takes the lines that it needs. */
  wraps?: boolean;
};

/** What a row shows: a title and an amount above, facts below, and in a line of its own what can be done. */
export function CardFacts({ title, amount, below, when, actions, wraps = false }: CardFactsProps) {
  return (
    <div className={classes.facts}>
      <div className={classes.head}>
        <div className={classes.title} data-wraps={wraps || undefined}>
          {title}
        </div>
        <div className={classes.amount}>{amount}</div>
      </div>
      <div className={classes.below}>
        <Dotted className={classes.under}>{below}</Dotted>
        {when !== undefined && <div className={classes.when}>{when}</div>}
      </div>
      {actions}
    </div>
  );
}

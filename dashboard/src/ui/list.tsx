/**
 * A page of a list: a table at a desk, cards on a phone, with its empty, loading and failed states. Searching, sorting
 * and paging happen in the database; the address says which page is shown, so that it can be sent to someone and the
 * back button works.
 */
import { Box, Button, Card, Checkbox, Group, Stack, UnstyledButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Gradually } from './gradually.tsx';
import { Icon } from './icon.tsx';
import { useIsPhone } from './is-phone.ts';
import classes from './list.module.css';
import { Loading } from './loading.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts stand at the right. */
  align?: 'right';
  width?: number;
};

type Page<Row> = { data: Row[]; next_cursor: string | null };

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string;
  query: UseQueryResult<Page<Row>>;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string | number;
  /** The card of a row on a phone: at most four facts. */
  card: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  empty: ReactNode;
  /** Opens the next page; the browser's back button returns. */
  onNext: (cursor: string) => void;
  onFirst?: (() => void) | undefined;
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
  const { query, empty, label } = props;
  const t = useStrings();
  const isPhone = useIsPhone();
  // Together with the rows, not after them.
  useEffect(() => {
    if (!isPhone) void loadTable();
  }, [isPhone]);
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  const loading = <Loading gap="xs" heights={Array.from({ length: skeletonRows }, () => (isPhone ? 84 : 40))} />;
  if (query.isPending) return loading;
  const { data: rows, next_cursor: next } = query.data;
  if (rows.length === 0) return <Card withBorder>{empty}</Card>;
  return (
    <Stack gap="sm" aria-label={label} role="region" className={query.isPlaceholderData ? (classes.stale ?? '') : ''}>
      {isPhone ? (
        <Gradually until={loading}>
          <Cards {...props} rows={rows} />
        </Gradually>
      ) : (
        <Suspense fallback={loading}>
          <Table {...props} rows={rows} />
        </Suspense>
      )}
      <Group justify="flex-end" gap="xs">
        {props.onFirst !== undefined && (
          <Button
            variant="default"
            size="xs"
            onClick={() => history.back()}
            leftSection={<Icon name="chevron-left" size={14} />}
          >
            {t('app.previous')}
          </Button>
        )}
        {next !== null && (
          <Button
            variant="default"
            size="xs"
            onClick={() => props.onNext(next)}
            rightSection={<Icon name="chevron-right" size={14} />}
          >
            {t('app.next')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

export type Shown<Row> = Props<Row> & { rows: Row[] };

function Cards<Row extends object>({ rows, card, idOf, onOpen, selection }: Shown<Row>) {
  return rows.map((row) => {
    const shown =
      onOpen === undefined ? (
        <Box className={classes.card ?? ''}>{card(row)}</Box>
      ) : (
        <UnstyledButton className={classes.card ?? ''} onClick={() => onOpen(row)}>
          {card(row)}
        </UnstyledButton>
      );
    if (selection === undefined) return <Fragment key={idOf(row)}>{shown}</Fragment>;
    const { rows: selected, onChange, labelOf } = selection;
    const others = selected.filter((one) => idOf(one) !== idOf(row));
    return (
      <Group key={idOf(row)} wrap="nowrap" gap="sm">
        <Checkbox
          aria-label={labelOf(row)}
          checked={others.length < selected.length}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...others, row] : others)}
        />
        <Box flex={1} miw={0}>
          {shown}
        </Box>
      </Group>
    );
  });
}

/** What a card shows: a title and an amount above, facts below. Of bare elements, because there are many. */
export function CardFacts({ title, amount, below }: { title: ReactNode; amount?: ReactNode; below: ReactNode }) {
  return (
    <div className={classes.facts}>
      <div className={classes.head}>
        <div className={classes.title}>{title}</div>
        <div className={classes.amount}>{amount}</div>
      </div>
      <div className={classes.below}>{below}</div>
    </div>
  );
}

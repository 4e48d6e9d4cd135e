/** What moved in a period that the reader chooses: totals beside the period before, a chart, and the rows of each figure. */
import { Box, Group, Stack, Text } from '@mantine/core';
import '@mantine/charts/styles.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { periodSpans } from '../../../app/period.ts';
import { DayFields } from '../../../app/span-filter.tsx';
import { useFilters } from '../../../app/use-list.ts';
import { useStrings } from '../../../strings/strings.tsx';
import { FigureTable } from '../../../ui/figure-table.tsx';
import { Choice } from '../../../ui/list-controls.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { VolumeChart } from './chart.tsx';
import { Numbers } from './numbers.tsx';
import { Totals } from './totals.tsx';
import classes from './volume.module.css';
import { type Column, filters, hasMoved, queryOf, type Volume } from './volume.ts';
import { VolumeAhead } from './volume-ahead.tsx';

type Props<Name extends string> = {
  title: string;
  empty: string;
  query: UseQueryResult<Volume<Name>>;
  columns: readonly Column<Name>[];
  /** More about the period, beside its choice. */
  note?: ReactNode;
};

export function VolumePanel<Name extends string>({ title, empty, query, columns, note }: Props<Name>) {
  const t = useStrings();
  const router = useRouter();
  const { filter, narrow } = useFilters(filters);
  const { data: volume } = query;
  const period = (
    <Group gap="xs">
      {note}
      <Box w={156}>
        <Choice
          isWide
          label={t('volume.period')}
          value={filter.span}
          isClearable={false}
          choices={periodSpans.map((value) => ({ value, label: t(`payments.span.${value}`) }))}
          onChange={(span) => {
            if (span === undefined) return;
            // Custom days begin with those that are shown.
            const { from, to } =
              span === 'custom' && volume !== undefined ? volume : { from: undefined, to: undefined };
            narrow({ span, from, to });
          }}
        />
      </Box>
      {filter.span === 'custom' && <DayFields days={filter} onChange={narrow} />}
    </Group>
  );
  const plain = (children: ReactNode) => (
    <Panel title={title} actions={period}>
      <div className={classes.body}>{children}</div>
    </Panel>
  );
  if (queryOf(filter) === undefined) return plain(<Text c="dimmed">{t('volume.range')}</Text>);
  if (query.isError) return plain(<ProblemNotice error={query.error} onRetry={() => void query.refetch()} />);
  if (volume === undefined) return <VolumeAhead title={title} figures={columns.length} hasNote={note !== undefined} />;
  const shown = volume.currencies.find(({ currency }) => currency === filter.currency) ?? volume.currencies[0];
  if (shown === undefined || !volume.currencies.some((row) => hasMoved(row, columns))) {
    return plain(<Text c="dimmed">{empty}</Text>);
  }
  const { currency } = shown;
  const totals = (
    <Totals
      label={`${title}, ${t('shop.volume.total')}`}
      volume={volume}
      columns={columns}
      shown={currency}
      onShow={(chosen) => narrow({ currency: chosen })}
    />
  );
  const main = columns.find(({ color }) => color !== undefined);
  const open = (place: number): void => {
    const days = volume.parts[place];
    const rows = days && main?.rows?.(days, currency);
    if (rows !== undefined) void router.navigate(rows);
  };
  return (
    <FigureTable
      title={title}
      controls={period}
      above={totals}
      picture={<VolumeChart volume={volume} of={shown} columns={columns} onOpen={open} />}
      table={
        <Stack gap="xs">
          <Numbers label={`${title}, ${currency}`} volume={volume} of={shown} columns={columns} />
        </Stack>
      }
    />
  );
}

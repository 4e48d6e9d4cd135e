/** Explore: one metric in any period beside any other, as a picture and as tables, by group; saved views, and a file. */
import { Stack, Text } from '@mantine/core';
import '@mantine/charts/styles.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { readersZone } from '../../app/list-span.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ChartChoice, ExploreControls } from './controls.tsx';
import {
  type Exploration,
  type ExploreFilter,
  type Explorer,
  filtersOf,
  groupingOf,
  queryOf,
  type Rows,
} from './exploration.ts';
import { Groups, Parts, type Shown, Totals } from './figure-tables.tsx';
import { Picture } from './picture.tsx';
import { SavedViews, SaveView } from './saved-views.tsx';

type Asked = NonNullable<ReturnType<typeof queryOf>>;

type Props = {
  of: Explorer;
  /** Where the rows of figures are listed. */
  list: string;
  read: (asked: Asked) => Promise<{ data?: { data: Exploration } | undefined }>;
  file: (asked: Asked) => Promise<{ data?: unknown }>;
  /** Stands above. */
  overview?: ReactNode;
};

export function Explore({ of, list, read, file, overview }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { filter, narrow } = useFilters(filtersOf(of));
  const asked = queryOf(of, filter);
  const query = useQuery({
    queryKey: ['explore', holderId, mode, of, asked],
    queryFn: () => dataOf(read(asked as Asked)),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data: explored } = query;
  const listAt = (search: Rows['search']): Rows => ({ to: `/h/${holderId}/${mode}/${list}`, search });
  const accountAt = (key: string) => ({ to: `/h/${holderId}/${mode}/operator/accounts/${key}` });
  return (
    <Page
      title={t('explore.title')}
      note={t('explore.zone', { zone: readersZone() })}
      actions={
        asked !== undefined && (
          <>
            <SaveView />
            <ExportButton fileName={`${filter.metric}-${mode}.csv`} request={() => file(asked)} />
          </>
        )
      }
    >
      {overview}
      <SavedViews />
      <ExploreControls of={of} filter={filter} shown={explored} onChange={narrow} />
      {asked === undefined ? (
        <Text c="dimmed">{t('explore.range')}</Text>
      ) : query.isError ? (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : explored === undefined ? (
        <Loading heights={[76, 300]} />
      ) : (
        <Explored {...{ of, filter, explored, listAt, accountAt }} onChange={narrow} />
      )}
    </Page>
  );
}

function Explored({ onChange, ...shown }: Shown & { onChange: (change: Partial<ExploreFilter>) => void }) {
  const t = useStrings();
  const { of, filter, explored } = shown;
  const title = t(`explore.metric.${filter.metric}`);
  if (explored.currency === null || explored.currencies.length === 0) {
    return <EmptyState icon="chart-bar" title={title} text={t('explore.empty')} />;
  }
  const by = groupingOf(of, filter);
  return (
    <Stack gap="lg">
      <FigureTable
        title={title}
        above={<Totals {...shown} label={t('explore.total')} onShow={(currency) => onChange({ currency })} />}
        controls={<ChartChoice of={of} filter={filter} onChange={onChange} />}
        picture={<Picture {...shown} />}
        table={<Parts {...shown} label={`${title}, ${explored.currency}`} />}
      />
      {by !== 'none' && explored.groups.length > 0 && (
        <Panel title={`${t(`explore.by.${by}`)}, ${explored.currency}`} isFlush>
          <Groups {...shown} label={`${title}, ${t(`explore.by.${by}`)}`} />
        </Panel>
      )}
    </Stack>
  );
}

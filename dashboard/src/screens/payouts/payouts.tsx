/** What can be paid out, and every payout with its state in words. */
import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PayoutOptions } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { type Chosen, day, oneOf } from '../../app/list-filters.ts';
import { spans, timed } from '../../app/list-span.ts';
import { useMay } from '../../app/may.ts';
import { SpanFilter } from '../../app/span-filter.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { allFailed } from '../../ui/failed-reads.ts';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { unresolvedFailure } from './failure.ts';
import { OwnFailureNotice } from './own-failure-notice.tsx';
import { PayoutList } from './payout-list.tsx';
import { optionsQuery, schedulesQuery } from './queries.ts';
import { SourceCard } from './source-card.tsx';
import { keyOfSource } from './source-words.ts';
import { SourcesCard } from './sources-card.tsx';
import type { Source } from './types.ts';

/** Height of a balance card, in pixels. */
const sourceHeight = 140;
const pageSize = 20;

const payoutStatuses = ['requested', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed'] as const;
const filters = { status: oneOf(payoutStatuses), span: oneOf(spans), from: day, to: day };

export function Payouts() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const options = useQuery(optionsQuery({ holderId, mode }));
  const { filter, active, isNarrowed, narrow, clear, query, list, isFirstPage, hasNone } = useList({
    key: ['payouts'],
    filters,
    read: (asked) => api.GET('/api/v1/payouts', { params: { query: { ...timed(asked), limit: pageSize } } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/payouts', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.payouts', { count }),
    },
  });
  const exported = () => api.GET('/api/v1/payouts.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  const exportButton = <ExportButton fileName="payouts.csv" request={exported} />;
  const isPhone = useIsPhone();
  const failure = allFailed([options, list.query]);
  const sources = options.data?.sources ?? [];
  const failed = isNarrowed || !isFirstPage ? undefined : unresolvedFailure(query.data?.data ?? []);
  const mayRequest = may('payouts.request') && sources.some(({ spendable }) => spendable > 0);
  return (
    <Page title={t('payouts.title')} note={t('payouts.note')} actions={<Actions mayRequest={mayRequest} />}>
      {failure !== undefined && <ProblemNotice {...failure} />}
      {failed !== undefined && <OwnFailureNotice payout={failed} />}
      {failure === undefined && options.isError && (
        <ProblemNotice error={options.error} onRetry={() => void options.refetch()} />
      )}
      {options.isPending && <Loading heights={[sourceHeight]} maw={{ sm: '50%', lg: '33%' }} />}
      {options.data !== undefined && sources.length === 0 && <Text c="dimmed">{t('payouts.none')}</Text>}
      {options.data !== undefined && <Sources options={options.data} />}
      {failure === undefined && (
        <Stack gap="sm">
          {(hasNone || !isPhone) && (
            <Group justify="space-between" gap="sm">
              <Title order={2}>{t('payouts.list')}</Title>
              {!hasNone && exportButton}
            </Group>
          )}
          <PayoutList
            list={list}
            sources={sources}
            controls={(menus) =>
              !hasNone && (
                <Filters filter={filter} active={active} onChange={narrow} menus={menus} exportButton={exportButton} />
              )
            }
            {...(isNarrowed ? { onClear: clear } : {})}
          />
        </Stack>
      )}
    </Page>
  );
}

function Actions({ mayRequest }: { mayRequest: boolean }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="building-bank" size={16} />}
        renderRoot={(props) => (
          <Link to="/h/$holderId/$mode/payouts/bank-accounts" params={{ holderId, mode }} {...props} />
        )}
      >
        {t('payouts.bankAccounts')}
      </Button>
      {mayRequest && (
        <Button
          renderRoot={(props) => <Link to="/h/$holderId/$mode/payouts/new" params={{ holderId, mode }} {...props} />}
        >
          {t('payouts.request')}
        </Button>
      )}
    </>
  );
}

/** The accounts with a balance, and those that are paid out by themselves although there is none now. */
function Sources({ options }: { options: PayoutOptions }) {
  const { holderId, mode } = useBook();
  const schedules = useQuery(schedulesQuery({ holderId, mode }));
  const { sources } = options;
  const known = new Set(sources.map(keyOfSource));
  const others = schedules.data?.filter((one) => !known.has(keyOfSource(one))) ?? [];
  const scheduleOf = (source: Source) =>
    schedules.data === undefined ? null : schedules.data.find((one) => keyOfSource(one) === keyOfSource(source));
  // Where none is paid out by itself, saying so once leaves room for the list.
  const isOneCard = useIsPhone() && sources.length > 1 && schedules.data?.length === 0;
  return (
    <>
      {schedules.isError && <ProblemNotice error={schedules.error} onRetry={() => void schedules.refetch()} />}
      {isOneCard && <SourcesCard sources={sources} options={options} />}
      {!isOneCard && (sources.length > 0 || others.length > 0) && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
          {sources.map((source) => (
            <SourceCard key={keyOfSource(source)} source={source} schedule={scheduleOf(source)} options={options} />
          ))}
          {others.map((one) => (
            <SourceCard key={keyOfSource(one)} source={one} schedule={one} options={options} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

type Filter = Chosen<typeof filters>;

type FilterProps = {
  filter: Filter;
  /** How many of them are in use. */
  active: number;
  onChange: (change: Partial<Filter>) => void;
  menus: ReactNode;
  exportButton: ReactNode;
};

/** On a phone the button of the filters stands in the row of the heading, before the filters that it opens. */
function Filters({ filter, active, onChange, menus, exportButton }: FilterProps) {
  const t = useStrings();
  const isPhone = useIsPhone();
  return (
    <ListControls>
      {isPhone && (
        <Title order={2} flex={1}>
          {t('payouts.list')}
        </Title>
      )}
      <FilterButton active={active} isIcon />
      {isPhone && exportButton}
      <Choice
        label={t('payouts.status')}
        value={filter.status}
        choices={payoutStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <SpanFilter filter={filter} onChange={onChange} />
      {menus}
    </ListControls>
  );
}

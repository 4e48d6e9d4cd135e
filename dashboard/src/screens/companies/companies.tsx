/** The companies that a merchant or courier is linked to, a card each. */
import { Card, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { CompanyLink } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Received } from '../invitation/received.tsx';
import { CompanyCard } from './company-card.tsx';
import { EndLink } from './end-link.tsx';

const statuses = ['active', 'ended'] as const;
const pageSize = 20;

export function Companies() {
  const t = useStrings();
  const { holderId, mode, api, holder } = useBook();
  const may = useMay();
  const [ending, setEnding] = useState<CompanyLink | null>(null);
  const { filter, isNarrowed, narrow, query, list, isFirstPage } = useList({
    key: ['company-links'],
    filters: { status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/company-links', { params: { query: { ...query, limit: pageSize } } }),
  });
  const earnings = useQuery({
    queryKey: ['earnings', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/earnings')),
  });
  const companyOf = (link: CompanyLink) => earnings.data?.companies.find(({ beneficiary_ref: ref }) => ref === link.id);
  const mayEnd = (link: CompanyLink) => link.status === 'active' && may('links.end', link.modes);
  const links = query.data?.data ?? [];
  const isBlank = links.length === 0 && !isNarrowed && isFirstPage;
  return (
    <Page title={t('companies.title')} note={t('companies.note')}>
      <Received />
      {query.isPending && <Waiting />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && isBlank && (
        <Card withBorder>
          {holder.status === 'closed' ? (
            <EmptyState
              icon="building-store"
              title={t('companies.none.closed.title')}
              text={t('earnings.none.closed.text')}
            />
          ) : (
            <EmptyState icon="building-store" title={t('companies.none.title')} text={t('companies.none.text')} />
          )}
        </Card>
      )}
      {query.isSuccess && !isBlank && (
        <Stack gap="md">
          {(links.length > 1 || isNarrowed || !isFirstPage) && (
            <StatusFilter value={filter.status} onChange={(status) => narrow({ status })} />
          )}
          {links.length === 0 && (
            <Card withBorder>
              <EmptyState icon="search" title={t('companies.noMatch.title')} text={t('companies.noMatch.text')} />
            </Card>
          )}
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {links.map((link) => (
              <CompanyCard
                key={link.id}
                link={link}
                company={companyOf(link)}
                {...(mayEnd(link) ? { onEnd: () => setEnding(link) } : {})}
              />
            ))}
          </SimpleGrid>
          <Pager {...list} />
        </Stack>
      )}
      {ending !== null && (
        <EndLink link={ending} balances={companyOf(ending)?.balances ?? []} onClose={() => setEnding(null)} />
      )}
    </Page>
  );
}

type Status = (typeof statuses)[number] | undefined;

function StatusFilter({ value, onChange }: { value: Status; onChange: (status: Status) => void }) {
  const t = useStrings();
  return (
    <ListControls>
      <Choice
        label={t('companies.status')}
        value={value}
        choices={statuses.map((status) => ({ value: status, label: t(`state.${status}`) }))}
        onChange={onChange}
      />
    </ListControls>
  );
}

function Waiting() {
  return (
    <Loading>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Skeleton height={280} />
        <Skeleton height={280} />
      </SimpleGrid>
    </Loading>
  );
}

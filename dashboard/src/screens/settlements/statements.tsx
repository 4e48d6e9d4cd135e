/** A party's month: balances and movements, to print or as CSV. The address names both. */
import { Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, documentOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { text, withUsual } from '../../app/list-filters.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { DocumentButton } from '../../ui/document-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { AccountMonth, movementsShown } from './account-month.tsx';
import { SettlementsFrame } from './settlements-frame.tsx';

const own = 'partner';
const monthPattern = /^\d{4}-\d{2}$/;
const monthLength = 7;
const pauseMs = 250;
const partiesShown = 50;

export function Statements() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { filter, narrow } = useFilters({ beneficiary_ref: withUsual(text, own), month: text });
  const { beneficiary_ref: party, month = new Date().toISOString().slice(0, monthLength) } = filter;
  const query = useQuery({
    queryKey: ['statement', holderId, mode, party, month],
    enabled: monthPattern.test(month),
    placeholderData: keepPreviousData,
    queryFn: () =>
      dataOf(api.GET('/api/v1/statements/{month}', { params: { path: { month }, query: { beneficiary_ref: party } } })),
  });
  const documentAt = (type: string) =>
    documentOf({ holderId, mode }, `/statements/${month}.${type}`, { beneficiary_ref: party });
  const accounts = query.data?.accounts ?? [];
  return (
    <SettlementsFrame>
      <Group align="flex-end" gap="sm">
        <PartyChoice value={party} onChange={(beneficiary_ref) => narrow({ beneficiary_ref })} />
        <TextInput
          label={t('statements.month')}
          type="month"
          value={month}
          onChange={({ currentTarget }) => narrow({ month: currentTarget.value })}
          w={{ base: '100%', xs: 180 }}
        />
        {query.isSuccess && (
          <>
            <DocumentButton as="print" address={documentAt('html')} label={t('settlements.print')} />
            <DocumentButton as="csv" address={documentAt('csv')} label={t('settlements.csv')} />
          </>
        )}
      </Group>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Loading heights={[240]} />}
      {query.isSuccess && accounts.length === 0 && (
        <Card withBorder>
          <EmptyState icon="receipt" title={t('statements.empty.title')} text={t('statements.empty.text')} />
        </Card>
      )}
      <Stack gap="xl">
        {accounts.map((account) => (
          <Stack gap="xs" key={`${account.account}/${account.currency}`}>
            <Group justify="space-between" align="baseline" gap="xs">
              <Title order={2}>
                <AccountMonth.Name account={account} />
              </Title>
              {account.movements_total > movementsShown && (
                <Text size="sm" c="dimmed">
                  {t('statements.more', { count: movementsShown, total: account.movements_total })}
                </Text>
              )}
            </Group>
            <AccountMonth account={account} />
          </Stack>
        ))}
      </Stack>
    </SettlementsFrame>
  );
}

function PartyChoice({ value, onChange }: { value: string; onChange: (party: string) => void }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const wanted = { limit: partiesShown, ...(search === '' ? {} : { search }) };
  const links = useQuery({
    queryKey: ['links', holderId, mode, 'choice', wanted],
    queryFn: () => pageOf(api.GET('/api/v1/links', { params: { query: wanted } })),
    placeholderData: keepPreviousData,
  });
  const known = (links.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }));
  const first = { value: own, label: t('statements.party.own') };
  const isKnown = value === own || known.some((one) => one.value === value);
  return (
    <Select
      label={t('statements.party')}
      searchable
      allowDeselect={false}
      // The service searches, in all links.
      filter={({ options }) => options}
      onSearchChange={(text) => setTyped(isLabel(text, [first, ...known]) ? '' : text)}
      value={value}
      data={[first, ...known, ...(isKnown ? [] : [{ value, label: value }])]}
      onChange={(party) => onChange(party ?? own)}
      w={{ base: '100%', xs: 280 }}
    />
  );
}

/** The field shows the chosen label as if it had been typed. */
const isLabel = (text: string, options: readonly { label: string }[]): boolean =>
  options.some(({ label }) => label === text);

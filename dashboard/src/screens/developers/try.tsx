/** Requests of the API, sent in test mode without a key: an operation, its parameters, and the response. */
import { Card, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { mayIn, useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type Operation, operationsQuery } from './operations.ts';
import { ReferenceLink } from './reference-link.tsx';
import { ToTestMode } from './to-test-mode.tsx';
import { TryForm } from './try-form.tsx';

export function TryRequests() {
  const t = useStrings();
  const navigate = useNavigate({ from: '/h/$holderId/$mode/developers/try' });
  const { operation: wanted } = useSearch({ from: '/signed-in/h/$holderId/$mode/developers/try' });
  const { holder, mode } = useBook();
  const may = useMay();
  const query = useQuery(operationsQuery(holder.kind === 'merchant' ? 'merchant' : 'company'));
  const operations = query.data ?? [];
  // The page opens with the request that comes first for everyone.
  const first = holder.kind === 'merchant' ? 'createPayment' : 'createOrder';
  const chosen = operations.find(({ id }) => id === (wanted ?? first));
  if (!may('requests.try')) {
    return (
      <Page title={t('try.title')}>
        <DeveloperTabs />
        <Card withBorder>
          <EmptyState
            icon="lock"
            title={mode === 'live' ? t('try.live.title') : t('try.readOnly.title')}
            text={mode === 'live' ? t('try.live.text') : t('try.readOnly.text')}
            action={
              mode === 'live' &&
              mayIn(holder, 'test', 'requests.try') && <ToTestMode to="/h/$holderId/$mode/developers/try" />
            }
          />
        </Card>
      </Page>
    );
  }
  return (
    <Page title={t('try.title')} note={t('try.note')} actions={<ReferenceLink />}>
      <DeveloperTabs />
      {query.isPending && <Loading heights={[200]} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && (
        <Stack gap="lg">
          <Select
            label={t('try.operation')}
            placeholder={t('try.operation.choose')}
            searchable
            // As wide as the card below it.
            w={{ base: '100%', md: 'calc(50% - var(--mantine-spacing-lg) / 2)' }}
            value={chosen?.id ?? null}
            data={grouped(operations)}
            onChange={(id) => navigate({ search: id === null ? {} : { operation: id }, replace: true })}
            error={wanted !== undefined && chosen === undefined ? t('try.unknown') : undefined}
          />
          {chosen === undefined ? (
            <Card withBorder>
              <EmptyState icon="code" title={t('try.empty.title')} text={t('try.empty.text')} />
            </Card>
          ) : (
            <TryForm key={chosen.id} operation={chosen} />
          )}
        </Stack>
      )}
    </Page>
  );
}

const grouped = (operations: readonly Operation[]) =>
  [...Map.groupBy(operations, ({ group }) => group)].map(([group, own]) => ({
    group,
    items: own.map(({ id, summary }) => ({ value: id, label: summary })),
  }));

/** The proof of the books: what the last verification found, check by check, and verifying now with its progress. */
import {
  Alert,
  Button,
  Card,
  Group,
  Menu,
  Progress,
  Stack,
  Table,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bookTime } from '../../api/book-time.ts';
import { dataOf } from '../../api/client.ts';
import type { Books as Data } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useSpan } from '../../ui/span.tsx';
import { Checks } from './checks.tsx';
import { PastBooks } from './past-books.tsx';
import { PublicProof } from './public-proof.tsx';

type Run = NonNullable<Data['run']>;

const isOpen = (run: Run | null | undefined): run is Run => run?.status === 'queued' || run?.status === 'running';
const kinds = ['incremental', 'full'] as const;

export function Books() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['operator', 'books', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/books')),
    refetchInterval: ({ state }) => (isOpen(state.data?.run) ? 700 : 15_000),
  });
  const run = query.data?.run;
  const isRunning = isOpen(run);
  useEffect(() => {
    if (!isRunning) void queries.invalidateQueries({ queryKey: ['operator', 'inbox'] });
  }, [isRunning, queries]);
  const verify = useMutation({
    mutationFn: (kind: Run['kind']) => dataOf(api.POST('/api/v1/operator/verifications', { body: { kind } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'books'] }),
  });
  return (
    <Page
      title={t('op.books.title')}
      note={t('op.books.note')}
      actions={
        <>
          {query.data?.last_full && (
            <ExportButton
              label={t('op.books.proof')}
              fileName={`sluice-proof-${new Date(bookTime()).toISOString().slice(0, 10)}.json`}
              request={() => api.GET('/api/v1/operator/proof', { parseAs: 'blob' })}
            />
          )}
          {may('books.verify') && (
            <VerifyMenu isBusy={isRunning || verify.isPending} onChosen={(kind) => verify.mutate(kind)} />
          )}
        </>
      }
    >
      {verify.isError && <ProblemNotice error={verify.error} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[320]} />}
      <Announced books={query.data} />
      {run?.status === 'failed' && <Alert color="yellow">{t('op.books.failed')}</Alert>}
      {query.data !== undefined && <Found books={query.data} />}
    </Page>
  );
}

/** It has the focus again once a kind was chosen, and keeps it meanwhile. */
function VerifyMenu({ isBusy, onChosen }: { isBusy: boolean; onChosen: (kind: Run['kind']) => void }) {
  const t = useStrings();
  return (
    <Menu position="bottom-end" width={300} disabled={isBusy} returnFocus>
      <Menu.Target>
        <Button
          leftSection={<Icon name="shield-check" size={16} />}
          rightSection={<Icon name="chevron-down" size={14} />}
          // It keeps the focus, which a disabled one would lose.
          data-disabled={isBusy || undefined}
          aria-disabled={isBusy || undefined}
        >
          {t('op.books.verify')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onChosen(kind)}>
            <Text size="sm" fw={550}>
              {t(`op.books.verify.${kind}`)}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`op.books.verify.${kind}.text`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const passedOf = ({ checks }: NonNullable<Data['last']>): number => checks.filter(({ count }) => count === 0).length;

/** Says how far a verification is, and what it found once it ends, in one place that stays: a reader hears what changes in it. */
function Announced({ books }: { books: Data | undefined }) {
  const t = useStrings();
  const [hasRun, setHasRun] = useState(false);
  const { run, last } = books ?? {};
  const isRunning = isOpen(run);
  if (isRunning && !hasRun) setHasRun(true);
  const isEnded = hasRun && run?.status !== 'failed' && last != null;
  return (
    <div role="status" style={isRunning ? undefined : { position: 'absolute' }}>
      {isRunning && <Progressing run={run} />}
      {!isRunning && isEnded && (
        <VisuallyHidden>
          {t(last.ok ? 'op.books.balanced' : 'op.books.unbalanced')}.{' '}
          {t('op.books.passed', { passed: passedOf(last), total: last.checks.length })}
        </VisuallyHidden>
      )}
    </div>
  );
}

function Progressing({ run: { status, checks_done: done, checks_total: total } }: { run: Run }) {
  const t = useStrings();
  const words =
    status === 'queued'
      ? t('op.books.queued')
      : total === null
        ? t('op.books.starting')
        : t('op.books.running', { done, total });
  return (
    <Card withBorder padding="lg">
      <Stack gap="xs">
        <Text>{words}</Text>
        <Progress
          value={total === null ? 100 : (done / total) * 100}
          animated={total === null}
          striped={total === null}
          aria-label={t('op.books.verify')}
        />
      </Stack>
    </Card>
  );
}

function Found({ books: { last, last_full: lastFull, earlier } }: { books: Data }) {
  const t = useStrings();
  const may = useMay();
  if (last === null) {
    return (
      <Card withBorder>
        <EmptyState
          icon="shield-check"
          title={t('op.books.unknown')}
          text={t(may('books.verify') ? 'op.books.unknown.text' : 'op.books.unknown.later')}
        />
      </Card>
    );
  }
  return (
    <>
      <Card withBorder padding="lg">
        <Group wrap="nowrap" align="flex-start">
          <ThemeIcon size={44} radius="xl" variant="light" color={last.ok ? 'green' : 'red'}>
            <Icon name={last.ok ? 'shield-check' : 'alert-triangle'} size={24} />
          </ThemeIcon>
          <div>
            <Title order={2}>{t(last.ok ? 'op.books.balanced' : 'op.books.unbalanced')}</Title>
            <Text c="dimmed" component="div">
              <Dotted>
                <span>{t('op.books.passed', { passed: passedOf(last), total: last.checks.length })}</span>
                <span>{t(`op.books.kind.${last.kind}`)}</span>
                <Instant at={last.finished_at} />
              </Dotted>
            </Text>
            {last.kind !== 'full' && (
              <Text c="dimmed" component="div">
                {t('op.books.lastFull')}:{' '}
                {lastFull === null ? t('op.books.lastFull.none') : <Instant at={lastFull.finished_at} />}
              </Text>
            )}
          </div>
        </Group>
      </Card>
      <Checks key={last.verification_id} checks={last.checks} />
      <PastBooks />
      <PublicProof />
      <Earlier runs={earlier} />
    </>
  );
}

function Earlier({ runs }: { runs: Data['earlier'] }) {
  const t = useStrings();
  const span = useSpan();
  return (
    <section>
      <Title order={2} mb="sm">
        {t('op.books.runs')}
      </Title>
      <Card withBorder padding={0}>
        <Table aria-label={t('op.books.runs')} horizontalSpacing="md" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('op.books.run.at')}</Table.Th>
              <Table.Th>{t('op.books.run.kind')}</Table.Th>
              <Table.Th>{t('op.books.run.result')}</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                {t('op.books.run.took')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.verification_id}>
                <Table.Td>
                  <Instant at={run.finished_at} />
                </Table.Td>
                <Table.Td>{t(`op.books.kind.${run.kind}`)}</Table.Td>
                <Table.Td>
                  <Flag tone={run.ok ? 'done' : 'failed'}>
                    {t(run.ok ? 'op.books.badge.balanced' : 'op.books.badge.unbalanced')}
                  </Flag>
                </Table.Td>
                <Table.Td ta="end" visibleFrom="sm">
                  {span(new Date(run.finished_at).getTime() - new Date(run.started_at).getTime())}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </section>
  );
}

/** The running service: what it depends on, its queue, its versions. */
import { Alert, Anchor, Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import type { ServiceHealth } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { demoMailboxAddress, isDemo } from '../../app/demo.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const versions = ['sluice', 'node', 'postgres', 'schema'] as const;

export function Health() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'health', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/health')),
    refetchInterval: 5_000,
  });
  return (
    <Page title={t('op.health.title')}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[320]} />}
      {query.data !== undefined && <Shown health={query.data} />}
    </Page>
  );
}

type Translate = ReturnType<typeof useStrings>;
type Tone = 'done' | 'waiting' | 'failed' | 'neutral';
type Part = { title: string; tone: Tone; words: string; text?: ReactNode };

function Shown({ health }: { health: ServiceHealth }) {
  const t = useStrings();
  const parts = useParts(health);
  const wrong = parts.filter(({ tone }) => tone === 'failed' || tone === 'waiting');
  return (
    <>
      <Alert
        color={wrong.length === 0 ? 'green' : 'yellow'}
        icon={<Icon name={wrong.length === 0 ? 'check' : 'alert-triangle'} size={18} />}
        title={wrong.length === 0 ? t('op.health.ok') : t('op.health.wrong', { count: wrong.length })}
      >
        {wrong.length === 0 ? t('op.health.ok.text') : wrong.map(({ title }) => title).join(' · ')}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {parts.map((part) => (
          <PartCard key={part.title} part={part} />
        ))}
      </SimpleGrid>
      {health.jobs.length > 0 && (
        <Panel title={t('op.health.jobs')} isFlush>
          <Queue jobs={health.jobs} />
        </Panel>
      )}
      <Panel title={t('op.health.versions')}>
        <FactList
          facts={[
            ...versions.map((name) => ({ label: t(`op.health.version.${name}`), value: versionOf(health, name) })),
            { label: t('op.health.startedAt'), value: <Instant at={health.started_at} /> },
          ]}
        />
      </Panel>
    </>
  );
}

/** A migration is known by its number. */
const versionOf = ({ versions: known }: ServiceHealth, name: (typeof versions)[number]) =>
  name === 'schema' ? known.schema?.split('_', 1)[0] : known[name];

const bookTones = { balanced: 'done', unbalanced: 'failed', unknown: 'neutral' } as const;

function useParts({ database, books, backups, workers, mails, jobs, ...health }: ServiceHealth): Part[] {
  const t = useStrings();
  const { currencies } = health.bank_details;
  const takesTransfers = currencies.length > 0;
  return [
    {
      title: t('op.health.database'),
      tone: database.writable ? 'done' : 'failed',
      words: t(database.writable ? 'op.health.database.ok' : 'op.health.database.readOnly'),
      text: t('op.health.database.text', { version: health.versions.postgres }),
    },
    {
      title: t('op.health.books'),
      tone: bookTones[books.state],
      words: t(`op.books.badge.${books.state}`),
      text: books.verified_at !== null && <Instant at={books.verified_at} />,
    },
    { title: t('op.health.backups'), ...backupsIn(t, backups), text: <Backups backups={backups} /> },
    {
      title: t('op.health.workers'),
      tone: workers.alive ? 'done' : 'failed',
      words: t(workers.alive ? 'op.health.workers.ok' : 'op.health.workers.none'),
      text: jobs.length === 0 && t('op.health.jobs.none'),
    },
    {
      title: t('op.health.transfers'),
      tone: takesTransfers ? 'done' : 'waiting',
      words: takesTransfers ? t('op.health.transfers.ok') : t('op.health.transfers.none'),
      text: takesTransfers
        ? t('op.health.transfers.text', { currencies: currencies.join(', ') })
        : t('op.health.transfers.none.text'),
    },
    { title: t('op.health.mails'), ...mailsIn(t, mails) },
  ];
}

/** In a demo none is sent, and none waits. */
function mailsIn(t: Translate, { queued, failed }: ServiceHealth['mails']): Omit<Part, 'title'> {
  if (isDemo()) {
    return {
      tone: 'neutral',
      words: t('op.health.mails.demo'),
      text: <Anchor href={demoMailboxAddress}>{t('mail.mailbox')}</Anchor>,
    };
  }
  if (failed > 0) return { tone: 'failed', words: t('op.health.mails.failed', { count: failed }) };
  if (queued > 0) return { tone: 'waiting', words: t('op.health.mails.queued', { count: queued }) };
  return { tone: 'done', words: t('op.health.mails.ok') };
}

/** A demo is thrown away: that it has no backup is nothing to mend. */
function backupsIn(
  t: Translate,
  { failures, made_at: madeAt, is_old: isOld }: ServiceHealth['backups'],
): Pick<Part, 'tone' | 'words'> {
  if (failures > 0) return { tone: 'failed', words: t('op.health.backups.failed', { count: failures }) };
  if (madeAt === null)
    return isDemo()
      ? { tone: 'neutral', words: t('op.health.backups.demo') }
      : { tone: 'waiting', words: t('op.health.backups.none') };
  if (isOld) return { tone: 'waiting', words: t('op.health.backups.old') };
  return { tone: 'done', words: t('op.health.backups.ok') };
}

/** When and where the last one was made; after a failure also why. */
function Backups({ backups: { made_at: madeAt, place, error } }: Pick<ServiceHealth, 'backups'>) {
  const t = useStrings();
  return (
    <>
      {error !== null && <div>{error}</div>}
      {madeAt === null ? t('op.health.backups.none.text') : <Instant at={madeAt} />}
      {place !== null && <div>{place}</div>}
    </>
  );
}

function PartCard({ part: { title, tone, words, text } }: { part: Part }) {
  return (
    <Card withBorder padding="lg" component="section">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Flag tone={tone}>{words}</Flag>
      </Group>
      {text !== undefined && text !== false && (
        <Text size="xs" c="dimmed" mt="xs" component="div">
          {text}
        </Text>
      )}
    </Card>
  );
}

function Queue({ jobs }: { jobs: ServiceHealth['jobs'] }) {
  const t = useStrings();
  const counts = ['waiting', 'running', 'planned', 'failed'] as const;
  return (
    <Figures
      label={t('op.health.jobs.table')}
      isFlush
      heads={[
        { title: t('op.health.jobs.name') },
        ...counts.map((one) => ({ title: t(`op.health.jobs.${one}`), align: 'end' as const })),
      ]}
      rows={jobs.map((job) => ({
        key: job.name,
        cells: [
          <Text key="name" ff="monospace" size="xs">
            {job.name}
          </Text>,
          ...counts.map((one) => (
            <Text
              key={one}
              component="span"
              inherit
              {...(one === 'failed' && job.failed > 0 ? { c: 'var(--tone-failed)' } : {})}
            >
              {job[one]}
            </Text>
          )),
        ],
      }))}
    />
  );
}

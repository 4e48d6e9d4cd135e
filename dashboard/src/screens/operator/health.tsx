/** The running service: what it depends on, its queue, its versions. */
import { Anchor, Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
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

function Shown({ health }: { health: ServiceHealth }) {
  const t = useStrings();
  const { database, books, backups, workers, mails } = health;
  const takesTransfers = health.bank_details.currencies.length > 0;
  const bookTones = { balanced: 'done', unbalanced: 'failed', unknown: 'neutral' } as const;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Part title={t('op.health.database')} text={null}>
          <Flag tone={database.writable ? 'done' : 'failed'}>
            {t(database.writable ? 'op.health.database.ok' : 'op.health.database.readOnly')}
          </Flag>
        </Part>
        <Part
          title={t('op.health.books')}
          text={books.verified_at === null ? null : <Instant at={books.verified_at} />}
        >
          <Flag tone={bookTones[books.state]}>{t(`op.books.${books.state}`)}</Flag>
        </Part>
        <Part title={t('op.health.backups')} text={<Backups backups={backups} />}>
          <BackupFlag backups={backups} />
        </Part>
        <Part title={t('op.health.workers')} text={null}>
          <Flag tone={workers.alive ? 'done' : 'failed'}>
            {t(workers.alive ? 'op.health.workers.ok' : 'op.health.workers.none')}
          </Flag>
        </Part>
        <Part title={t('op.health.transfers')} text={takesTransfers ? null : t('op.health.transfers.none.text')}>
          <Flag tone={takesTransfers ? 'done' : 'waiting'}>
            {takesTransfers ? health.bank_details.currencies.join(', ') : t('op.health.transfers.none')}
          </Flag>
        </Part>
        <Mails mails={mails} />
      </SimpleGrid>
      <Panel title={t('op.health.jobs')} isFlush={health.jobs.length > 0}>
        {health.jobs.length === 0 ? <Text c="dimmed">{t('op.health.jobs.none')}</Text> : <Queue jobs={health.jobs} />}
      </Panel>
      <Panel title={t('op.health.versions')}>
        <FactList
          facts={[
            ...versions.map((name) => ({ label: t(`op.health.version.${name}`), value: health.versions[name] })),
            { label: t('op.health.startedAt'), value: <Instant at={health.started_at} /> },
          ]}
        />
      </Panel>
    </>
  );
}

/** In a demo none is sent, and none waits. */
function Mails({ mails: { queued, failed } }: Pick<ServiceHealth, 'mails'>) {
  const t = useStrings();
  if (isDemo()) {
    return (
      <Part title={t('op.health.mails')} text={<Anchor href={demoMailboxAddress}>{t('mail.mailbox')}</Anchor>}>
        <Flag tone="neutral">{t('op.health.mails.demo')}</Flag>
      </Part>
    );
  }
  const tone = failed > 0 ? 'failed' : queued > 0 ? 'waiting' : 'done';
  const words = {
    done: t('op.health.mails.ok'),
    waiting: t('op.health.mails.queued', { count: queued }),
    failed: t('op.health.mails.failed', { count: failed }),
  };
  return (
    <Part title={t('op.health.mails')} text={null}>
      <Flag tone={tone}>{words[tone]}</Flag>
    </Part>
  );
}

function BackupFlag({ backups: { failures, made_at: madeAt, is_old: isOld } }: Pick<ServiceHealth, 'backups'>) {
  const t = useStrings();
  if (failures > 0) return <Flag tone="failed">{t('op.health.backups.failed', { count: failures })}</Flag>;
  if (madeAt === null) return <Flag tone="neutral">{t('op.health.backups.none')}</Flag>;
  if (isOld) return <Flag tone="waiting">{t('op.health.backups.old')}</Flag>;
  return <Flag tone="done">{t('op.health.backups.ok')}</Flag>;
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

function Part({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section">
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <Group>{children}</Group>
      {text !== null && (
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

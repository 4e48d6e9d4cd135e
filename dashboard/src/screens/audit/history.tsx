/** What was done to one object, newest first, as a card of its page. For the operator. */
import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import type { QueryOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import rows from '../../ui/rows.module.css';
import { ActorDetails, Changes, Sentence } from './entry.tsx';
import classes from './history.module.css';

type Filter = QueryOf<'operatorListAuditLog'>;

export function History({ title, filter }: { title: string; filter: Filter }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'history', holderId, mode, filter],
    queryFn: () => pageOf(api.GET('/api/v1/operator/audit-log', { params: { query: filter } })),
  });
  return (
    <Panel title={title}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={60} />}
      {query.data?.data.length === 0 && <Text c="dimmed">{t('audit.empty.title')}</Text>}
      <ol className={classes.entries}>
        {query.data?.data.map((entry) => (
          <li key={entry.entry_id} className={rows.row}>
            <Group justify="space-between" gap="xs" align="baseline">
              <Sentence entry={entry} />
              <Text size="xs" c="dimmed" component="div">
                <Instant at={entry.at} />
              </Text>
            </Group>
            <ActorDetails entry={entry} />
            <Changes entry={entry} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

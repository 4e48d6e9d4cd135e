/** The requests that changed an object, and those that failed at it. */
import { Code, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ObjectActivity } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import classes from './activity.module.css';
import { StatusBadge } from './status-badge.tsx';

type Request = ObjectActivity['requests'][number];

export function ActivityRequests({ requests }: { requests: readonly Request[] }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (requests.length === 0) return <Text c="dimmed">{t('activity.requests.empty')}</Text>;
  return (
    <ul className={classes.rows}>
      {requests.map(({ request_id: id, at, failure, events }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs" align="baseline">
            <Link to="/h/$holderId/$mode/developers/requests/$id" params={{ holderId, mode, id }}>
              {failure === null ? t('activity.requests.changed') : `${failure.method} ${failure.path}`}
            </Link>
            <Text size="xs" c="dimmed" component="div">
              <Instant at={at} exact />
            </Text>
          </Group>
          <Group gap="xs" mt={4}>
            {failure === null ? (
              <ToneBadge tone="done">{t('activity.requests.succeeded')}</ToneBadge>
            ) : (
              <>
                <StatusBadge status={failure.status} />
                <Code fz="xs">{failure.code}</Code>
              </>
            )}
            {events.length > 0 && (
              <Text size="xs" ff="monospace" c="dimmed">
                {events.join(', ')}
              </Text>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

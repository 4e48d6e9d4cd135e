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
  if (requests.length === 0) return <Text c="dimmed">{t('activity.requests.empty')}</Text>;
  return (
    <ul className={classes.rows}>
      {requests.map((request) => (
        <li key={request.request_id}>
          <Row request={request} />
        </li>
      ))}
    </ul>
  );
}

/** What isn't in the log is known to have succeeded by what it caused. */
function Row({ request: { request_id: id, at, failure, success, events } }: { request: Request }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const logged = failure ?? success;
  return (
    <>
      <Group justify="space-between" gap="xs" align="baseline">
        <Link to="/h/$holderId/$mode/developers/requests/$id" params={{ holderId, mode, id }}>
          {logged === null ? t('activity.requests.changed') : `${logged.method} ${logged.path}`}
        </Link>
        <Text size="xs" c="dimmed" component="div">
          <Instant at={at} exact />
        </Text>
      </Group>
      <Group gap="xs" mt={4}>
        {logged === null ? (
          <ToneBadge tone="done">{t('activity.requests.succeeded')}</ToneBadge>
        ) : (
          <StatusBadge status={logged.status} />
        )}
        {failure !== null && <Code fz="xs">{failure.code}</Code>}
        {events.length > 0 && (
          <Text size="xs" ff="monospace" c="dimmed">
            {events.join(', ')}
          </Text>
        )}
      </Group>
    </>
  );
}

/** One request: what was sent, why it failed, and what it did. */
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { RequestInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { Marked } from './marked.tsx';
import { StatusBadge } from './status-badge.tsx';

type Failure = NonNullable<RequestInFull['failure']>;
type Logged = NonNullable<RequestInFull['request']>;

export function RequestScreen() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/developers/requests/$id' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['requests', holderId, mode, id],
    queryFn: () => dataOf(api.GET('/api/v1/requests/{request_id}', { params: { path: { request_id: id } } })),
  });
  const { data } = query;
  const { request, failure } = data ?? {};
  return (
    <Page
      title={request == null ? t('requests.one') : `${request.method} ${request.path}`}
      note={
        <Group gap="xs">
          {request != null && <StatusBadge status={request.status} />}
          <Copyable value={id} what={t('requests.id')} />
        </Group>
      }
    >
      {query.isError && (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} missing={t('requests.missing')} />
      )}
      {query.isPending && <Loading heights={[320]} />}
      {request != null && <Sent request={request} code={failure?.code} />}
      {request === null && <Text>{t('requests.unlogged')}</Text>}
      {failure != null && <Why failure={failure} />}
      {data !== undefined && <Effects events={data.events} />}
      {request != null && <Bodies request={request} />}
    </Page>
  );
}

function Sent({ request, code }: { request: Logged; code: string | undefined }) {
  const t = useStrings();
  const { query, omitted } = request;
  return (
    <>
      <Facts
        cols={code === undefined ? 3 : 2}
        facts={[
          { label: t('requests.at'), value: <Instant at={request.at} /> },
          { label: t('requests.took'), value: t('requests.ms', { ms: request.duration_ms }) },
          ...(code === undefined ? [] : [{ label: t('requests.error'), value: <Code fz="xs">{code}</Code> }]),
          { label: t('requests.key'), value: <Copyable value={request.client_id} what={t('requests.key')} /> },
        ]}
      />
      {query !== null && <Code block>{`?${query}`}</Code>}
      {code === undefined && omitted > 0 && (
        <Text size="sm" c="dimmed">
          {t('requests.omitted.succeeded', { count: omitted })}
        </Text>
      )}
    </>
  );
}

const indent = 2;

/** As they are kept. */
function Bodies({ request: { body, response } }: { request: Logged }) {
  const t = useStrings();
  const kept = [
    { part: 'sent', value: body },
    { part: 'received', value: response },
  ] as const;
  const shown = kept.filter(({ value }) => value !== null);
  if (shown.length === 0) return null;
  return (
    <>
      {shown.map(({ part, value }) => (
        <Panel key={part} title={t(`requests.${part}`)}>
          <Snippet text={JSON.stringify(value, null, indent)} what={t(`requests.${part}.json`)} />
        </Panel>
      ))}
      <Text size="xs" c="dimmed">
        {t('requests.bodies.note')}
      </Text>
    </>
  );
}

function Why({ failure }: { failure: Failure }) {
  const t = useStrings();
  const { message, details, explanation, omitted } = failure;
  return (
    <Panel
      title={t('requests.why')}
      actions={
        <Anchor href="/docs#description/errors" size="sm">
          {t('requests.reference')}
        </Anchor>
      }
    >
      <Stack gap="sm">
        <Text>
          <Marked text={explanation.meaning} />{' '}
          <b>
            <Marked text={explanation.remedy} />
          </b>
        </Text>
        {details.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('requests.answered')}: {message}
          </Text>
        ) : (
          <Stack gap={4} component="ul" m={0} ps="md" aria-label={t('requests.fields')}>
            {details.map(({ field, message: reason }) => (
              <Text key={field} component="li" size="sm">
                <Code fz="xs">{field}</Code> {reason}
              </Text>
            ))}
          </Stack>
        )}
        {omitted > 0 && (
          <Text size="sm" c="dimmed">
            {t('requests.omitted', { count: omitted })}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Effects({ events }: { events: RequestInFull['events'] }) {
  const t = useStrings();
  return (
    <Panel title={t('requests.did')}>
      {events.length === 0 ? (
        <Text c="dimmed">{t('requests.did.none')}</Text>
      ) : (
        <Stack gap="xs">
          {events.map((event) => (
            <Group key={event.event_id} gap="md">
              <Text fw={550}>{event.type}</Text>
              <About event={event} />
              <Text c="dimmed" component="div">
                <Instant at={event.created_at} />
              </Text>
            </Group>
          ))}
          <Text size="sm" c="dimmed">
            {t('requests.did.later')}
          </Text>
        </Stack>
      )}
    </Panel>
  );
}

/** The object of an event, which most have a screen of. */
function About({ event }: { event: RequestInFull['events'][number] }) {
  const { holderId, mode } = useBook();
  const { subject, partner_order_ref: ref } = event;
  const [kind, id = ''] = [subject.slice(0, subject.indexOf(':')), subject.slice(subject.indexOf(':') + 1)];
  if (ref !== null) {
    return (
      <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref }}>
        {ref}
      </Link>
    );
  }
  if (kind === 'payment') {
    return (
      <Link to="/h/$holderId/$mode/payments/$id" params={{ holderId, mode, id }}>
        {id}
      </Link>
    );
  }
  if (kind === 'settlement') {
    return (
      <Link to="/h/$holderId/$mode/settlements/$id" params={{ holderId, mode, id }}>
        {subject}
      </Link>
    );
  }
  return <Text>{subject}</Text>;
}

/** One event of an endpoint, with every attempt to deliver it. */
import { Accordion, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookDeliveryInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CausedBy } from '../requests/caused-by.tsx';
import { AttemptInFull, AttemptLine } from './attempt.tsx';
import { DeliveryBadge } from './endpoint-words.tsx';
import { deliveryQuery, endpointQuery } from './queries.ts';
import { ResendOne } from './resend-dialogs.tsx';

export function DeliveryScreen() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const { id, eventId } = useParams({ from: '/signed-in/h/$holderId/$mode/webhooks/$id/$eventId' });
  const [asks, setAsks] = useState(false);
  const endpoint = useQuery(endpointQuery({ holderId, mode }, id));
  const query = useQuery(deliveryQuery({ holderId, mode }, id, eventId));
  const { data: delivery } = query;
  const mayResend = may('webhooks.resend') && endpoint.data?.status === 'active';
  return (
    <Page
      title={delivery?.type ?? t('webhooks.delivery')}
      note={
        <Group gap="xs">
          {delivery !== undefined && <DeliveryBadge delivery={delivery} />}
          <Copyable value={eventId} what={t('events.id')} />
          <Link to="/h/$holderId/$mode/webhooks/$id" params={{ holderId, mode, id }}>
            {t('webhooks.log.all')}
          </Link>
        </Group>
      }
      actions={
        mayResend &&
        delivery !== undefined && (
          <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={() => setAsks(true)}>
            {t('webhooks.resend')}
          </Button>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[320]} />}
      {delivery !== undefined && <Delivered delivery={delivery} />}
      {asks && delivery !== undefined && <ResendOne delivery={delivery} onClose={() => setAsks(false)} />}
    </Page>
  );
}

function Delivered({ delivery }: { delivery: WebhookDeliveryInFull }) {
  const t = useStrings();
  const { log, reason, url, next_attempt_at: next, finished_at: finished } = delivery;
  const [newest] = log;
  return (
    <>
      <Facts
        facts={[
          { label: t('webhooks.attempts'), value: delivery.attempts },
          { label: t('webhooks.queuedAt'), value: <Instant at={delivery.created_at} exact /> },
          ...(next === null ? [] : [{ label: t('webhooks.nextAttempt'), value: <Instant at={next} exact /> }]),
          ...(finished === null ? [] : [{ label: t('webhooks.finishedAt'), value: <Instant at={finished} exact /> }]),
          ...(reason === null ? [] : [{ label: t('webhooks.reason'), value: t(`webhooks.reason.${reason}`) }]),
        ]}
      />
      {delivery.request_id !== null && <CausedBy requestId={delivery.request_id} />}
      {url !== null && <Copyable value={url} what={t('webhooks.url')} />}
      <Stack gap="xs">
        <Title order={2} size="h3">
          {t('webhooks.attempts')}
        </Title>
        {newest === undefined ? (
          <Text c="dimmed">
            {t(delivery.status === 'pending' ? 'webhooks.attempts.soon' : 'webhooks.attempts.none')}
          </Text>
        ) : (
          <Accordion variant="contained" multiple defaultValue={[newest.started_at]} order={3}>
            {log.map((attempt) => (
              <Accordion.Item key={attempt.started_at} value={attempt.started_at}>
                <Accordion.Control>
                  <AttemptLine attempt={attempt} />
                </Accordion.Control>
                <Accordion.Panel>
                  <AttemptInFull attempt={attempt} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Stack>
    </>
  );
}

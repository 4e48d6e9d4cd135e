/** One attempt to deliver an event: how it ended, what was sent and what came back. */
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { readable } from '../developers/operations.ts';
import type { Attempt } from './types.ts';

const shownHeight = 360;

export function AttemptLine({ attempt }: { attempt: Attempt }) {
  const t = useStrings();
  const { number, outcome, status_code: code, duration_ms: ms, started_at: at } = attempt;
  return (
    <Group gap="xs">
      <Text span fw={550}>
        {t('webhooks.attempt', { number })}
      </Text>
      <ToneBadge tone={outcome === 'delivered' ? 'done' : 'failed'}>
        {code === null ? t(`webhooks.outcome.${outcome}`) : t('webhooks.outcome.answered', { code })}
      </ToneBadge>
      <Text size="xs" c="dimmed" component="div">
        <Dotted>
          <Instant at={at} exact />
          {t('webhooks.duration', { ms })}
        </Dotted>
      </Text>
    </Group>
  );
}

export function AttemptInFull({ attempt: { number, request, response, outcome } }: { attempt: Attempt }) {
  const t = useStrings();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Side title={t('webhooks.request')} side={request} what="request" number={number} />
      {response === null ? (
        <div>
          <Title order={4} size="h5">
            {t('webhooks.response')}
          </Title>
          <Text c="dimmed">{t('webhooks.response.none', { outcome: t(`webhooks.outcome.${outcome}`) })}</Text>
        </div>
      ) : (
        <Side title={t('webhooks.response')} side={response} what="response" number={number} />
      )}
    </SimpleGrid>
  );
}

type SideProps = { title: string; side: Attempt['request']; what: 'request' | 'response'; number: number };

function Side({ title, side: { headers, body }, what, number }: SideProps) {
  const t = useStrings();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="xs" miw={0}>
      <Title order={4} size="h5">
        {title}
      </Title>
      {lines.length > 0 && <Snippet text={lines.join('\n')} what={t(`webhooks.${what}.headers`, { number })} />}
      {body === null && <Text c="dimmed">{t('webhooks.body.hidden')}</Text>}
      {body === '' && <Text c="dimmed">{t('webhooks.body.empty')}</Text>}
      {body !== null && body !== '' && (
        <Snippet text={readable(body)} what={t(`webhooks.${what}.body`, { number })} maxHeight={shownHeight} />
      )}
    </Stack>
  );
}

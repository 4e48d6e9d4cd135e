/** What an endpoint gets, and how its deliveries go. */
import { Stack, Text } from '@mantine/core';
import type { WebhookEndpointInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Instant } from '../../ui/instant.tsx';

/** The service counts to this many, and no further. */
const countedMax = 1_000;

export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpointInFull }) {
  const t = useStrings();
  const at = (instant: string | null, none: string) => (instant === null ? none : <Instant at={instant} />);
  const count = (n: number) => (n >= countedMax ? `${countedMax}+` : n);
  const { event_types: types, extra_header: header, extra_header_prefix: prefix } = endpoint;
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          {
            label: t('webhooks.events'),
            value: types === null ? t('webhooks.events.all') : t('webhooks.events.some', { count: types.length }),
          },
          { label: t('webhooks.format'), value: t(`webhooks.format.${endpoint.format}`) },
          { label: t('webhooks.lastSuccess'), value: at(endpoint.last_succeeded_at, t('webhooks.never')) },
          { label: t('webhooks.failingSince'), value: at(endpoint.failing_since, t('app.none')) },
          { label: t('webhooks.pending'), value: count(endpoint.pending) },
          { label: t('webhooks.parked'), value: count(endpoint.parked) },
        ]}
      />
      {(types !== null || header !== null) && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {[types?.join(', '), header === null ? undefined : `${t('webhooks.header')}: ${header}: ${prefix}…`]
            .filter((line) => line !== undefined)
            .join('\n')}
        </Text>
      )}
    </Stack>
  );
}

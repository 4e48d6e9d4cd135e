/** How an endpoint is named, and its state in one badge. */
import type { WebhookDelivery, WebhookEndpoint } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

type Named = Pick<WebhookEndpoint, 'kind' | 'description' | 'url'>;

export function useNameOf(): (endpoint: Named) => string {
  const t = useStrings();
  return ({ kind, description, url }) => {
    if (kind === 'addresses') return t('webhooks.addresses');
    return description || hostOf(url ?? '');
  };
}

export function useEventWords(): (endpoint: Pick<WebhookEndpoint, 'event_types'>) => string {
  const t = useStrings();
  return ({ event_types: types }) => {
    if (types === null) return t('webhooks.events.all');
    const [first = ''] = types;
    return types.length === 1 ? first : t('webhooks.events.some', { count: types.length });
  };
}

/** One that fails is still active: its deliveries are tried again. */
export const EndpointBadge = ({ endpoint }: { endpoint: Pick<WebhookEndpoint, 'status' | 'failing_since'> }) => (
  <StateBadge state={endpoint.status === 'active' && endpoint.failing_since !== null ? 'failing' : endpoint.status} />
);

export function DeliveryBadge({
  delivery: { status, attempts },
}: {
  delivery: Pick<WebhookDelivery, 'status' | 'attempts'>;
}) {
  if (status === 'parked') return <StateBadge state="failed" />;
  return <StateBadge state={status === 'pending' && attempts > 0 ? 'retrying' : status} />;
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

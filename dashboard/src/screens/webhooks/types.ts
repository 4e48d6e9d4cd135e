/** Webhook endpoints and their deliveries, as the API answers them. */
import type { BodyOf, WebhookDeliveryInFull } from '../../api/types.ts';

export type NewEndpoint = BodyOf<'consoleCreateWebhookEndpoint'>;
export type WebhookEventType = NonNullable<NewEndpoint['event_types']>[number];
export type Attempt = WebhookDeliveryInFull['log'][number];

/** The endpoint of the addresses that payments and orders carry. */
export const addressesId = 'addresses';

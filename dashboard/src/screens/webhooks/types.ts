/** Webhook endpoints and their deliveries, as the API answers them. */
import type { paths } from '../../api/api.generated.ts';

type Json<Answer> = Answer extends { content: { 'application/json': { data: infer Data } } } ? Data : never;
const endpoints = '/api/v1/webhook-endpoints';
type One = `${typeof endpoints}/{id}`;

export type Endpoint = Json<paths[typeof endpoints]['get']['responses'][200]>[number];
export type EndpointInFull = Json<paths[One]['get']['responses'][200]>;
export type MadeEndpoint = Json<paths[typeof endpoints]['post']['responses'][201]>;
export type NewEndpoint = paths[typeof endpoints]['post']['requestBody']['content']['application/json'];
export type WebhookEventType = NonNullable<NewEndpoint['event_types']>[number];
export type Delivery = Json<paths[`${One}/deliveries`]['get']['responses'][200]>[number];
export type DeliveryInFull = Json<paths[`${One}/deliveries/{event_id}`]['get']['responses'][200]>;
export type Attempt = DeliveryInFull['log'][number];
export type DeliveryQuery = NonNullable<paths[`${One}/deliveries`]['get']['parameters']['query']>;

/** The endpoint of the addresses that payments and orders carry. */
export const addressesId = 'addresses';

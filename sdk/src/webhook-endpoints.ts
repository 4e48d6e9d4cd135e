/** Where events are sent, what became of each, and sending them again. */
import { type RequestOptions, segment } from './http.ts';
import { itemsOf } from './pages.ts';
import type { PartnerCalls } from './partner-calls.ts';
import type { BodyOf, ItemOf, QueryOf } from './types.ts';

const base = '/webhook-endpoints';
const of = (id: string): string => `${base}/${segment(id)}`;
const deliveryOf = (id: string, eventId: string): string => `${of(id)}/deliveries/${segment(eventId)}`;

type DeliveriesQuery = QueryOf<'listWebhookDeliveries'>;

/** An endpoint's id, or `addresses` for that of the `webhook_url`s of orders. */
export function webhookEndpointsOf({ get, page, write }: PartnerCalls) {
  return {
    list: (own?: RequestOptions) => page<'listWebhookEndpoints'>(base, undefined, own),
    get: (id: string, own?: RequestOptions) => get<'getWebhookEndpoint'>(of(id), undefined, own),
    /** Its `secret` is shown this once: null when an answer was lost and the request repeated. Then rotate it. */
    create: (body: BodyOf<'createWebhookEndpoint'>, own?: RequestOptions) =>
      write<'createWebhookEndpoint'>('POST', base, { body }, own),
    /** What is left out stays as it is. */
    update: (id: string, body: BodyOf<'updateWebhookEndpoint'>, own?: RequestOptions) =>
      write<'updateWebhookEndpoint'>('PUT', of(id), { body }, own),
    delete: (id: string, own?: RequestOptions) => write<'deleteWebhookEndpoint'>('DELETE', of(id), {}, own),
    /** The new `secret` is shown this once: null when an answer was lost and the request repeated. Then rotate again. */
    rotateSecret: (id: string, body: BodyOf<'rotateWebhookSecret'>, own?: RequestOptions) =>
      write<'rotateWebhookSecret'>('POST', `${of(id)}/rotations`, { body }, own),
    pause: (id: string, own?: RequestOptions) => write<'pauseWebhookEndpoint'>('POST', `${of(id)}/pause`, {}, own),
    /** Sends what happens from now on; what was missed is sent by `resendMany`. */
    resume: (id: string, own?: RequestOptions) => write<'resumeWebhookEndpoint'>('POST', `${of(id)}/resume`, {}, own),
    sendTest: (id: string, own?: RequestOptions) => write<'testWebhookEndpoint'>('POST', `${of(id)}/test`, {}, own),
    /** Newest first. */
    deliveries: (id: string, query?: DeliveriesQuery, own?: RequestOptions) =>
      page<'listWebhookDeliveries'>(`${of(id)}/deliveries`, query, own),
    allDeliveries: (id: string, query?: DeliveriesQuery, own?: RequestOptions) =>
      itemsOf<ItemOf<'listWebhookDeliveries'>>((cursor) =>
        page<'listWebhookDeliveries'>(`${of(id)}/deliveries`, { ...query, cursor }, own),
      ),
    /** One, with every attempt. */
    delivery: (id: string, eventId: string, own?: RequestOptions) =>
      get<'getWebhookDelivery'>(deliveryOf(id, eventId), undefined, own),
    resend: (id: string, eventId: string, own?: RequestOptions) =>
      write<'resendWebhook'>('POST', `${deliveryOf(id, eventId)}/resend`, {}, own),
    /** One event, all that were given up, or all events of a time range. */
    resendMany: (id: string, body: BodyOf<'resendWebhooks'>, own?: RequestOptions) =>
      write<'resendWebhooks'>('POST', `${of(id)}/resend`, { body }, own),
  };
}

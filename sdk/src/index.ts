/** The client library of Sluice. */
export {
  type ErrorDetail,
  SluiceConnectionError,
  SluiceError,
  SluiceTimeoutError,
  WebhookVerificationError,
} from './errors.ts';
export type { ClientOptions, RequestOptions } from './http.ts';
export type { OrderDraft, OrderResult } from './many-orders.ts';
export { createMerchant, type SluiceMerchant } from './merchant.ts';
export type { Page } from './pages.ts';
export { createPartner, type SluicePartner } from './partner.ts';
export type { BodyOf, DataOf, EventOf, EventType, QueryOf, SluiceEvent } from './types.ts';
export { type Payload, signWebhook, verifyHexSignature, verifyWebhook, type WebhookHeaders } from './webhooks.ts';

/** Where events are delivered: what an endpoint is, and its limits (docs/webhooks.md, "Endpoints"). */

import type { Mode } from '../../base/money/mode.ts';
import type { WebhookFormat } from '../../core/events/webhook-format.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** In a holder's mode. */
export const endpointsMax = 20;
export const urlLengthMax = 2_048;
export const descriptionLengthMax = 255;
export const graceHoursMax = 72;

/** `addresses`: the `webhook_url`s that payments and orders carry themselves. */
export const endpointKinds = ['endpoint', 'addresses'] as const;
export const endpointStatuses = ['active', 'paused', 'disabled'] as const;
export const statusReasons = ['by_hand', 'failing', 'gone'] as const;

export type EndpointStatus = (typeof endpointStatuses)[number];
export type StatusReason = (typeof statusReasons)[number];

/** How requests name the endpoint of a book's `webhook_url`s, whose id they may not know. */
export const addressesAlias = 'addresses';

export type Endpoint = {
  holderId: bigint;
  id: string;
  mode: Mode;
  kind: (typeof endpointKinds)[number];
  /** Null: of the kind `addresses`. */
  url: string | null;
  host: string | null;
  description: string;
  /** Null: all. */
  eventTypes: string[] | null;
  /** In which its events are sent; of the kind `addresses`, those of payments that are created from now on. */
  format: WebhookFormat;
  extraHeader: string | null;
  /** What stands before the signature in the extra header. */
  extraHeaderPrefix: string;
  status: EndpointStatus;
  statusReason: StatusReason | null;
  statusSince: Date;
  failingSince: Date | null;
  lastSucceededAt: Date | null;
  createdAt: Date;
};

export type EndpointKey = Pick<Endpoint, 'holderId' | 'id'>;

export const bookOf = ({ holderId, mode }: Endpoint): Book => ({ holderId, mode });

/** Why a delivery was given up. */
export const parkedReasons = [
  'attempts_exhausted',
  'unusable_address',
  'gone',
  'endpoint_paused',
  'endpoint_disabled',
  'endpoint_deleted',
] as const;
export type ParkedReason = (typeof parkedReasons)[number];

export const deliveryStatuses = ['pending', 'delivered', 'parked'] as const;

/** How an attempt ended. `refused`: an answer other than 2xx. */
export const outcomes = [
  'delivered',
  'refused',
  'timed_out',
  'not_connected',
  'certificate_invalid',
  'address_not_allowed',
  'address_unusable',
] as const;
export type Outcome = (typeof outcomes)[number];

const headerPattern = /^x-[a-z0-9][a-z0-9-]*$/i;
const headerLengthMax = 64;

/** Whether an endpoint may name this header for the signature that older plugins check. */
export const isExtraHeader = (name: string): boolean =>
  name.length <= headerLengthMax && headerPattern.test(name) && !/^x-forwarded-/i.test(name);

export const prefixLengthMax = 32;

/** Whether this may stand before a signature: ASCII without spaces. */
export const isHeaderPrefix = (text: string): boolean => text.length <= prefixLengthMax && /^[!-~]*$/.test(text);

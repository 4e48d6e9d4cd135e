/**
 * What is sent: the event's envelope and its headers, signed by Standard Webhooks (docs/webhooks.md, "What is sent",
 * "Signatures"). Pure.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { WebhookFormat } from '../../core/events/webhook-format.ts';
import { eventHeaders, foreignBody, type MessageEvent } from './formats.ts';

/** How a receiver wants what it gets. */
export type Shape = {
  format: WebhookFormat;
  /** The header that carries the second signature, or in another format the only one that its receiver checks. */
  extraHeader: string | null;
  extraHeaderPrefix: string;
};

export type SigningKeys = {
  /** `whsec_…`, one or, during a rotation, two. */
  signature: readonly string[];
  extra: { header: string; prefix: string; secret: string } | undefined;
};

/** Before it is encrypted. With an extra header, the standard format also has the fields that older plugins read at the top. */
export function messageBody(
  event: MessageEvent,
  { format, extraHeader }: Pick<Shape, 'format' | 'extraHeader'>,
): string {
  if (format !== 'standard') return foreignBody(format, event);
  const { id, type, mode, createdAt, requestId } = event;
  const envelope = { id, type, mode, created_at: createdAt.toISOString(), request_id: requestId };
  const head = extraHeader === null ? envelope : { ...envelope, ...pluginFields(event) };
  // The data keeps the text it was stored with, so that no number is read and written again.
  return `${JSON.stringify(head).slice(0, -1)},"data":${event.data}}`;
}

/** Older plugins look for "paid" among other words, where this service says "succeeded". */
function pluginFields({ type, data }: MessageEvent) {
  const { status, paid, token = null, custom = null } = JSON.parse(data) as Record<string, unknown>;
  return { event: type, status: paid === true && status === 'succeeded' ? 'paid' : (status ?? null), token, custom };
}

type Sent = {
  event: { id: string; type: string };
  at: Date;
  format: WebhookFormat;
  /** As it is sent. */
  body: string;
};

export function messageHeaders(
  { event: { id, type }, at, format, body }: Sent,
  { signature, extra }: SigningKeys,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sluice-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    ...eventHeaders(format, type),
    ...(extra === undefined ? {} : { [extra.header]: `${extra.prefix}${hexSignature(body, extra.secret)}` }),
  };
}

/** Keyed with the UTF-8 bytes of the secret, over the raw body. */
const hexSignature = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

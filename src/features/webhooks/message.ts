/**
 * What is sent: the event's envelope and its headers, signed by Standard Webhooks (docs/webhooks.md, "What is sent",
 * "Signatures"). Pure.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Mode } from '../../base/money/mode.ts';

type MessageEvent = {
  id: string;
  type: string;
  mode: Mode;
  createdAt: Date;
  requestId: string | null;
  /** JSON. */
  data: string;
};

export type SigningKeys = {
  /** `whsec_…`, one or, during a rotation, two. */
  signature: readonly string[];
  extra: { header: string; secret: string } | undefined;
};

/** @param forPlugins adds the fields that older plugins read at the top. */
export function messageBody(event: MessageEvent, forPlugins: boolean): string {
  const { id, type, mode, createdAt, requestId } = event;
  const envelope = { id, type, mode, created_at: createdAt.toISOString(), request_id: requestId };
  const head = forPlugins ? { ...envelope, ...pluginFields(event) } : envelope;
  // The data keeps the text it was stored with, so that no number is read and written again.
  return `${JSON.stringify(head).slice(0, -1)},"data":${event.data}}`;
}

/** Older plugins look for "paid" among other words, where this service says "succeeded". */
function pluginFields({ type, data }: MessageEvent) {
  const { status, paid, token = null, custom = null } = JSON.parse(data) as Record<string, unknown>;
  return { event: type, status: paid === true && status === 'succeeded' ? 'paid' : (status ?? null), token, custom };
}

export function messageHeaders(
  id: string,
  at: Date,
  body: string,
  { signature, extra }: SigningKeys,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sluice-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    ...(extra === undefined ? {} : { [extra.header]: hexSignature(body, extra.secret) }),
  };
}

/** Keyed with the UTF-8 bytes of the secret, over the raw body. */
const hexSignature = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

/**
 * The `webhook_url` of a payment or an order (docs/contract/common.md, "Webhook addresses"). It must never be a reason
 * to refuse either: a shop would lose the sale over a notification.
 */
import { isLongerThan } from '../../core/http/text.ts';

/** In characters. */
const addressLengthMax = 2_048;

/**
 * What is kept of a `webhook_url`: the text as it was sent, whether or not anything can be delivered to it. Null for what
 * cannot be kept: anything but text, no text, text that is too long or that the database cannot store unchanged.
 */
export function readWebhookAddress(input: unknown): string | null {
  if (typeof input !== 'string' || input === '') return null;
  if (isLongerThan(input, addressLengthMax)) return null;
  return input.isWellFormed() && !input.includes('\0') ? input : null;
}

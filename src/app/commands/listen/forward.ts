/** Posts an event to a developer's address, signed as deliveries are (Standard Webhooks). */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Pair } from '../api-caller.ts';
import type { Event } from './event-reader.ts';

const timeoutMs = 10_000;

/** Derived from the key pair, so that a developer sets it once. It does not reveal the pair's secret. */
export const secretOf = ({ secret }: Pair): string =>
  `whsec_${createHmac('sha256', secret).update('sluice listen').digest('base64')}`;

/** @returns what to print: the receiver's status, or why there is none. */
export async function forward(address: string, secret: string, event: Event, at: Date): Promise<string> {
  const body = JSON.stringify(event);
  const began = performance.now();
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(event.id, at, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return `${answer.status} in ${Math.round(performance.now() - began)} ms`;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'no response in 10 seconds' : 'not reached';
  }
}

/**
 * Receivers of webhooks in a process of their own, one for each secret: they verify every signature and remember what
 * arrived, and how far it was out of order.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type Received = {
  /** Different events. */
  events: number;
  /** Repeated deliveries. */
  repeated: number;
  forged: number;
  /** By how many orders the one furthest behind came after a later one. */
  behindMax: number;
};

const received: Received[] = [];
const verifiers: (Webhook | undefined)[] = [];

async function listen(index: number): Promise<number> {
  const seen = new Set<string>();
  let newest = 0;
  const counts: Received = { events: 0, repeated: 0, forged: 0, behindMax: 0 };
  received[index] = counts;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      try {
        const body = Buffer.concat(chunks).toString();
        const verified = verifiers[index]?.verify(body, request.headers as Record<string, string>);
        const { data } = (verified ?? {}) as { data: { order_id?: number } };
        if (seen.has(id)) counts.repeated += 1;
        else counts.events += 1;
        seen.add(id);
        newest = Math.max(newest, data.order_id ?? 0);
        counts.behindMax = Math.max(counts.behindMax, newest - (data.order_id ?? newest));
        response.end('ok');
      } catch {
        counts.forged += 1;
        response.writeHead(401).end();
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

process.on('message', async (order: { listen: number } | { secrets: string[] } | { count: true }) => {
  if ('listen' in order) {
    process.send?.(await Promise.all(Array.from({ length: order.listen }, (_, index) => listen(index))));
  } else if ('secrets' in order) {
    for (const [index, secret] of order.secrets.entries()) verifiers[index] = new Webhook(secret);
    process.send?.({});
  } else process.send?.(received);
});

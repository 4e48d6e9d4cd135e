/** A receiver of webhooks in its own process: `/slow` answers after 9 seconds, `/dead` never, everything else at once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const slowMs = 9_000;
let delays: Record<string, number[]> = {};

const server = createServer((request, response) => {
  const path = request.url ?? '';
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { created_at: createdAt } = JSON.parse(body) as { created_at: string };
    delays[path] ??= [];
    delays[path].push(Date.now() - Date.parse(createdAt));
    if (path === '/slow') setTimeout(() => response.end(), slowMs);
    else if (path !== '/dead') response.end();
  });
});

process.on('message', (order: { start: true } | { take: true }) => {
  if ('start' in order) {
    server.listen(0, () => process.send?.({ port: (server.address() as AddressInfo).port }));
    return;
  }
  process.send?.(delays);
  delays = {};
});

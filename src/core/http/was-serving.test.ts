/** Background work rests while requests are served: what counts as serving. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { watchServing } from './was-serving.ts';

it('is serving when a request came or ended since it was last asked, and not while one only stays open', async () => {
  const open: ServerResponse[] = [];
  const server = createServer((_, response) => open.push(response)).listen(0, '127.0.0.1');
  const wasServing = watchServing(server);
  await once(server, 'listening');
  try {
    expect(wasServing()).toBe(false);
    const came = once(server, 'request');
    const answered = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await came;
    expect([wasServing(), wasServing()]).toEqual([true, false]);
    const response = open[0] as ServerResponse;
    const closed = once(response, 'close');
    response.end();
    await Promise.all([answered, closed]);
    expect([wasServing(), wasServing()]).toEqual([true, false]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

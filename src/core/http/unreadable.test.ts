import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createClientErrorAnswers } from './unreadable.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('keeps nothing of an answered request on a connection that stays open', async () => {
  const answered: WeakRef<object>[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answered.push(new WeakRef(request), new WeakRef(response));
    request.resume().once('end', () => response.end('ok'));
  });
  createClientErrorAnswers(() => expect.unreachable(), {}).watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: pay.test\r\n\r\n');
  await once(socket, 'data');
  await new Promise(setImmediate);

  collectGarbage();
  expect(answered.map((one) => one.deref())).toEqual([undefined, undefined]);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
  server.close();
});

/** A port for a process, or a server, that has to know it before it listens. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to `listen(0)` and to outgoing connections: other tests use those all the time. */
const ports = { from: 20_000, count: 12_000 };

/** A port that nothing listened on a moment ago, for a process that is about to be started. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(ports.from + randomInt(ports.count), '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return await freePort();
    throw error;
  }
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

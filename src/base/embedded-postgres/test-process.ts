/**
 * A process for tests to kill: it starts the server of a data directory, prints its address as a line of JSON and stops
 * it when its standard input ends. Must never be used by the service.
 */
import { once } from 'node:events';
import { startEmbeddedServer } from './server.ts';
import { testApplication } from './testing.ts';

const [dataDir = '', own] = process.argv.slice(2);
const {
  stop,
  ensureRunning: _,
  ...address
} = await startEmbeddedServer({
  application: testApplication,
  dataDir,
  own: own === 'true',
});
process.stdout.write(`${JSON.stringify(address)}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await stop();

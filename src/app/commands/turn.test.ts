/** Starts that meet in one data directory: who waits, who goes on, and who is told where the other is. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/built-in-server.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { readConfig } from '../config.ts';
import { takeTurnToServe } from './turn.ts';

const root = mkdtempSync(join(tmpdir(), 'sluice-turn-'));
afterAll(() => rmSync(root, { recursive: true }));

const host = '127.0.0.1';
const configOf = (port: number, name: string) =>
  readConfig({ PORT: String(port), SLUICE_DATA_DIR: join(root, name, '.sluice') });

it('the second waits for the first, then learns where it is, or takes another port', async () => {
  const config = configOf(await freePort(), 'one');
  const said: string[] = [];
  const first = await takeTurnToServe(config, host, () => {});
  const second = takeTurnToServe(config, host, (message) => said.push(message));
  const other = takeTurnToServe({ ...config, port: await freePort() }, host, () => {});
  await eventually('it says that it waits', () => said.length === 1);
  expect(said).toEqual(['waiting for another start in this directory']);
  first.release();
  const [pointed] = await Promise.allSettled([second, other.then((turn) => turn.release())]);
  expect(pointed).toMatchObject({
    reason: {
      message: expect.stringMatching(`^Sluice is already running here: ${config.publicUrl}\\. To run a second one`),
    },
  });
  await other;
});

it('a port that something else uses is refused before anything is created', async () => {
  const stranger = createServer().listen(0, host);
  await once(stranger, 'listening');
  const { port } = stranger.address() as { port: number };
  const config = configOf(port, 'two');
  await expect(takeTurnToServe(config, host, () => {})).rejects.toThrow(`Port ${port} is taken. Set PORT`);
  expect(existsSync(config.dataDir)).toBe(false);
  stranger.close();
});

/**
 * Whose turn it is in a data directory: one process at a time prepares what `start` needs, and one service per port
 * runs there. The kernel ends a turn when its process dies.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { type FileLock, lockExclusive, tryLockExclusive } from '../../base/embedded-postgres/index.ts';
import { type Config, ConfigError } from '../config.ts';

/** How long a first start may take on a slow machine. */
const waitMs = 600_000;

/** Waits while another process prepares this data directory, which is created if it is missing. */
export function takeTurn(dataDir: string, log: (message: string) => void): Promise<FileLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return lockExclusive(join(dataDir, 'start.lock'), waitMs, () => log('waiting for another start in this directory'));
}

/**
 * As `takeTurn`, for a service on this port. A port that anything else uses is refused before anything is created.
 * @returns what ends the preparation. The port is kept until this process ends.
 * @throws ConfigError when the port is taken, which says so if it is by a service of this directory.
 */
export async function takeTurnToServe(
  { dataDir, port, publicUrl }: Config,
  host: string,
  log: (message: string) => void,
): Promise<FileLock> {
  if (!existsSync(dataDir)) await assertPortFree(port, host);
  const turn = await takeTurn(dataDir, log);
  if (tryLockExclusive(join(dataDir, `port-${port}.lock`)) === undefined) {
    turn.release();
    throw new ConfigError([
      `Sluice is already running here: ${publicUrl}. To run a second one, set PORT, for example: PORT=8081 npm start`,
    ]);
  }
  await assertPortFree(port, host).catch((error: unknown) => {
    turn.release();
    throw error;
  });
  return turn;
}

/** Checked before anything else is started: the most common reason for a failed start. */
export async function assertPortFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = createSocket();
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken' : `can't be used (${error.code})`;
      reject(new ConfigError([`Port ${port} ${reason}. Set PORT to another one, for example: PORT=8081 npm start`]));
    });
    socket.listen(port, host, () => socket.close(() => resolve()));
  });
}

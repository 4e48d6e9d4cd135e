/**
 * Remembers the last event that was forwarded, by key pair and address, in a file of the data directory. It holds ids of
 * keys and events only, never a secret.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileName = 'listen.json';

export type CursorFile = { read(): string | undefined; write(eventId: string): void };

export function openCursorFile(dataDir: string, clientId: string, address: string): CursorFile {
  const file = join(dataDir, fileName);
  const key = `${clientId} ${address}`;

  function readAll(): Record<string, string> {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  }

  return {
    read: () => readAll()[key],
    write(eventId) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const whole = JSON.stringify({ ...readAll(), [key]: eventId }, null, 2);
      const next = `${file}.${process.pid}`;
      writeFileSync(next, whole, { mode: 0o600 });
      renameSync(next, file);
    },
  };
}

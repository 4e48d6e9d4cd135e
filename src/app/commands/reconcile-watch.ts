/** `sluice reconcile watch`: takes up the files that a bank, or a program that fetches them, puts into a directory. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { answersOf } from '../../features/reconciliation/read-bank-file.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { openDirectory } from '../../features/watched-files/directory.ts';
import type { Place } from '../../features/watched-files/place.ts';
import { takeFile } from '../../features/watched-files/take-file.ts';
import { watch } from '../../features/watched-files/watch.ts';
import { liveProviders } from './live-providers.ts';
import { complain, say } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { endWithStarter } from './started-by.ts';
import { withClock } from './with-database.ts';

type WatchOptions = Outside &
  Parameters<typeof answersOf>[0] & {
    account: string;
    every: number;
    once?: boolean;
    key?: string;
    hostKey?: string;
  };

/** Between the two looks of `--once`: long enough for a file that is being written to change. */
const onceSeconds = 3;

export async function watchCommand(place: string, options: WatchOptions): Promise<void> {
  const { source, mode, account, every } = options;
  const open = await howToOpen(place, options);
  // Says at once what is wrong with the place.
  await (await open()).close();
  const expected = { source, mode, account, answers: answersOf(options) };
  const { signal: stopping, pause } = listenToSignals((options.once ? onceSeconds : every) * 1_000);
  if (!options.once) {
    endWithStarter();
    say(`Watching ${place} every ${every} s.`);
  }
  const take = (file: { name: string; path: string }) =>
    withClock((db, clock) => takeFile(shellActor(), { db, clock, liveProviders }, expected, file));
  const { failed, problems } = await watch(
    { open, take, pause, say, complain, stopping },
    options.once ? 2 : undefined,
  );
  if (options.once && failed + problems > 0) process.exitCode = 1;
}

/** A file in hand is taken up and put away before the command ends. */
function listenToSignals(pauseMs: number) {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) void once(process, name).then(() => stopping.abort());
  const { signal } = stopping;
  return { signal, pause: () => delay(pauseMs, undefined, { signal }).catch(() => {}) };
}

async function howToOpen(place: string, { key, hostKey }: WatchOptions): Promise<() => Promise<Place>> {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(place)) return () => openDirectory(place);
  // Loaded on use: it is a library of its own.
  const { openSftp, readSftpAddress } = await import('../../features/watched-files/sftp.ts');
  const address = readSftpAddress(place);
  const password = process.env.SLUICE_SFTP_PASSWORD;
  if (key === undefined && !password) throw new Error('Name a private key with --key, or set SLUICE_SFTP_PASSWORD.');
  const privateKey = key === undefined ? undefined : await readKey(key);
  return () => openSftp({ ...address, hostKey, privateKey, password });
}

async function readKey(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new Error(`There is no private key "${path}".`);
  });
}

/** The user that the server runs as when this process is root, because PostgreSQL refuses to run as root. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Application } from './application.ts';

export type ServerUser = { name: string; uid: number; gid: number };

/** @throws Error when the system has no such user. */
export function findServerUser({ title, useYourOwn }: Application): ServerUser {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and /etc/passwd has neither a user "postgres" nor "nobody" to run it as. Add one, run ${title} as an ordinary user, or ${useYourOwn}.`,
  );
}

/** The directory nearest to the root that the user may not enter, on the way to `path` and `path` itself. */
export function findClosed(path: string, user: ServerUser): string | undefined {
  const parent = dirname(path);
  const above = parent === path ? undefined : findClosed(parent, user);
  return above ?? (mayEnter(path, user) ? undefined : path);
}

/** By owner, group and others. The server has no supplementary groups. */
export function mayEnter(path: string, { uid, gid }: ServerUser): boolean {
  const found = statSync(path);
  const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
  return (found.mode & bit) !== 0;
}

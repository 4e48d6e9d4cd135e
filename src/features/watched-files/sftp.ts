/**
 * A directory that is reached by SFTP as a place where files arrive. The server is known by the fingerprint of its key,
 * which whoever runs this has to say: without it, anyone between here and the bank could hand in statements.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SftpClient from 'ssh2-sftp-client';
import { type FoundFile, isFinishedName, type Place } from './place.ts';

type SftpAddress = { host: string; port: number; user: string; path: string };

type SftpAccess = SftpAddress & {
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  hostKey: string | undefined;
  privateKey: string | undefined;
  /** Of the user, or of the private key where one is given. */
  password: string | undefined;
};

const timeoutMs = 20_000;
const portDefault = 22;
/** A download is kept on this machine's disk while it is read. */
const fileBytesMax = 512 * 1_024 * 1_024;

/** Reads `sftp://user@host:22/path`. `/~/path` is below the user's own directory. @throws Error that says what is wrong. */
export function readSftpAddress(text: string): SftpAddress {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'sftp:' || url.hostname === '') {
    throw new Error(`"${withoutPassword(text)}" is not an address such as sftp://user@host/path.`);
  }
  if (url.password !== '') {
    throw new Error('An address is seen by everyone on this machine: set SLUICE_SFTP_PASSWORD instead.');
  }
  if (url.username === '') throw new Error('Name the user in the address: sftp://user@host/path.');
  const path = decodeURIComponent(url.pathname);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? portDefault : Number(url.port),
    user: decodeURIComponent(url.username),
    path: path === '/~' || path.startsWith('/~/') ? `.${path.slice(2)}` : path || '.',
  };
}

const withoutPassword = (text: string): string => text.replace(/\/\/.*@/, '//…@');

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;

/** @throws Error when the server can't be reached, is another, refuses the user, or has no such directory. */
export async function openSftp(access: SftpAccess): Promise<Place> {
  const { path } = access;
  const client = await connect(access);
  const at = (...names: string[]): string => [path === '/' ? '' : path, ...names].join('/');
  if ((await client.exists(path)) !== 'd') {
    await client.end();
    throw new Error(`${access.host} has no directory "${path}".`);
  }
  return {
    async list() {
      // What a server says of a file in its listing is for people's eyes: only its attributes tell what it is.
      const names = (await client.list(path)).map(({ name }) => name).filter(isFinishedName);
      const found: FoundFile[] = [];
      for (const name of names) {
        // Another that watches may have moved it.
        const facts = await client.stat(at(name)).catch(() => undefined);
        if (facts?.isFile) found.push({ name, bytes: facts.size, changedAtMs: facts.modifyTime });
      }
      return found;
    },
    withFile: (file, work) => withCopy(client, at(file.name), file, work),
    async putAway({ name }, folder, names, report) {
      const target = at(folder);
      if ((await client.exists(target)) === false) await client.mkdir(target);
      await client.put(Buffer.from(report), at(folder, names.report));
      const moved = at(folder, names.file);
      // Renaming refuses to replace: what has this name has the same contents.
      if ((await client.exists(moved)) === false) await client.rename(at(name), moved);
      else await client.delete(at(name));
    },
    async close() {
      await client.end();
    },
  };
}

async function connect({ host, port, user, hostKey, privateKey, password }: SftpAccess): Promise<SftpClient> {
  // Errors of a connection that is lost between two calls are those of the next call.
  const client = new SftpClient('sftp', { error: () => {}, end: () => {}, close: () => {} });
  let seen: string | undefined;
  const hostVerifier = (key: Buffer): boolean => {
    seen = fingerprintOf(key);
    return seen === hostKey;
  };
  const how = privateKey === undefined ? { password: password ?? '' } : { privateKey, passphrase: password ?? '' };
  try {
    await client.connect({ host, port, username: user, readyTimeout: timeoutMs, hostVerifier, ...how });
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (seen !== undefined && seen !== hostKey) {
      const known = hostKey === undefined ? 'Its key has' : `It was expected to have ${hostKey}, and has`;
      const say = 'Compare it with the one the bank gave you, and pass it as --host-key.';
      throw new Error(`${host} is not known. ${known} the fingerprint ${seen}. ${say}`);
    }
    // Without the library's name for the step.
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, '') : 'unknown';
    throw new Error(`${host} can't be reached by SFTP: ${reason}.`);
  }
}

async function withCopy<T>(
  client: SftpClient,
  path: string,
  { bytes }: FoundFile,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (bytes > fileBytesMax) throw new Error(`The file is larger than ${fileBytesMax} bytes.`);
  const directory = await mkdtemp(join(tmpdir(), 'sluice-statement-'));
  try {
    const copy = join(directory, 'file');
    await client.get(path, createWriteStream(copy, { mode: 0o600 }));
    return await work(copy);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

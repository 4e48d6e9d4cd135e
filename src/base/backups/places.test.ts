/** Backups of a real database in both kinds of places: complete or not there, restored as they were, tidied up. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3StandIn, type S3StandIn } from '../../../tests/support/s3-stand-in.ts';
import type { EmbeddedServer } from '../embedded-postgres/index.ts';
import { createBench, directoriesOf, readNotes, testApplication, writeNote } from '../embedded-postgres/testing.ts';
import { readBackupName } from './backup-name.ts';
import { directoryPlace } from './directory-place.ts';
import { findBackup, listBackups } from './list-backups.ts';
import { makeBackup } from './make-backup.ts';
import type { Place } from './place.ts';
import { readPlaceAddress } from './place-address.ts';
import { restoreBackup } from './restore-backup.ts';
import { type Keep, readKeep } from './retention.ts';
import { s3Place } from './s3-place.ts';

const bench = createBench();
const common = { application: testApplication, files: ['secret'], version: '0.2.0' };
let dataDir: string;
let server: EmbeddedServer;
let s3: S3StandIn;
let pauses: number[];
beforeAll(async () => {
  dataDir = await bench.madeDataDir();
  server = await bench.start(dataDir);
  await writeNote(server, 'saved');
  writeFileSync(join(dataDir, 'secret'), 'hush', { mode: 0o600 });
  s3 = await createS3StandIn();
});
afterAll(async () => {
  await server.stop();
  await bench.clear();
  await s3?.close();
});

/** A new place each time. */
let places = 0;
function newBucketPlace(options = '', credentials = s3.keys): Place {
  pauses = [];
  places += 1;
  const address = readPlaceAddress(`s3://backups/place-${places}?endpoint=${s3.endpoint}${options}`);
  if (address.kind !== 's3') throw new Error('not a bucket');
  return s3Place({ address, credentials: async () => credentials, pause: async (ms) => pauses.push(ms) });
}
const newDirectoryPlace = (): Place => directoryPlace(join(dirname(bench.dataDir()), 'place'));

function makeAt(place: Place, at: string, { keep = 'all' as Keep, encryptTo = undefined as string | undefined } = {}) {
  const sealHead = 'sluice-seal/1/17';
  return makeBackup({ ...common, dataDir, place, keep, encryptTo, sealHead, now: () => new Date(at) });
}

async function restoreFrom(place: Place, identity?: string): Promise<string> {
  const elsewhere = bench.dataDir();
  const manifest = await findBackup(place, 'latest');
  await restoreBackup({ ...common, dataDir: elsewhere, place, manifest, identity });
  return elsewhere;
}

const kinds: [string, () => Place][] = [
  ['a directory', newDirectoryPlace],
  ['a bucket', () => newBucketPlace()],
];

describe.each(kinds)('in %s', (_kind, newPlace) => {
  it('files are written, listed, read and removed', async () => {
    const place = newPlace();
    const content = Buffer.from('content');
    expect([await place.listFolders(), await place.listFiles('a'), await place.read('a', 'x')]).toEqual([
      [],
      [],
      undefined,
    ]);
    for (const [folder, file] of [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ] as const)
      await place.write(folder, file, content, sha256(content));
    expect((await place.listFolders()).sort()).toEqual(['a', 'b']);
    expect((await place.listFiles('a')).sort()).toEqual(['x', 'y']);
    expect((await place.read('a', 'x'))?.toString()).toBe('content');
    for (const file of ['x', 'x', 'none']) await place.remove('a', file);
    await place.removeFolder('a');
    expect(await place.listFiles('a')).toEqual(['y']);
    await place.remove('a', 'y');
    for (const folder of ['a', 'none']) await place.removeFolder(folder);
    expect(await place.listFolders()).toEqual(['b']);
  });

  it('a backup is listed, and restored elsewhere; a changed piece is not', { timeout: 60_000 }, async () => {
    const place = newPlace();
    expect(await listBackups(place)).toEqual({ backups: [], incomplete: [] });
    await expect(findBackup(place, 'latest')).rejects.toThrow(/^There is no complete backup in /);
    const { manifest } = await makeAt(place, '2026-11-27T02:30:00Z');
    expect(manifest).toMatchObject({ postgresql: 18, encryptedTo: null, sealHead: 'sluice-seal/1/17' });
    expect((await listBackups(place)).backups).toMatchObject([{ name: manifest.name, manifest }]);
    const elsewhere = await restoreFrom(place);
    expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe('hush');
    const copy = await bench.start(elsewhere);
    expect(await readNotes(copy)).toBe('saved');
    await copy.stop();
    await expect(makeAt(place, '2026-11-27T02:30:00Z')).rejects.toThrow(/is there already/);

    const piece = (await place.read(manifest.name, 'archive-000001'))!;
    piece[piece.length >> 1]! ^= 1;
    await place.write(manifest.name, 'archive-000001', piece, sha256(piece));
    const other = bench.dataDir();
    const changed = restoreBackup({ ...common, dataDir: other, place, manifest, identity: undefined });
    await expect(changed).rejects.toThrow(/archive-000001 is not as it was written/);
    expect(existsSync(directoriesOf(other).data)).toBe(false);
    expect(existsSync(join(other, 'secret'))).toBe(false);
  });
});

it('old ones are deleted, and nothing else', { timeout: 60_000 }, async () => {
  const place = newBucketPlace();
  const first = await makeAt(place, '2026-11-24T02:30:00Z');
  const { database } = readBackupName(first.manifest.name)!;
  const piece = (await place.read(first.manifest.name, 'archive-000001'))!;
  const put = (folder: string, file: string, content = piece) => place.write(folder, file, content, sha256(content));
  // Another database's, complete and not; its own, killed long ago and a moment ago; and what is nobody's.
  const theirs = '20260101T023000Z-00000000';
  const manifestOf = Buffer.from(
    (await place.read(first.manifest.name, 'manifest.json'))!.toString().replace(first.manifest.name, theirs),
  );
  await put(theirs, 'archive-000001');
  await put(theirs, 'manifest.json', manifestOf);
  await put('20260101T023000Z-00000001', 'archive-000001');
  await put(`20261125T023000Z-${database}`, 'archive-000001');
  await put(`20261127T013000Z-${database}`, 'archive-000001');
  await put('photos', 'archive-000001');
  await put(first.manifest.name, 'note.txt');

  const keep = readKeep('last=1')!;
  const second = await makeAt(place, '2026-11-27T02:30:00Z', { keep });
  expect(second.problem).toBeUndefined();
  expect(second.deleted).toEqual([first.manifest.name, `20261125T023000Z-${database}`]);
  expect((await listBackups(place)).backups.map(({ name }) => name)).toEqual([theirs, second.manifest.name]);
  const left = [theirs, '20260101T023000Z-00000001', `20261127T013000Z-${database}`, 'photos', second.manifest.name];
  expect((await place.listFolders()).sort()).toEqual([...left, first.manifest.name].sort());
  expect(await place.listFiles(first.manifest.name)).toEqual(['note.txt']);
  await expect(findBackup(place, 'latest')).rejects.toThrow(
    `Name one with --backup: ${theirs}, ${second.manifest.name}.`,
  );
});

it('one that fails leaves nothing behind, and deletes nothing', async () => {
  const place = newDirectoryPlace();
  const first = await makeAt(place, '2026-11-24T02:30:00Z');
  const full: Place = {
    ...place,
    async write(folder, file, content, hash) {
      if (file === 'manifest.json') throw new Error('the place is full');
      await place.write(folder, file, content, hash);
    },
  };
  await expect(makeAt(full, '2026-11-27T02:30:00Z', { keep: readKeep('last=1')! })).rejects.toThrow('place is full');
  expect(await place.listFolders()).toEqual([first.manifest.name]);
  const aborted = AbortSignal.abort(new Error('stopping'));
  const given = { ...common, dataDir, place, keep: 'all', encryptTo: undefined, sealHead: undefined } as const;
  await expect(
    makeBackup({ ...given, now: () => new Date('2026-11-27T02:30:00Z'), signal: aborted }),
  ).rejects.toThrow();
  expect(await place.listFolders()).toEqual([first.manifest.name]);
  await place.write(first.manifest.name, 'manifest.json', Buffer.from('{'), sha256('{'));
  await expect(listBackups(place)).rejects.toThrow(/manifest\.json is damaged/);
  // What can't be read decides nothing.
  const third = await makeAt(place, '2026-11-27T02:30:00Z', { keep: readKeep('last=1')! });
  expect(third).toMatchObject({ deleted: [], problem: { message: expect.stringMatching(/is damaged/) } });
});

it('a directory is for its owner only', async () => {
  const place = newDirectoryPlace();
  const { manifest } = await makeAt(place, '2026-11-27T02:30:00Z');
  const folder = join(place.directory!, manifest.name);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual(['archive-000001', 'manifest.json']);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  mkdirSync(join(directoriesOf(dataDir).data, 'inside'));
  const inside = directoryPlace(join(directoriesOf(dataDir).data, 'inside'));
  await expect(makeAt(inside, '2026-11-27T02:30:00Z')).rejects.toThrow(/must not be inside the database/);
});

it('an encrypted one is restored with its identity, and with no other', { timeout: 60_000 }, async () => {
  const place = newDirectoryPlace();
  const [identity, another] = [await generateX25519Identity(), await generateX25519Identity()];
  const encryptTo = await identityToRecipient(identity);
  const { manifest } = await makeAt(place, '2026-11-27T02:30:00Z', { encryptTo });
  expect(manifest.encryptedTo).toBe(encryptTo);
  expect((await place.read(manifest.name, 'archive-000001'))!.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  await expect(restoreFrom(place)).rejects.toThrow(`It is encrypted to ${encryptTo}: name the file of its identity`);
  await expect(restoreFrom(place, another)).rejects.toThrow(/and the identity is of age1/);
  await expect(restoreFrom(place, 'hush')).rejects.toThrow(/^it holds no identity/);
  const elsewhere = await restoreFrom(place, `# created: today\n# public key: ${encryptTo}\n${identity}\n`);
  expect(existsSync(directoriesOf(elsewhere).data)).toBe(true);
});

describe('a bucket', () => {
  const content = Buffer.from('content');

  it('is encrypted by the service as the address says, and its answers are read in pages', async () => {
    const place = newBucketPlace('&sse=aws:kms&kms_key=key-1');
    for (const file of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await place.write('folder', file, content, sha256(content));
    expect(await place.listFiles('folder')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(s3.objects.get(`place-${places}/folder/a`)?.headers).toMatchObject({
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'key-1',
    });
    expect(await place.read('folder', 'none')).toBeUndefined();
    await place.remove('folder', 'none');
  });

  it('that is busy or hangs up is asked again', async () => {
    const place = newBucketPlace();
    let failures = 0;
    s3.interceptWith((_request, response) => {
      failures += 1;
      if (failures === 1) response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      else if (failures === 2) response.destroy();
      else return false;
      return true;
    });
    await place.write('folder', 'a', content, sha256(content));
    expect(pauses).toEqual([500, 1000]);
    s3.interceptWith((_request, response) => {
      response.writeHead(500).end();
      return true;
    });
    await expect(place.read('folder', 'a')).rejects.toThrow('The bucket backups refused a request: HTTP 500.');
    expect(pauses).toEqual([500, 1000, 500, 1000, 2000, 4000]);
    s3.interceptWith(() => false);
    expect((await place.read('folder', 'a'))?.toString()).toBe('content');
  });

  it('that refuses says why, without a secret', async () => {
    const wrong = newBucketPlace('', { ...s3.keys, secretAccessKey: 'another-secret' });
    await expect(wrong.listFolders()).rejects.toThrow(
      'The bucket backups refused a request: SignatureDoesNotMatch: check AWS_SECRET_ACCESS_KEY.',
    );
    expect(pauses).toEqual([]);
    const place = newBucketPlace();
    await expect(place.write('folder', 'a', content, sha256(Buffer.from('other')))).rejects.toThrow(/SHA256Mismatch/);
    const address = readPlaceAddress(`s3://elsewhere?endpoint=${s3.endpoint}`);
    const none = s3Place({ address: address as never, credentials: async () => s3.keys });
    await expect(none.listFolders()).rejects.toThrow(/NoSuchBucket: create it first/);
  });
});

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

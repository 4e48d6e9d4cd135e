/** Backup and restore, and the cases in which a backup is refused because it would not be consistent. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { backupEmbedded, restoreEmbedded } from './backup.ts';
import { createBench, placeOf, postmasterPid, readNotes, testApplication, writeNote } from './testing.ts';

const bench = createBench();
const application = testApplication;
afterEach(() => bench.clear());

async function makeDatabase(note: string): Promise<{ dataDir: string; target: string }> {
  const dataDir = await bench.madeDataDir();
  const server = await bench.start(dataDir);
  await writeNote(server, note);
  await server.stop();
  return { dataDir, target: join(dirname(dataDir), 'backup') };
}

it('brings the data back in a fresh data directory, and the original goes on', async () => {
  const { dataDir, target } = await makeDatabase('saved');
  await backupEmbedded({ application, dataDir, target });
  expect(postmasterPid(dataDir)).toBeUndefined();
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect(readdirSync(target)).toEqual(['data']);
  expect(existsSync(join(target, 'data/postmaster.pid'))).toBe(false);

  const elsewhere = bench.dataDir();
  await restoreEmbedded({ application, dataDir: elsewhere, source: target });
  expect(await readNotes(await bench.start(elsewhere))).toBe('saved');
  expect(await readNotes(await bench.start(dataDir))).toBe('saved');
});

it('can be put back by hand', async () => {
  const { dataDir, target } = await makeDatabase('saved');
  await backupEmbedded({ application, dataDir, target });
  const { data } = placeOf(dataDir);
  renameSync(data, `${data}.old`);
  cpSync(join(target, 'data'), data, { recursive: true });
  expect(await readNotes(await bench.start(dataDir))).toBe('saved');
});

it('copies what a killed process left running', async () => {
  const { dataDir, target } = await makeDatabase('before');
  const killed = await bench.startProcess(dataDir);
  await writeNote(killed.server, 'then');
  await killed.kill();
  await backupEmbedded({ application, dataDir, target });
  const elsewhere = bench.dataDir();
  await restoreEmbedded({ application, dataDir: elsewhere, source: target });
  expect(await readNotes(await bench.start(elsewhere))).toBe('before then');
});

it('refuses while a process uses the database', async () => {
  const { dataDir, target } = await makeDatabase('busy');
  const service = await bench.startProcess(dataDir);
  await expect(backupEmbedded({ application, dataDir, target })).rejects.toThrow(/stop the service and try again/);
  expect(existsSync(target)).toBe(false);
  expect(await readNotes(service.server)).toBe('busy');
});

it('refuses a target that is not empty, or lies inside the database', async () => {
  const { dataDir, target } = await makeDatabase('safe');
  mkdirSync(target);
  writeFileSync(join(target, 'mine'), '');
  await expect(backupEmbedded({ application, dataDir, target })).rejects.toThrow(/is not empty/);
  await expect(backupEmbedded({ application, dataDir, target: join(placeOf(dataDir).data, 'backup') })).rejects.toThrow(
    /must not lie inside/,
  );
  await expect(backupEmbedded({ application, dataDir: join(target, 'none'), target })).rejects.toThrow(
    /holds no database/,
  );
});

it('never restores over a database, nor from what is no backup', async () => {
  const { dataDir, target } = await makeDatabase('old');
  await backupEmbedded({ application, dataDir, target });
  await expect(restoreEmbedded({ application, dataDir, source: target })).rejects.toThrow(
    /There is a database already/,
  );
  await expect(restoreEmbedded({ application, dataDir, source: dirname(target) })).rejects.toThrow(/holds no backup/);
});

/** Backup beside whoever uses the database, its restore, and the cases in which one of them is refused. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packTar } from 'modern-tar';
import { afterEach, describe, expect, it } from 'vitest';
import { ArchiveBusyError, archiveEmbedded, backupEmbedded, restoreEmbedded } from './backup.ts';
import { walSegments } from './base-backup.ts';
import { copyTree } from './copy-files.ts';
import type { EmbeddedServer } from './server.ts';
import {
  ask,
  createBench,
  directoriesOf,
  eventually,
  postmasterPid,
  readNotes,
  testApplication,
  writeNote,
} from './testing.ts';

const bench = createBench();
const application = testApplication;
const files = ['secret', 'facts.json'];
afterEach(() => bench.clear());

async function makeDatabase(note: string): Promise<{ dataDir: string; target: string }> {
  const dataDir = await bench.madeDataDir();
  const server = await bench.start(dataDir);
  await writeNote(server, note);
  await server.stop();
  return { dataDir, target: join(dirname(dataDir), 'backup') };
}

/** Writes numbers, each acknowledged before the next, and makes the server reuse its WAL files as fast as it can. */
function beginLoad(server: EmbeddedServer) {
  let [acknowledged, stopped] = [0, false];
  const writing = (async () => {
    await ask(server, 'create table number (value int)');
    while (!stopped) {
      await ask(server, `insert into number values (${acknowledged + 1})`);
      acknowledged += 1;
      await ask(server, `create table passing_${acknowledged} as select generate_series(1, 100)`);
      if (acknowledged > 2) await ask(server, `drop table passing_${acknowledged - 2}`);
      if (acknowledged % 3 !== 0) continue;
      await ask(server, 'select pg_switch_wal()');
      await ask(server, 'checkpoint');
    }
  })();
  return {
    acknowledged: () => acknowledged,
    async stop(): Promise<void> {
      stopped = true;
      await writing;
    },
  };
}

describe('a backup', () => {
  it('holds what was acknowledged before it began, although the database is written to all the time', async () => {
    const { dataDir, target } = await makeDatabase('saved');
    const server = await bench.start(dataDir);
    const load = beginLoad(server);
    await eventually('some are written', () => load.acknowledged() > 3);
    const before = load.acknowledged();
    await backupEmbedded({ application, dataDir, target });
    await load.stop();
    expect(load.acknowledged()).toBeGreaterThan(before);
    expect(await ask(server, 'select count(*)::int from pg_replication_slots')).toBe(0);

    const elsewhere = bench.dataDir();
    await restoreEmbedded({ application, dataDir: elsewhere, source: target });
    expect(postmasterPid(elsewhere)).toBeUndefined();
    const copy = await bench.start(elsewhere);
    expect(await readNotes(copy)).toBe('saved');
    // No number is missing below the last one.
    const kept = (await ask(copy, 'select max(value) from number')) as number;
    expect(kept).toBeGreaterThanOrEqual(before);
    expect(await ask(copy, 'select count(distinct value)::int from number')).toBe(kept);
  });

  it('of a database that nobody uses starts and stops it, and can be put back by hand', async () => {
    const { dataDir, target } = await makeDatabase('saved');
    await backupEmbedded({ application, dataDir, target });
    expect(postmasterPid(dataDir)).toBeUndefined();
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(readdirSync(target)).toEqual(['data']);
    expect(existsSync(join(target, 'data/postmaster.pid'))).toBe(false);
    expect(readFileSync(join(target, 'data/backup_label'), 'utf8')).toMatch(/^START WAL LOCATION: /);
    const { data } = directoriesOf(dataDir);
    renameSync(data, `${data}.old`);
    cpSync(join(target, 'data'), data, { recursive: true });
    expect(await readNotes(await bench.start(dataDir))).toBe('saved');
  });

  it('holds the files that belong to the database, for their owner only, and is never restored over a database', async () => {
    const { dataDir, target } = await makeDatabase('saved');
    writeFileSync(join(dataDir, 'secret'), 'hush', { mode: 0o600 });
    expect(await backupEmbedded({ application, dataDir, target, files })).toEqual(['secret']);
    expect(statSync(join(target, 'secret')).mode & 0o777).toBe(0o600);

    const elsewhere = bench.dataDir();
    await restoreEmbedded({ application, dataDir: elsewhere, source: target, files });
    expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe('hush');
    expect(statSync(join(elsewhere, 'secret')).mode & 0o777).toBe(0o600);
    await expect(restoreEmbedded({ application, dataDir: elsewhere, source: target })).rejects.toThrow(
      /There is a database already/,
    );
    const none = dirname(target);
    await expect(restoreEmbedded({ application, dataDir: elsewhere, source: none })).rejects.toThrow(
      /contains no backup/,
    );
  });

  it('is refused into a directory that is not empty, or inside the database', async () => {
    const { dataDir, target } = await makeDatabase('safe');
    mkdirSync(target);
    writeFileSync(join(target, 'mine'), '');
    await expect(backupEmbedded({ application, dataDir, target })).rejects.toThrow(/is not empty/);
    const inside = join(directoriesOf(dataDir).data, 'backup');
    await expect(backupEmbedded({ application, dataDir, target: inside })).rejects.toThrow(/must not be inside/);
    const none = join(target, 'none');
    await expect(backupEmbedded({ application, dataDir: none, target })).rejects.toThrow(/contains no database/);
  });

  it('is refused where files are outside of the database, and leaves nothing behind', async () => {
    const { dataDir, target } = await makeDatabase('safe');
    const server = await bench.start(dataDir);
    const options = '-c allow_in_place_tablespaces=on';
    await ask({ owner: { ...server.owner, options } }, "create tablespace elsewhere location ''");
    await expect(backupEmbedded({ application, dataDir, target })).rejects.toThrow(/tablespaces of its own \(elsewh/);
    expect(readdirSync(target)).toEqual([]);
  });
});

describe('an archive', () => {
  it('holds the same, is made once at a time, and ends with whoever reads it', { timeout: 60_000 }, async () => {
    const { dataDir } = await makeDatabase('saved');
    writeFileSync(join(dataDir, 'secret'), 'hush', { mode: 0o600 });
    const server = await bench.start(dataDir);
    const load = beginLoad(server);
    await eventually('some are written', () => load.acknowledged() > 3);
    const before = load.acknowledged();
    const elsewhere = bench.dataDir();
    const facts = await archiveEmbedded({
      application,
      dataDir,
      files,
      async consume(source, described) {
        const another = archiveEmbedded({ application, dataDir, consume: async () => {} });
        await expect(another).rejects.toThrow(ArchiveBusyError);
        await restoreEmbedded({ application, dataDir: elsewhere, source, files });
        return described;
      },
    });
    await load.stop();
    expect(facts).toMatchObject({
      major: 18,
      architecture: process.arch,
      systemIdentifier: expect.stringMatching(/^\d+$/),
    });
    expect(facts.bytes).toBeGreaterThan(1_000_000);
    expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe('hush');
    const copy = await bench.start(elsewhere);
    expect(await readNotes(copy)).toBe('saved');
    const kept = (await ask(copy, 'select max(value) from number')) as number;
    expect(kept).toBeGreaterThanOrEqual(before);
    expect(await ask(copy, 'select count(distinct value)::int from number')).toBe(kept);

    const lost = async (source: ReadableStream<Uint8Array>): Promise<void> => {
      await source.getReader().read();
      throw new Error('the place is gone');
    };
    await expect(archiveEmbedded({ application, dataDir, consume: lost })).rejects.toThrow('the place is gone');
    expect(await ask(server, 'select count(*)::int from pg_replication_slots')).toBe(0);
  });

  it('is refused inside the database, and restores nothing when it is cut off or is none', async () => {
    const { dataDir } = await makeDatabase('saved');
    const { data } = directoriesOf(dataDir);
    const within = archiveEmbedded({ application, dataDir, keptIn: join(data, 'x'), consume: async () => {} });
    await expect(within).rejects.toThrow(/must not be inside/);
    const whole = await archiveEmbedded({
      application,
      dataDir,
      consume: async (archive) => new Uint8Array(await new Response(archive).arrayBuffer()),
    });
    const elsewhere = bench.dataDir();
    const restored = (source: Uint8Array): Promise<void> =>
      restoreEmbedded({ application, dataDir: elsewhere, source: ReadableStream.from([source]) });
    await expect(restored(whole.subarray(0, whole.length / 2))).rejects.toThrow(/truncated/);
    await expect(restored(await packTar([{ header: { name: '../x', size: 1 }, body: 'x' }]))).rejects.toThrow(
      /outside of itself: "..\/x"/,
    );
    const link = { header: { name: 'x', size: 0, type: 'symlink', linkname: '/etc' } } as const;
    await expect(restored(await packTar([link]))).rejects.toThrow(/neither a file nor a directory/);
    await expect(restored(await packTar([{ header: { name: 'x', size: 1 }, body: 'x' }]))).rejects.toThrow(
      /holds no database/,
    );
    expect(readdirSync(dirname(directoriesOf(elsewhere).data)).filter((name) => /^data|^x/.test(name))).toEqual([]);
  });
});

describe('a restore', () => {
  it('is refused while the data directory is used, and beside another secret', async () => {
    const { dataDir, target } = await makeDatabase('old');
    writeFileSync(join(dataDir, 'secret'), 'hush', { mode: 0o600 });
    await backupEmbedded({ application, dataDir, target, files });
    const used = await bench.madeDataDir();
    await bench.startProcess(used);
    await expect(restoreEmbedded({ application, dataDir: used, source: target })).rejects.toThrow(
      /stop the service and try again/,
    );
    const other = bench.dataDir();
    mkdirSync(other);
    writeFileSync(join(other, 'secret'), 'another');
    await expect(restoreEmbedded({ application, dataDir: other, source: target, files })).rejects.toThrow(
      /secret differs from the one in the backup/,
    );
    expect(existsSync(directoriesOf(other).data)).toBe(false);
  });

  it('of a damaged copy fails, and leaves nothing behind', async () => {
    const { dataDir, target } = await makeDatabase('old');
    await backupEmbedded({ application, dataDir, target });
    const wal = readdirSync(join(target, 'data/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
    for (const name of wal) renameSync(join(target, 'data/pg_wal', name), join(target, name));
    const elsewhere = bench.dataDir();
    await expect(restoreEmbedded({ application, dataDir: elsewhere, source: target })).rejects.toThrow(
      /could not be copied to .*could not (locate|find) required/s,
    );
    expect(existsSync(directoriesOf(elsewhere).data)).toBe(false);
  });
});

describe('copying files in use', () => {
  it('leaves out what vanishes, and nothing of a copy that should stand still', async () => {
    const root = dirname(bench.dataDir());
    const from = join(root, 'from');
    mkdirSync(join(from, 'inside'), { recursive: true });
    for (const name of ['goes', 'inside/stays']) writeFileSync(join(from, name), name);
    const omit = (path: string): boolean => {
      if (path === 'goes') renameSync(join(from, path), join(root, path));
      return false;
    };
    await copyTree(from, join(root, 'to'), { live: true, omit });
    expect(readdirSync(join(root, 'to'), { recursive: true }).sort()).toEqual(['inside', 'inside/stays']);
    renameSync(join(root, 'goes'), join(from, 'goes'));
    await expect(copyTree(from, join(root, 'again'), { omit })).rejects.toThrow(/ENOENT/);
  });

  it.each([
    ['one file', '0/2000028 (file 000000010000000000000002)', 0x2000130n, ['000000010000000000000002']],
    ['up to its last byte', '0/2000028 (file 000000010000000000000002)', 0x3000000n, ['000000010000000000000002']],
    [
      'over the end of a log',
      '1/FE000028 (file 0000000300000001000000FE)',
      0x200000001n,
      ['0000000300000001000000FE', '0000000300000001000000FF', '000000030000000200000000'],
    ],
  ])('needs the WAL from start to end: %s', (_name, start, position, names) => {
    expect(walSegments(`START WAL LOCATION: ${start}\nCHECKPOINT LOCATION: 0/0\n`, position, 0x1000000n)).toEqual(
      names,
    );
  });
});

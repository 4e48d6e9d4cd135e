/** Starting, sharing and releasing the built-in server, with real servers. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bringUp } from './server.ts';
import {
  ask,
  asRoot,
  createBench,
  type Directories,
  directoriesOf,
  othersCanRun,
  postmasterPid,
  readNotes,
  writeNote,
} from './testing.ts';

const bench = createBench();
afterEach(() => bench.clear());

describe('first and second start', () => {
  it('makes the database, stops it, and finds its data again', async () => {
    const dataDir = bench.dataDir();
    const first = await bench.start(dataDir);
    expect(first).toMatchObject({ owner: { user: 'sluice', database: 'sluice' }, attached: false });
    await writeNote(first, 'kept');
    await first.stop();
    expect(postmasterPid(dataDir)).toBeUndefined();

    const second = await bench.start(dataDir);
    expect(second).toMatchObject({ owner: first.owner, attached: false });
    expect(await readNotes(second)).toBe('kept');
    await second.stop();
  });

  it('listens on an owner-only socket, writes durably, and keeps text as UTF-8', async () => {
    const server = await bench.start(await bench.madeDataDir());
    expect(await ask(server, 'show listen_addresses')).toBe('');
    expect(await ask(server, 'show fsync')).toBe('on');
    expect(await ask(server, 'show synchronous_commit')).toBe('on');
    expect(await ask(server, 'show server_encoding')).toBe('UTF8');
    expect(await ask(server, "select upper('é')")).toBe('É');
    expect(statSync(server.owner.host).mode & 0o777).toBe(0o700);
  });

  it('runs in a session of its own, so that Ctrl-C does not reach it', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir);
    const pid = postmasterPid(dataDir);
    expect(() => process.kill(-pid!, 0)).not.toThrow(); // it leads its own process group
    await server.stop();
  });

  it('works from a data directory whose path is too long for a socket, and has odd characters', async () => {
    const server = await bench.start(await bench.madeDataDir('d'.repeat(120), 'é, "quoted" and spaced'));
    expect(Buffer.byteLength(server.owner.host)).toBeLessThan(90);
    await writeNote(server, 'far');
    expect(await readNotes(server)).toBe('far');
  });

  it('begins again after a start that died while making the database', async () => {
    const dataDir = bench.dataDir();
    const { base, data } = directoriesOf(dataDir);
    mkdirSync(join(base, 'data-draft-0000', 'base'), { recursive: true });
    writeFileSync(join(base, 'data-draft-0000', 'PG_VERSION'), '18\n');
    await bench.start(dataDir);
    expect(existsSync(data)).toBe(true);
    expect(existsSync(join(base, 'data-draft-0000'))).toBe(false);
  });

  it('refuses, and leaves alone, what is not a database of this version', async () => {
    const dataDir = bench.dataDir();
    const { data } = directoriesOf(dataDir);
    mkdirSync(data);
    await expect(bench.start(dataDir)).rejects.toThrow(/is not a PostgreSQL database/);
    writeFileSync(join(data, 'PG_VERSION'), '11\n');
    await expect(bench.start(dataDir)).rejects.toThrow(/made by PostgreSQL 11/);
    expect(existsSync(join(data, 'PG_VERSION'))).toBe(true);
  });
});

describe('several users of one server', () => {
  it('is attached to while it runs, and stopped by whoever leaves last', async () => {
    const dataDir = await bench.madeDataDir();
    const service = await bench.start(dataDir, true);
    const command = await bench.start(dataDir, false);
    expect(command).toMatchObject({ attached: true, owner: service.owner });
    await command.stop();
    await writeNote(service, 'still up');
    await service.stop();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('outlives the command that started it while a service uses it', async () => {
    const dataDir = await bench.madeDataDir();
    const command = await bench.startProcess(dataDir, { own: false });
    const service = await bench.startProcess(dataDir, { own: true });
    expect(command.server.attached).toBe(false);
    expect(service.server.attached).toBe(true);
    await command.stop();
    await writeNote(service.server, 'mine');
    await service.stop();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('starts once when processes start at the same moment', async () => {
    const dataDir = bench.dataDir();
    const started = await Promise.all([1, 2, 3, 4].map(() => bench.startProcess(dataDir)));
    expect(started.filter(({ server }) => !server.attached)).toHaveLength(1);
    for (const [number, { server }] of started.entries()) await writeNote(server, String(number));
    expect(await readNotes(started[0]!.server)).toBe('0 1 2 3');
    await Promise.all(started.map((each) => each.stop()));
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('may be stopped twice, and does not start after that', async () => {
    const server = await bench.start(await bench.madeDataDir());
    await Promise.all([server.stop(), server.stop()]);
    await expect(server.ensureRunning()).rejects.toThrow('was stopped');
  });
});

describe.runIf(asRoot)('as root', () => {
  it('runs under an unprivileged user, from a directory only root can enter', async () => {
    const dataDir = await bench.madeDataDir();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const server = await bench.start(dataDir);
    expect(server.owner.host).toMatch(/^\/var\/lib\/sluice\/[0-9a-f]{16}\/socket$/);
    expect(statSync(server.owner.host).uid).not.toBe(0);
    expect(statSync(directoriesOf(dataDir).data).mode & 0o777).toBe(0o700);
  });

  it('keeps the data in the data directory where the server’s user can enter it, and the secrets to root', async () => {
    const dataDir = bench.dataDir('not', 'there', 'yet');
    chmodSync(join(dataDir, '../../../..'), 0o755);
    const server = await bench.start(dataDir);
    expect(server.data).toBe(join(dataDir, 'database', 'data'));
    expect(statSync(server.data).uid).toBe(directoriesOf(dataDir).serverUser?.uid);
    expect(statSync(dataDir).mode & 0o777).toBe(0o701);
    expect(statSync(join(dataDir, 'pgpass')).mode & 0o777).toBe(0o600);
    await writeNote(server, 'kept');
    await server.stop();
    expect(await readNotes(await bench.start(dataDir))).toBe('kept');
  });

  it('names the directory that its user may not enter any more', async () => {
    const dataDir = bench.dataDir();
    const parent = dirname(dataDir);
    chmodSync(parent, 0o755);
    directoriesOf(dataDir);
    chmodSync(parent, 0o700);
    await expect(bench.start(dataDir)).rejects.toThrow(`may not enter ${parent}: run chmod o+x ${parent}`);
    chmodSync(parent, 0o755);
    expect(directoriesOf(dataDir).base).toBe(join(dataDir, 'database'));
  });

  it('attaches to a server that runs as another user, and takes its files over afterwards', async () => {
    const dataDir = bench.dataDir('d'.repeat(120));
    chmodSync(dirname(dirname(dataDir)), 0o755);
    const dirs = directoriesOf(dataDir);
    const before: Directories = { ...dirs, serverUser: { name: 'daemon', uid: 1, gid: 1 } };
    await bringUp({ dirs: before, log: () => {}, own: false, settings: {} }, 'make if missing');
    expect(statSync(dirs.data).uid).toBe(1);
    expect(statSync(dirs.socketDir).uid).toBe(1);
    const first = await bench.start(dataDir);
    expect(first.attached).toBe(true);
    await writeNote(first, 'kept');
    await first.stop();

    const second = await bench.start(dataDir);
    expect(statSync(dirs.data).uid).toBe(dirs.serverUser?.uid);
    expect(statSync(dirs.socketDir).uid).toBe(dirs.serverUser?.uid);
    expect(await readNotes(second)).toBe('kept');
  });

  it('never shares the database of a copied or a fresh directory', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir);
    await writeNote(server, 'private');
    const fresh = await bench.start(await bench.madeDataDir());
    await expect(readNotes(fresh)).rejects.toThrow(/"note" does not exist/);

    const copy = join(dirname(dataDir), 'copy');
    mkdirSync(copy);
    writeFileSync(join(copy, 'database-id'), directoriesOf(dataDir).base.slice(-16));
    await expect(bench.start(copy)).rejects.toThrow(/is a copy of/);
  });

  it('says so when its database is gone, instead of beginning an empty one', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir);
    await server.stop();
    rmSync(directoriesOf(dataDir).base, { recursive: true });
    await expect(bench.start(dataDir)).rejects.toThrow(/Put it back from a backup, or delete .*database-id/);
    rmSync(join(dataDir, 'database-id'));
    await bench.start(dataDir);
  });

  it.runIf(othersCanRun())('leaves the database of an ordinary user to that user, who needs no copy', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sluice-test-home-'));
    chownSync(home, 65534, 65534);
    const dataDir = join(home, '.sluice');
    try {
      const ordinary = await bench.startProcess(dataDir, { uid: 65534, gid: 65534 });
      expect(ordinary.server.owner.host).toBe(join(dataDir, 'database', 'socket'));
      expect(readdirSync(join(dataDir, 'database')).filter((name) => name.startsWith('native-'))).toEqual([]);
      await writeNote(ordinary.server, 'theirs');
      await ordinary.stop();
      await expect(bench.start(dataDir)).rejects.toThrow(/made by the user with id 65534/);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});

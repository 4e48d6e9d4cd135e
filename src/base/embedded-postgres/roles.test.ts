/** Both roles need a password, whichever version created the files and wherever they were copied from. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareBinaries } from './binaries.ts';
import { serverEnvironment } from './cluster.ts';
import { type Directories, giveToServer } from './directories.ts';
import { isAlive } from './postmaster.ts';
import { ask, askAs, createBench, directoriesOf, postmasterPid, readNotes, writeNote } from './testing.ts';

const bench = createBench();
afterEach(() => bench.clear());

/** A data directory as `initdb` makes it without further arguments: any client of the socket is superuser. */
function makeTrustingFiles(dirs: Directories): void {
  const { initdb } = prepareBinaries(dirs);
  const user = dirs.serverUser && { uid: dirs.serverUser.uid, gid: dirs.serverUser.gid };
  mkdirSync(dirs.data, { mode: 0o700 });
  giveToServer(dirs, dirs.data);
  const args = ['--no-sync', '--encoding=UTF8', '--locale=C', '--auth-local=trust', '--auth-host=reject'];
  const options = { ...user, cwd: dirs.base, env: serverEnvironment };
  execFileSync(initdb, [...args, '--username=sluice', `--pgdata=${dirs.data}`], options);
}

describe('a fresh database', () => {
  it('asks for the password, and stores it as SCRAM', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir);
    for (const address of [server.owner, server.service]) {
      expect(await askAs(address, 'select current_user')).toBe(address.user);
      await expect(askAs({ ...address, password: 'guess' }, 'select 1')).rejects.toThrow(/password authentication/);
    }
    expect(server.owner.password).not.toBe(server.service.password);
    const stored = "select string_agg(left(rolpassword, 14), ' ') from pg_authid where rolpassword is not null";
    expect(await ask(server, stored)).toBe('SCRAM-SHA-256$ SCRAM-SHA-256$');
  });

  it('keeps the passwords in a file of the owner’s alone, which PostgreSQL’s tools can read', async () => {
    const dataDir = await bench.madeDataDir();
    const { owner, service } = await bench.start(dataDir);
    const file = join(dataDir, 'pgpass');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(
      `*:*:*:sluice:${owner.password}\n*:*:*:sluice_service:${service.password}\n`,
    );
    chmodSync(file, 0o644);
    await expect(bench.start(dataDir)).rejects.toThrow(/others may read it; run: chmod 600/);
    chmodSync(file, 0o600);
  });

  it('gives the service no right that it was not granted', async () => {
    const server = await bench.start(await bench.madeDataDir());
    await writeNote(server, 'private');
    const rights = 'rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls';
    expect(await ask(server, `select ${rights} from pg_roles where rolname = 'sluice_service'`)).toBe(false);
    await expect(askAs(server.service, 'select * from note')).rejects.toThrow(/permission denied for table note/);
    await expect(askAs(server.service, 'create table mine ()')).rejects.toThrow(/permission denied for schema/);
    await expect(askAs(server.service, "alter role sluice password 'x'")).rejects.toThrow(/permission denied/);
  });
});

describe('files that know other passwords, or none', () => {
  it('of a version without passwords are upgraded in place', async () => {
    const dataDir = bench.dataDir();
    const dirs = directoriesOf(dataDir);
    makeTrustingFiles(dirs);
    const server = await bench.start(dataDir);
    await writeNote(server, 'kept');
    await expect(askAs({ ...server.owner, password: 'guess' }, 'select 1')).rejects.toThrow(/password authentication/);
    expect(await askAs(server.service, 'select current_user')).toBe('sluice_service');
    await server.stop();
    expect(await readNotes(await bench.start(dataDir))).toBe('kept');
  });

  it('get new ones when the password file was deleted while nothing ran', async () => {
    const dataDir = await bench.madeDataDir();
    const first = await bench.start(dataDir);
    await writeNote(first, 'kept');
    await first.stop();
    rmSync(join(dataDir, 'pgpass'));
    const second = await bench.start(dataDir);
    expect(second.owner.password).not.toBe(first.owner.password);
    expect(await readNotes(second)).toBe('kept');
    expect(await askAs(second.service, 'select 1')).toBe(1);
  });

  it('are left to a service when the password file was deleted under a running server', async () => {
    const dataDir = await bench.madeDataDir();
    const busy = await bench.startProcess(dataDir);
    await writeNote(busy.server, 'kept');
    const pid = postmasterPid(dataDir)!;
    rmSync(join(dataDir, 'pgpass'));
    await expect(bench.start(dataDir, false)).rejects.toThrow(/does not take the password in .*pgpass: start the serv/);
    expect(isAlive(pid)).toBe(true);
    expect(await readNotes(await bench.start(dataDir, true))).toBe('kept');
  });
});

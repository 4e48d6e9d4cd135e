/** Whichever process is killed, no acknowledged write is lost and no process is left with a wrong state. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from './postmaster.ts';
import { ask, createBench, directoriesOf, eventually, postmasterPid, readNotes, writeNote } from './testing.ts';

const bench = createBench();
afterEach(() => bench.clear());

describe('the server is killed', () => {
  it('is started again by ensureRunning, once for all callers, with its data', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir, false);
    await writeNote(server, 'acknowledged');
    const killed = postmasterPid(dataDir)!;
    process.kill(killed, 'SIGKILL');
    await eventually('the postmaster is gone', () => !isAlive(killed));

    await Promise.all([server.ensureRunning(), server.ensureRunning(), server.ensureRunning()]);
    expect(await readNotes(server)).toBe('acknowledged');
    const now = postmasterPid(dataDir);
    expect(now).not.toBe(killed);
    await server.ensureRunning();
    expect(postmasterPid(dataDir)).toBe(now);
  });

  it('is started again unasked for a service', async () => {
    const dataDir = await bench.madeDataDir();
    const said: string[] = [];
    const server = await bench.start(dataDir, true, (message) => said.push(message));
    await writeNote(server, 'acknowledged');
    const killed = postmasterPid(dataDir)!;
    process.kill(killed, 'SIGKILL');
    await eventually('another postmaster runs', () => ![undefined, killed].includes(postmasterPid(dataDir)));
    await eventually('it answers', () => said.includes('the database server is back'));
    expect(await readNotes(server)).toBe('acknowledged');
  });

  it('is started again while one of its backends is still busy', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir, false);
    await writeNote(server, 'acknowledged');
    const busy = ask(server, 'select count(*) from generate_series(1, 5000000) where random() < 2').catch(() => {});
    await eventually('the backend is busy', async () =>
      Boolean(
        await ask(
          server,
          "select true from pg_stat_activity where query like '%5000000%' and state = 'active' and pid <> pg_backend_pid()",
        ),
      ),
    );
    process.kill(postmasterPid(dataDir)!, 'SIGKILL');
    await server.ensureRunning();
    expect(await readNotes(server)).toBe('acknowledged');
    await busy;
  });

  it('is started although its pid now belongs to another process', async () => {
    const dataDir = await bench.madeDataDir();
    const first = await bench.start(dataDir);
    await writeNote(first, 'kept');
    const pidFile = join(directoriesOf(dataDir).data, 'postmaster.pid');
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n');
    await first.stop();
    writeFileSync(pidFile, [process.pid, ...rest].join('\n'));

    const second = await bench.start(dataDir);
    expect(second.attached).toBe(false);
    expect(await readNotes(second)).toBe('kept');
  });

  it('does not get an empty database when its files vanish under a running service', async () => {
    const dataDir = await bench.madeDataDir();
    const server = await bench.start(dataDir, false);
    const pid = postmasterPid(dataDir)!;
    process.kill(pid, 'SIGKILL');
    await eventually('the postmaster is gone', () => !isAlive(pid));
    rmSync(directoriesOf(dataDir).data, { recursive: true, force: true });
    await expect(server.ensureRunning()).rejects.toThrow(/no longer exists/);
  });
});

describe('the process that started it is killed', () => {
  it('leaves the server running, and the next start attaches and stops it in the end', async () => {
    const dataDir = await bench.madeDataDir();
    const killed = await bench.startProcess(dataDir);
    await writeNote(killed.server, 'kept');
    const pid = postmasterPid(dataDir)!;
    await killed.kill();
    expect(isAlive(pid)).toBe(true);

    const next = await bench.start(dataDir);
    expect(next.attached).toBe(true);
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(await readNotes(next)).toBe('kept');
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('counts no more as a user', async () => {
    const dataDir = await bench.madeDataDir();
    const killed = await bench.startProcess(dataDir);
    const command = await bench.start(dataDir, false);
    await killed.kill();
    await command.stop();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });
});

describe('its socket is deleted', () => {
  it('is replaced for a service, and kept for a command', async () => {
    const dataDir = await bench.madeDataDir();
    const service = await bench.start(dataDir, true);
    await writeNote(service, 'kept');
    const pid = postmasterPid(dataDir);
    rmSync(service.owner.host, { recursive: true });
    await expect(bench.start(dataDir, false)).rejects.toThrow(/its socket in .* is gone/);
    expect(postmasterPid(dataDir)).toBe(pid);
    await service.ensureRunning();
    expect(await readNotes(service)).toBe('kept');
  });
});

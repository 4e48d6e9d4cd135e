/**
 * Keeps what a run of the tests starts: its PostgreSQL, its directory, and every process that was started with the
 * run's environment. All of it ends with this process's input, which ends with the run, also when that is killed.
 * Never ends a process of another run.
 */
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { migrate } from '../../../src/base/database/migrate.ts';
import { createPool } from '../../../src/base/database/pool.ts';
import { copyFreshDatabase, isAlive, removeTestDatabase, startServer } from '../built-in-server.ts';
import { freshDataDir, runDirPrefix, runVariable, templateName } from './names.ts';
import { bundleOf } from './program.ts';
import { hasSharedMemory, sharedMemory } from './shared-memory.ts';

/**
 * Nothing in this server outlives the run, and no table lives long enough to need autovacuum. What must survive a crash
 * is tested on servers with the service's own settings.
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  checkpoint_timeout: '1h',
  max_wal_size: '1GB',
  autovacuum: 'off',
};
const keeperFile = 'keeper.pid';

/** Others may pass through it: some tests run as another user. */
function makeRunDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), runDirPrefix)));
  chmodSync(dir, 0o755);
  writeFileSync(join(dir, keeperFile), String(process.pid));
  return dir;
}

const inMemory = (dir: string): string => join(sharedMemory, basename(dir));

/** Where the run's server keeps its data: in memory if there is room, because nothing of it outlives the run. */
function makeDataDir(dir: string): string {
  if (!hasSharedMemory()) return join(dir, '.sluice');
  mkdirSync(inMemory(dir));
  chmodSync(inMemory(dir), 0o755);
  return join(inMemory(dir), '.sluice');
}

/** What runs left behind whose keeper was killed too. */
async function removeAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(runDirPrefix)) continue;
    const dir = join(tmpdir(), name);
    try {
      if (!isAlive(Number(readFileSync(join(dir, keeperFile), 'utf8')))) await removeRun(dir);
    } catch {
      // Being made or removed this moment, or another user's.
    }
  }
}

async function removeRun(dir: string): Promise<void> {
  killProcesses(dir);
  // A link of the bundled program's, which the search would follow out of the directory.
  rmSync(join(bundleOf(dir), 'node_modules'), { force: true });
  // By `dir` an abandoned run is found: it goes last.
  for (const part of [inMemory(dir), dir].filter((path) => existsSync(path))) {
    for (const path of readdirSync(part, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('database-id')) continue;
      // A test's copy of another data directory has no database of its own.
      await removeTestDatabase(dirname(join(part, path))).catch(() => {});
    }
    rmSync(part, { recursive: true, force: true });
  }
}

/** Only Linux tells the environment of a process; elsewhere those of a killed run end by themselves or not at all. */
function killProcesses(dir: string): void {
  if (process.platform !== 'linux') return;
  const mark = `${runVariable}=${dir}`;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark))
        process.kill(Number(name), 'SIGKILL');
    } catch {
      // It has ended, or is another user's.
    }
  }
}

await removeAbandonedRuns();
const dir = makeRunDir();
const fresh = await startServer({ dataDir: freshDataDir(dir), own: false });
await migrate(fresh);
await fresh.stop();
const dataDir = makeDataDir(dir);
copyFreshDatabase(dataDir, dir);
const { owner, service } = await startServer({ dataDir, own: true, settings });
const admin = createPool(owner, { connections: 1 });
await admin.query(`create database ${templateName} template ${owner.database} strategy file_copy`);
await admin.end();
process.stdout.write(`${JSON.stringify({ dir, postgres: { owner, service } })}\n`);
process.stdin.resume();
await once(process.stdin, 'close');
await removeRun(dir);
process.exit();

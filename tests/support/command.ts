/** Runs `sluice` as a process of its own, in a directory of its own, with a clean environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeTestDatabase } from './built-in-server.ts';
import { runEnvironment } from './run/names.ts';
import { programArguments } from './run/program.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** What people run. */
export const launcher = [join(root, 'bin/sluice.js')];

export type Result = { code: number | null; out: string; err: string };
export type Environment = Record<string, string>;

/**
 * A directory to run commands in; its `.sluice` holds the database. `remove` also takes away what root's left elsewhere.
 * @param started what `begin` runs; `run` and `beginBundled` run the bundled program, which loads in a fraction of the time.
 */
export function createPlace(started: readonly string[] = programArguments()) {
  const program = programArguments();
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-command-')));
  const dataDir = join(directory, '.sluice');
  return {
    directory,
    dataDir,
    run: (args: readonly string[], env: Environment = {}): Promise<Result> =>
      run([...program, ...args], directory, env),
    begin: (args: readonly string[], env: Environment = {}): Running => begin([...started, ...args], directory, env),
    beginBundled: (args: readonly string[], env: Environment = {}): Running =>
      begin([...program, ...args], directory, env),
    async remove(): Promise<void> {
      await removeTestDatabase(dataDir);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Of a command: nothing of what the tests themselves were given. */
export const cleanEnvironment = (env: Environment): Environment => ({
  // The Node.js that runs these tests comes first, as npm arranges it.
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  HOME: process.env.HOME ?? '/',
  ...runEnvironment(),
  ...env,
});

async function run(args: readonly string[], cwd: string, env: Environment): Promise<Result> {
  const running = begin(args, cwd, env);
  return { code: await running.ended, out: running.out(), err: running.err() };
}

export type Running = {
  child: ChildProcess;
  out(): string;
  err(): string;
  /** Its exit code. */
  ended: Promise<number | null>;
  /** Resolves once what it printed matches. @throws Error when it ends before. */
  printed(pattern: RegExp): Promise<void>;
  /** What a terminal does on Ctrl-C: every process of the group is told. */
  interrupt(): void;
};

function begin(args: readonly string[], cwd: string, env: Environment): Running {
  // A group of its own, as a terminal gives to each command.
  const child = spawn(process.execPath, args, {
    cwd,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    out: () => out,
    err: () => err,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(out)) resolve();
        };
        child.stdout.on('data', look);
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} before it printed ${pattern}: ${out}${err}`)),
        );
        look();
      }),
    interrupt: () => {
      process.kill(-(child.pid as number), 'SIGINT');
    },
  };
}

/** A client library in another language, as a program that calls it: `drive.php`, `drive.py`. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Asked = { id: string; path?: object; query?: object; body?: unknown; live?: true };
/** `waits`: how often the library waited before it sent the request again. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it called.
export type Outcome = { answer?: any; error?: any; waits: number };
export type Kit = {
  /** The operations that the library has methods for. */
  calls: string[];
  /** Whether it takes amounts as texts; one that does not takes numbers. */
  hasDecimals: boolean;
  call(asked: Asked): Promise<Outcome>;
  close(): void;
};
type Program = { command: string; args: string[]; env?: Record<string, string> };

export const folderOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

const pythonPath = { PYTHONPATH: folderOf('../../sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
/** `SLUICE_TEST_PYTHON` may name one that has httpx. */
const python = [process.env.SLUICE_TEST_PYTHON, 'python3']
  .filter((command): command is string => Boolean(command))
  .find((command) => runs(command, '-c', 'import sys, httpx; sys.exit(sys.version_info < (3, 10))'));

/** What the machine cannot run is undefined: its tests are skipped. */
export const programs: Record<string, Program | undefined> = {
  php: runs('php', '-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);')
    ? { command: 'php', args: [folderOf('php/drive.php')] }
    : undefined,
  python: python === undefined ? undefined : { command: python, args: [folderOf('python/drive.py')], env: pythonPath },
};

/** Why its tests are skipped. */
export const missing = (kit: string): string => `${kit} is not installed with what its client library needs`;

/** What sends the requests, as far as it is installed. */
export const transports: Record<string, string[]> = {
  php: [
    'curl',
    ...(existsSync('/usr/share/php/GuzzleHttp/autoload.php') ? ['guzzle'] : []),
    ...(existsSync('/usr/share/php/Nyholm/Psr7/autoload.php') ? ['psr-18'] : []),
  ],
  python: ['sync', 'async'],
};

/** @param env where the service is, and the keys: `SLUICE_URL`, `SHOP_CLIENT_ID` and so on. */
export async function startKit({ command, args, env: own }: Program, env: Record<string, string>): Promise<Kit> {
  const program = spawn(command, args, { env: { ...process.env, ...own, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  program.stderr.on('data', (text) => {
    said += text;
  });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${command} ended: ${said}`);
    return JSON.parse(value);
  };
  const { calls } = await next();
  return {
    calls,
    hasDecimals: true,
    call(asked) {
      program.stdin.write(`${JSON.stringify(asked)}\n`);
      return next();
    },
    close: () => void program.kill(),
  };
}

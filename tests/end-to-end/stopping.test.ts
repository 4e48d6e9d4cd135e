/** One SIGTERM ends a service, whatever started it (docs/operating.md, "Start and stop it"). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { linksToStarter, type ProcessFacts } from '../../src/app/commands/started-by.ts';
import { copyFreshDatabase, eventually, postmasterPid } from '../support/built-in-server.ts';
import { createPlace, type Running, root } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { programArguments } from '../support/run/program.ts';

const place = createPlace([]);
copyFreshDatabase(place.dataDir);
let running: Running | undefined;
afterAll(async () => {
  if (running?.child.exitCode === null) process.kill(-(running.child.pid as number), 'SIGKILL');
  await place.remove();
});

/** An installation in the place: the launcher as it is, which finds the bundled program beside it. */
function install(): void {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const start = scripts.start.replace(/ start$/, ' serve');
  const program = programArguments().at(-1) as string;
  for (const folder of ['bin', 'node_modules/.bin']) mkdirSync(join(place.directory, folder), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(place.directory, name), text, { mode: 0o755 });
  write('package.json', JSON.stringify({ name: 'installed', type: 'module', scripts: { start } }));
  write('bin/sluice.js', readFileSync(join(root, 'bin/sluice.js'), 'utf8'));
  write('bin/run.js', `await import(${JSON.stringify(pathToFileURL(program).href)});`);
  symlinkSync('../../bin/sluice.js', join(place.directory, 'node_modules/.bin/sluice'));
  symlinkSync(process.execPath, join(place.directory, 'node_modules/.bin/node'));
}
install();

/** The script behind a command of npm's, to run on the Node.js of the tests. */
const script = (name: string): string =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim());
/** As process 1 of a namespace, as in a container; the process that was started is outside of it. */
const alone = [
  '-e',
  `require('child_process').spawn('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child', ...process.argv.slice(1)],
    { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))`,
];
const canBeAlone = (): boolean => {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const sluice = join(place.directory, 'bin/sluice.js');
/** The only child of a process. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ', 1)[0]);
type Pick = (started: number) => number;
const itself: Pick = (started) => started;
const grandchild: Pick = (started) => childOf(childOf(started));

const ways: [name: string, args: string[], signal: NodeJS.Signals, pick: Pick, codes: (number | null)[]][] = [
  ['npx, through a shell', [script('npx'), 'sluice', 'serve'], 'SIGTERM', itself, [143, null]],
  ['npm start', [script('npm'), 'start'], 'SIGTERM', itself, [0]],
  ['a launcher that is killed', [script('npx'), 'sluice', 'serve'], 'SIGKILL', grandchild, [137]],
];
const workers = [sluice, 'serve', '--workers', '2'];
ways.push(
  canBeAlone()
    ? ['workers, as process 1', [...alone, process.execPath, ...workers], 'SIGTERM', grandchild, [0]]
    : ['workers', workers, 'SIGTERM', itself, [0]],
);

describe.skipIf(process.platform !== 'linux')('a service ends, drained, with', () => {
  it.each(ways)('%s', async (_name, args, signal, pick, codes) => {
    const port = await freePort();
    running = place.begin(args, {
      PORT: String(port),
      HOST: '127.0.0.1',
      SLUICE_SECRET: 'a-secret-for-production-of-more-than-32-characters',
      SLUICE_DRAIN_SECONDS: '2',
    });
    const { child, ended, out, err } = running;
    const told = (): string => `${child.exitCode} ${out()}${err()}`;
    const ready = (): Promise<number | undefined> =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status,
        () => undefined,
      );
    await eventually('it is ready', async () => (await ready()) === 200, told);

    process.kill(pick(child.pid as number), signal);

    await eventually('it lets its clients leave', async () => (await ready()) === 503, told);
    await eventually('it is gone', async () => (await ready()) === undefined, told);
    const code = await ended;
    expect(codes, told()).toContain(code);
    // The group has the service too, also when npm has ended before it.
    await eventually('nothing is left', () => {
      try {
        return !process.kill(-(child.pid as number), 0);
      } catch {
        return postmasterPid(place.dataDir) === undefined;
      }
    });
  });
});

describe('a service follows', () => {
  const script = 'sluice';
  const launcher = ['node', 'sluice'];
  const shell = ['sh', '-c', "'sluice' serve"];
  const npm = ['npm exec sluice serve'];
  const typed = ['-bash'];
  type Ancestor = { command: string[]; script?: string; session?: number };
  /** The ancestors it follows, counted from its parent, 1. */
  const follow = (own: { script?: string }, ancestors: Ancestor[]): number[] => {
    const facts = [{ command: ['node', 'run.js'], ...own }, ...ancestors].map(
      (one, pid): ProcessFacts => ({
        pid,
        parent: pid + 1,
        session: 7,
        script: undefined,
        ...one,
      }),
    );
    return linksToStarter(facts[0] as ProcessFacts, (pid) => facts[pid]).map(({ parent }) => parent);
  };

  it.each<[string, { script?: string }, Ancestor[], number[]]>([
    [
      'its launcher, the shell and npx',
      { script },
      [{ command: launcher, script }, { command: shell, script }, { command: npm }, { command: typed }],
      [1, 2, 3],
    ],
    [
      'npx and the npm that runs it',
      { script },
      [
        { command: shell, script },
        { command: npm, script: 'npx sluice' },
        { command: shell, script },
        { command: npm },
      ],
      [1, 2, 3, 4],
    ],
    ['npm alone, whose shell became the service', { script }, [{ command: npm }, { command: typed }], [1]],
    ['nobody, when a person or a supervisor started it', {}, [{ command: launcher }, { command: typed }], []],
    ['nobody, as process 1', { script }, [], []],
    [
      'nobody above a shell that a person types into',
      { script },
      [{ command: launcher, script }, { command: typed }],
      [1],
    ],
    ['nobody above a shell that runs a file', { script }, [{ command: ['bash', 'deploy.sh'], script }], []],
    ['nobody in another session', { script }, [{ command: shell, script, session: 8 }, { command: npm }], []],
    ['nobody, in the background of a script', { script: 'sluice serve >log 2>&1 &' }, [{ command: npm }], []],
    ['its script, of several commands', { script: 'cd .. && sluice serve 2>&1' }, [{ command: npm }], [1]],
  ])('%s', (_name, own, ancestors, expected) => {
    expect(follow(own, ancestors)).toEqual(expected);
  });
});

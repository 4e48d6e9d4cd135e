/**
 * Ends this process when what started it has ended, as SIGTERM would. npm runs commands and scripts through `sh -c`,
 * which dies of a signal without passing it on: the service would go on, and keep its port. Must never end a process
 * that was put in the background on purpose, or whose terminal or shell has merely gone.
 */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { complain } from './output.ts';

const lookEveryMs = 200;

/** What `/proc` says about one process. */
export type ProcessFacts = {
  pid: number;
  parent: number;
  session: number;
  command: readonly string[];
  /** The script that npm runs here: npm sets it for what it starts, and it is inherited. */
  script: string | undefined;
};

/** While the process `pid` has this parent, it is not orphaned. */
type Link = { pid: number; parent: number };

/**
 * The links from `self` up to the npm that runs it, none if it was not started by npm. They end below a process of
 * another session, a shell that a person types into or that runs a file, and a script that puts something in the
 * background: such a parent may end while the service goes on.
 */
export function linksToStarter(self: ProcessFacts, read: (pid: number) => ProcessFacts | undefined): Link[] {
  const links: Link[] = [];
  let child = self;
  while (child.script !== undefined && !putsInBackground(child.script)) {
    const parent = read(child.parent);
    if (parent === undefined || parent.session !== self.session || isShellOfItsOwn(parent.command)) break;
    links.push({ pid: child.pid, parent: parent.pid });
    child = parent;
  }
  return links;
}

/** A single `&`, not one of `&&`, `>&2` or `&>file`. */
const putsInBackground = (script: string): boolean => /(?<![&<>])&(?![&>])/.test(script);

const isShellOfItsOwn = ([program = '', first = '']: readonly string[]): boolean =>
  /^-?(.*\/)?(ba|da|z|k|a|fi)?sh$/.test(program) && !/^-\w*c$/.test(first);

/** Call it once, before anything is started. Does nothing for a worker, which ends with its primary process. */
export function endWithStarter(): void {
  if (cluster.isWorker) return;
  // The launcher's channel, `bin/sluice.js`.
  process.once('disconnect', end);
  process.channel?.unref();
  const self = readProcess(process.pid);
  const links = self === undefined ? [] : linksToStarter(self, readProcess);
  if (links.length === 0) return;
  const timer = setInterval(() => {
    if (links.every(({ pid, parent }) => readStat(pid)?.parent === parent)) return;
    clearInterval(timer);
    end();
  }, lookEveryMs);
  timer.unref();
}

function end(): void {
  complain('The process that started this one has ended: stopping');
  process.kill(process.pid, 'SIGTERM');
}

/** @returns undefined where there is no `/proc`, and for a process that has ended or is another user's. */
function readProcess(pid: number): ProcessFacts | undefined {
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  try {
    const variable = 'npm_lifecycle_script=';
    const environment = readList(`/proc/${pid}/environ`);
    const script = environment.find((entry) => entry.startsWith(variable))?.slice(variable.length);
    return { pid, ...stat, command: readList(`/proc/${pid}/cmdline`), script };
  } catch {
    return undefined;
  }
}

const readList = (path: string): string[] => readFileSync(path, 'utf8').split('\0');

/** The fields after the program's name, which is in parentheses and may hold any character. */
function readStat(pid: number): Pick<ProcessFacts, 'parent' | 'session'> | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), session: Number(session) };
  } catch {
    return undefined;
  }
}

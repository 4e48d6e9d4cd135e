/**
 * Commands of `sluice` whose many cases a file looks at. The first of each runs as a process of its own, as people run it:
 * it loads what it needs, prints nothing beside its own words, and ends by itself. The others run in this process, because
 * starting one takes ten times as long as what most commands do.
 */
import { createCommandLine } from '../../src/app/commands/command-line.ts';
import { complain } from '../../src/app/commands/output.ts';
import { cleanEnvironment, type createPlace, type Environment, type Result } from './command.ts';

type Place = Pick<ReturnType<typeof createPlace>, 'run' | 'directory'>;

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`The command ended with ${code}.`);
    this.code = code;
  }
}

/** One at a time: what a command writes and reads belongs to the whole process. */
let last: Promise<unknown> = Promise.resolve();

export function commandsOf({ run, directory }: Place): (args: readonly string[], env?: Environment) => Promise<Result> {
  const seen = new Set<string>();
  return (args, env = {}) => {
    const name = nameOf(args);
    if (!seen.has(name)) {
      seen.add(name);
      return run(args, env);
    }
    const ran = last.then(() => runHere(args, directory, env));
    last = ran.catch(() => {});
    return ran;
  };
}

function nameOf(args: readonly string[]): string {
  if (args.includes('--help')) return '--help';
  const words: string[] = [];
  let command = createCommandLine();
  for (const word of args) {
    const inner = command.commands.find((one) => one.name() === word);
    if (inner === undefined) break;
    words.push(word);
    command = inner;
  }
  return words.join(' ');
}

/** As `src/app/main.ts` does, with what belongs to the process exchanged meanwhile. */
async function runHere(args: readonly string[], directory: string, env: Environment): Promise<Result> {
  const written = { out: '', err: '' };
  const keep = (stream: keyof typeof written) => (text: string | Uint8Array) => {
    written[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
  const { env: environment, exitCode, exit, stdout, stderr } = process;
  const [writeOut, writeErr, cwd] = [stdout.write, stderr.write, process.cwd()];
  process.env = cleanEnvironment(env);
  process.chdir(directory);
  process.exitCode = undefined;
  process.exit = (code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0));
  };
  stdout.write = keep('out');
  stderr.write = keep('err');
  try {
    const code = await runToEnd(args);
    return { code, ...written };
  } finally {
    Object.assign(process, { env: environment, exitCode, exit });
    process.chdir(cwd);
    stdout.write = writeOut;
    stderr.write = writeErr;
  }
}

async function runToEnd(args: readonly string[]): Promise<number> {
  try {
    await createCommandLine().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof Exit) return error.code;
    complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

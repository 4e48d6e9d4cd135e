/** A shell that keeps its variables from one pasted block to the next. */
import { spawn } from 'node:child_process';

export type Shell = {
  /** @returns what the block printed. @throws Error when one of its commands failed. */
  run(text: string): Promise<string>;
  end(): void;
};

const mark = 'end-of-the-block';

export function openShell(cwd: string, env: Record<string, string>): Shell {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  let notify = (): void => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
      notify();
    });
  }
  const isOver = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let hasEnded = false;
  void isOver.then(() => {
    hasEnded = true;
    notify();
  });

  async function run(text: string): Promise<string> {
    printed = '';
    child.stdin.write(`set -o pipefail; failed=0; trap 'failed=1' ERR\n${text}\necho; echo "${mark} $failed"\n`);
    const end = new RegExp(`\\n${mark} (\\d)\\n`);
    while (!end.test(printed)) {
      if (hasEnded) throw new Error(`The shell ended: ${printed}`);
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    }
    const output = printed.slice(0, printed.search(end));
    if (end.exec(printed)?.[1] !== '0') throw new Error(`A command failed:\n${text}\n${output}`);
    return output;
  }
  return {
    run,
    end: () => child.stdin.end(),
  };
}

/** Prints a run of the conformance suite as a table: each case, and why it failed or was not offered. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const write = (line: string): void => void process.stdout.write(`${line}\n`);

const stateWidth = 13;
/** Under the name of a case. */
const newLine = `\n${' '.repeat(stateWidth)}  `;

export default class Table implements Reporter {
  readonly #counts = { passed: 0, failed: 0, 'not offered': 0 };

  onTestCaseResult(one: TestCase): void {
    const result = one.result();
    switch (result.state) {
      case 'passed':
        this.#add('passed', one.name);
        break;
      case 'failed':
        this.#add('failed', [one.name, ...result.errors.map(describe)].join(newLine));
        break;
      case 'skipped':
        // Without a note it was never begun, because the harness did not start.
        if (result.note !== undefined)
          this.#add('not offered', `${one.name} (${result.note.replace(/^not offered: /, '')})`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string; stack?: string }[]): void {
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    for (const error of [...suites.flatMap((suite) => suite.errors()), ...unhandled])
      write(error.stack ?? error.message);
    const { passed, failed, 'not offered': notOffered } = this.#counts;
    // Nothing has run where the harness did not start.
    if (passed + failed + notOffered === 0) return;
    write(`\n${passed} passed, ${failed} failed, ${notOffered} not offered`);
  }

  #add(state: 'passed' | 'failed' | 'not offered', text: string): void {
    this.#counts[state] += 1;
    write(`${state.padEnd(stateWidth)}${text}`);
  }
}

/** What was wrong, and which line of the suite has seen it. */
function describe({ message, stack }: { message: string; stack?: string | undefined }): string {
  const seen = stack?.split('\n').filter((line) => /conformance\/(cases|ask|shop)/.test(line)) ?? [];
  return [...message.split('\n').filter((line) => line.trim() !== ''), ...seen.map((line) => line.trim())].join(
    newLine,
  );
}

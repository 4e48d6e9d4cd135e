/**
 * `npm run conformance -- <name, package or path> [words]`: runs the conformance suite of providers for one, such as `stripe`,
 * `@shop/acme` or `./conformance.ts`, or only the cases whose names have the words. Exits 1 if a case fails.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemOfName } from '../../tests/conformance/find-harness.ts';

const use = 'Use: npm run conformance -- <stripe, or another name, package, or path of a harness> ["words of a case"]';

const [name, words = '', ...more] = process.argv.slice(2);
const isUsed = name !== undefined && !name.startsWith('-') && more.length === 0;
const problem = isUsed ? problemOfName(name) : use;
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reporter = join(root, 'tools/conformance/table.ts');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'tests/conformance/conformance.test.ts', `--reporter=${reporter}`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CONFORMANCE_OF: name, CONFORMANCE_WORDS: words } },
);
process.exitCode = status ?? 1;

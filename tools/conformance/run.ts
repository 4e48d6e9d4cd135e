/**
 * `npm run conformance -- <name, package or path>`: runs the conformance suite of providers for one, such as `stripe`,
 * `@shop/acme` or `./conformance.ts`. Exits 1 if a case fails.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [name, ...more] = process.argv.slice(2);
if (name === undefined || name.startsWith('-') || more.length > 0) {
  process.stderr.write('Use: npm run conformance -- <stripe, or another name, package, or path of a harness>\n');
  process.exit(1);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reporter = join(root, 'tools/conformance/table.ts');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'tests/conformance/conformance.test.ts', `--reporter=${reporter}`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CONFORMANCE_OF: name } },
);
process.exitCode = status ?? 1;

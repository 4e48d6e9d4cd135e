/**
 * `npm run openapi`: lints the OpenAPI document and writes the types of its client, `dashboard/src/api/api.generated.ts`.
 * With `--check` it writes nothing and exits 1 when they are outdated or the linter reports a problem.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeEverything } from './document.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const client = join(root, 'dashboard/src/api/api.generated.ts');
const generator = join(root, 'tools/openapi/node_modules/.bin/openapi-typescript');
const linter = join(root, 'node_modules/.bin/redocly');

const isCheck = process.argv.includes('--check');
const directory = await mkdtemp(join(tmpdir(), 'sluice-openapi-'));
try {
  const document = join(directory, 'openapi.json');
  const generated = join(directory, 'api.generated.ts');
  await writeFile(document, JSON.stringify(await describeEverything()));
  const config = ['--config', join(root, 'redocly.yaml'), '--max-problems', '1000'];
  const report = execFileSync(linter, ['lint', document, ...config, '--format', 'json'], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { totals } = JSON.parse(report) as { totals: { errors: number; warnings: number } };
  if (totals.errors + totals.warnings > 0) fail(`The linter found something:\n${report}`);
  execFileSync(generator, [document, '--output', generated], { stdio: ['ignore', 'ignore', 'inherit'] });
  const text = await readFile(generated, 'utf8');
  const before = await readFile(client, 'utf8').catch(() => '');
  if (before === text) process.stdout.write('dashboard/src/api/api.generated.ts is up to date.\n');
  else if (isCheck) fail('dashboard/src/api/api.generated.ts is stale: run "npm run openapi".\n');
  else await writeFile(client, text);
} finally {
  await rm(directory, { recursive: true, force: true });
}

function fail(message: string): void {
  process.stderr.write(message);
  process.exitCode = 1;
}

/**
 * `npm run openapi`: lints the OpenAPI document and writes the types of its clients: the dashboard's
 * (`dashboard/src/api/api.generated.ts`) and the client libraries' (`sdk/src/api.generated.ts`, and the models of PHP and
 * Python), and the dashboard's list of events (`event-types.generated.ts` beside them). With `--check` it writes nothing and
 * exits 1 when they are outdated or the linter reports a problem.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeEverything } from './document.ts';
import { forDashboard, forServers } from './for-clients.ts';
import { type Document, readDocument } from './kits/models.ts';
import { writePhp } from './kits/php.ts';
import { withoutAsync, writeModels, writeRequests } from './kits/python.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const generator = join(root, 'tools/openapi/node_modules/.bin/openapi-typescript');
const linter = join(root, 'node_modules/.bin/redocly');

/** Each schema of the document is exported by its name. */
const namedTypes = ['--root-types', '--root-types-no-schema-prefix'];

const isCheck = process.argv.includes('--check');
const directory = await mkdtemp(join(tmpdir(), 'sluice-openapi-'));
try {
  const whole = await describeEverything();
  await lint(whole);
  await generate(forDashboard(whole), 'dashboard/src/api/api.generated.ts', namedTypes);
  await generate(forServers(whole), 'sdk/src/api.generated.ts');
  await update('dashboard/src/api/event-types.generated.ts', eventTypesOf(whole));
  const read = readDocument(forServers(whole) as Document);
  await updateFolder('sdk/php/src/Model', writePhp(read), ['Model.php', 'Untyped.php']);
  await update('sdk/python/src/sluice/models.py', writeModels(read));
  await update('sdk/python/src/sluice/requests.py', writeRequests(read));
  await updateFolder('sdk/python/src/sluice/_sync', await clientsWithoutAsync(), ['__init__.py', '__pycache__']);
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function lint(document: Record<string, unknown>): Promise<void> {
  const file = join(directory, 'linted.json');
  await writeFile(file, JSON.stringify(document));
  const config = ['--config', join(root, 'redocly.yaml'), '--max-problems', '1000'];
  const report = execFileSync(linter, ['lint', file, ...config, '--format', 'json'], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const { totals } = JSON.parse(report) as { totals: { errors: number; warnings: number } };
  if (totals.errors + totals.warnings > 0) fail(`The linter found something:\n${report}`);
}

/** @param name of the client's types, from the root. */
async function generate(document: Record<string, unknown>, name: string, options: string[] = []): Promise<void> {
  const [source, generated] = [join(directory, 'openapi.json'), join(directory, 'api.generated.ts')];
  await writeFile(source, JSON.stringify(document));
  // Not in the root: the linter's rules are for the whole document.
  const output = ['--output', generated];
  execFileSync(generator, [source, ...output, ...options], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  await update(name, await readFile(generated, 'utf8'));
}

function eventTypesOf({ webhooks }: Record<string, unknown>): string {
  const types = Object.keys(webhooks as object).map((type) => `  '${type}',\n`);
  return `/** Every type of event, in the order of the API reference. Written by \`npm run openapi\`. */\nexport const eventTypes = [\n${types.join('')}] as const;\n`;
}

async function update(name: string, text: string): Promise<void> {
  const before = await readFile(join(root, name), 'utf8').catch(() => '');
  if (before === text) process.stdout.write(`${name} is up to date.\n`);
  else if (isCheck) fail(`${name} is stale: run "npm run openapi".\n`);
  else await writeFile(join(root, name), text);
}

async function clientsWithoutAsync(): Promise<Record<string, string>> {
  const folder = join(root, 'sdk/python/src/sluice/_async');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py') && name !== '__init__.py');
  const texts = names.map(async (name) => [name, withoutAsync(await readFile(join(folder, name), 'utf8'))] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** @param kept files of the folder that are written by hand. Every other that is not among the files is removed. */
async function updateFolder(folder: string, files: Record<string, string>, kept: string[]): Promise<void> {
  let outdated = 0;
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, folder, name);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    outdated += 1;
    if (!isCheck) await writeFile(file, text);
  }
  for (const name of await readdir(join(root, folder))) {
    if (files[name] !== undefined || kept.includes(name)) continue;
    outdated += 1;
    if (!isCheck) await rm(join(root, folder, name));
  }
  if (outdated === 0) process.stdout.write(`${folder} is up to date.\n`);
  else if (isCheck) fail(`${folder} is stale: run "npm run openapi".\n`);
}

function fail(message: string): void {
  process.stderr.write(message);
  process.exitCode = 1;
}

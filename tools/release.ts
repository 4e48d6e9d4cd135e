/**
 * `npm run release`: writes `release/sluice-<version>.tar.gz` of the last commit: what runs the service, built, and
 * its documents. Tests, benchmarks and tools are left out by `.gitattributes`. Refuses a work tree with
 * changes, which the archive would lack.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildDashboard, compressDashboard } from '../dashboard/build.ts';
import { buildProgram } from './program.ts';

const git = (...args: string[]): Buffer => execFileSync('git', args, { maxBuffer: 256 * 1024 * 1024 });

if (git('status', '--porcelain').length > 0) {
  process.stderr.write('There are changes that are not committed. A release is made of a commit.\n');
  process.exit(1);
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
await buildDashboard();
await compressDashboard();
await buildProgram();
rmSync('release', { recursive: true, force: true });
mkdirSync('release');

const folder = `sluice-${version}/`;
const built = globSync(['{dashboard/,}dist/**/*', '{dashboard/,}dist/.digest'], { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`)
  .sort();
const added = built.flatMap((file) => [`--prefix=${folder}${dirname(file)}/`, `--add-file=${file}`]);
const archive = git('archive', '--format=tar', ...added, `--prefix=${folder}`, 'HEAD');
const file = `release/sluice-${version}.tar.gz`;
writeFileSync(file, gzipSync(archive, { level: 9 }));
process.stdout.write(`${file}\n`);

/**
 * Builds the dashboard into `dashboard/dist`, unless what is there was built from the same sources: by `npm run build`, for
 * a release, or at the first start. A build is whole or absent, whoever builds at the same time. Compressing it is a step of its
 * own: it takes nearly as long, and a laptop needs no compressed files.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { digestOfFiles } from '../bin/program.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const directory = join(here, 'dist');
const digestFile = '.digest';
const compressible = /\.(js|css|svg)$/;
const compressedMin = 1_024;
/** The best one takes twice as long for another hundredth. */
const compressionQuality = 10;

const compress = promisify(brotliCompress);
const run = promisify(execFile);
/** In a process of its own: a build takes more memory than the service may, and has settings of its own. */
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));

/** Releases and images contain a build; the packages that make one are for development only. */
const withoutVite =
  'The dashboard is not built, and what builds it is not installed. Run: npm ci && npm run build && npm prune --omit=dev';

export type Built = { directory: string; built: boolean };

/** @param stopping ends a build under way, and what it has written. @throws AbortError then; Error where nothing can build it. */
export async function buildDashboard(stopping?: AbortSignal): Promise<Built> {
  const digest = digestOfFiles(here, listSources());
  if ((await readFile(join(directory, digestFile), 'utf8').catch(() => '')) === digest)
    return { directory, built: false };
  if (!existsSync(vite)) throw new Error(withoutVite);
  const draft = join(here, `.dist-${randomUUID()}`);
  try {
    const building = run(
      process.execPath,
      [vite, 'build', '--config', join(here, 'vite.config.ts'), '--outDir', draft, '--logLevel', 'error'],
      {
        env: { ...process.env, NODE_ENV: 'production' },
        ...(stopping && { signal: stopping, killSignal: 'SIGKILL' as const }),
      },
    );
    const ended = new Promise((resolve) => building.child.once('exit', resolve));
    await building.finally(() => ended);
    await writeFile(join(draft, digestFile), digest);
    replaceBy(draft, directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { directory, built: true };
}

/** Everything the build depends on: the sources and the package versions. */
function listSources(): string[] {
  const shared = ['../package-lock.json', '../src/core/pages/fonts/inter-latin.woff2'];
  const own = readdirSync(here).filter((name) => name === 'index.html' || name.endsWith('.ts'));
  const inFolders = ['public', 'src'].flatMap((folder) =>
    readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(here, join(parentPath, name))),
  );
  return [...shared, ...own, ...inFolders].sort();
}

/**
 * Puts a compressed copy beside each file of a build that has none yet, so that no request has to wait for the
 * compression. A copy is whole or absent, also where the service already uses the build.
 */
export async function compressDashboard(): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: compressionQuality };
  const names = new Set(readdirSync(directory, { recursive: true, encoding: 'utf8' }));
  for (const name of names) {
    const file = join(directory, name);
    if (!compressible.test(name) || names.has(`${name}.br`) || statSync(file).size < compressedMin) continue;
    putInPlace(`${file}.br`, await compress(await readFile(file), { params }));
  }
}

/** In one turn of the event loop, so that a process that is told to end leaves no half of it. */
function putInPlace(file: string, content: Buffer): void {
  const draft = join(here, `.dist-${randomUUID()}`);
  try {
    writeFileSync(draft, content);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Puts a finished build in place. Two builds of the same sources are the same: whichever comes last does no harm. */
export function replaceBy(draft: string, directory: string): void {
  const old = join(dirname(draft), `.dist-${randomUUID()}`);
  mkdirSync(directory, { recursive: true });
  ignoring(['ENOENT'], () => renameSync(directory, old));
  ignoring(['ENOTEMPTY', 'EEXIST'], () => renameSync(draft, directory));
  rmSync(old, { recursive: true, force: true });
}

function ignoring(codes: readonly string[], act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

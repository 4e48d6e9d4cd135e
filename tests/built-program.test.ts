/** The built program: when it runs instead of the sources, what counts as its sources, and that it can be moved. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram, digestOfSources, listSources } from '../bin/program.js';
import { bundle, programEntry } from '../tools/program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('an installation runs', () => {
  let place: string;
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  };
  const run = (): string => execFileSync(process.execPath, [join(place, 'bin/run.js')], { encoding: 'utf8' });

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'sluice-built-'));
    put('package.json', '{ "type": "module" }');
    put('package-lock.json', '{}');
    put('dashboard/build.ts', '');
    put('src/app/main.ts', "process.stdout.write('sources');");
    put('src/core/part.ts', '');
    for (const name of ['run.js', 'program.js']) {
      mkdirSync(join(place, 'bin'), { recursive: true });
      copyFileSync(join(root, 'bin', name), join(place, 'bin', name));
    }
    put('dist/main.mjs', "process.stdout.write('built');");
    put('dist/.digest', digestOfSources(place));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  it('what was built from its sources', () => {
    expect(run()).toBe('built');
  });

  it.each([
    ['a module was edited', 'src/core/part.ts'],
    ['a module was added', 'src/core/another.ts'],
    ["the dashboard's build was edited", 'dashboard/build.ts'],
    ['packages were updated', 'package-lock.json'],
    ['the digest is not whole', 'dist/.digest'],
  ])('its sources, when %s', (_what, name) => {
    put(name, '// new');
    expect(run()).toBe('sources');
  });

  it.each(['dist/.digest', 'src/core/part.ts'])('its sources, without %s', (name) => {
    rmSync(join(place, name));
    expect(run()).toBe('sources');
  });

  it.each(['src/core/part.test.ts', 'src/core/view.eta', 'README.md'])('what was built, whatever is in %s', (name) => {
    put(name, 'new');
    expect(run()).toBe('built');
  });
});

describe('the program', () => {
  let files: Awaited<ReturnType<typeof bundle>>;
  beforeAll(async () => {
    files = await bundle(programEntry, builtProgram.directory);
  });

  it('is made from nothing that its digest does not count', () => {
    const own = files
      .flatMap(({ modules }) => modules)
      .filter((id) => id.startsWith(root) && !id.includes('node_modules'))
      .map((id) => relative(root, id));
    expect(own).toContain('src/app/main.ts');
    expect(own).toContain('dashboard/build.ts');
    const counted = new Set(listSources());
    expect(own.filter((name) => !counted.has(name))).toEqual([]);
  });

  it('names no place of the machine that built it', () => {
    const places = [root, pathToFileURL(root).href].map((place) => place.replace(/\/$/, ''));
    expect(files.filter(({ code }) => places.some((place) => code.includes(place))).map(({ name }) => name)).toEqual(
      [],
    );
    expect(files.some(({ code }) => code.includes('new URL("../src/base/version.ts", import.meta.url)'))).toBe(true);
  });

  it('is in files that stay at a byte a letter in memory', () => {
    expect(files.filter(({ code }) => /[^\0-\x7f]/.test(code)).map(({ name }) => name)).toEqual([]);
  });

  it('knows that it is built', () => {
    expect(files.some(({ code }) => code.includes('import.meta.isBuilt'))).toBe(false);
  });
});

it('texts and patterns stay the same in ASCII', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-ascii-'));
  try {
    const texts = ['Ωμέγα …', '😀', '“a”'];
    const entry = join(dir, 'entry.mjs');
    writeFileSync(
      entry,
      `const kept = [/^\\…$/u.test('…'), /[😀]/u.test('😀'), \`\\é\`, '\\\\é'];
       process.stdout.write(JSON.stringify([...kept, ...${JSON.stringify(texts)}]));`,
    );
    const [file] = await bundle(entry, dir);
    writeFileSync(join(dir, 'main.mjs'), file?.code ?? '');
    const printed = execFileSync(process.execPath, [join(dir, 'main.mjs')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([true, true, 'é', '\\é', ...texts]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

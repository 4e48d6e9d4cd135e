/** Every rule that a comment or a test cites stands in this repository, under the heading that is named. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const self = 'tests/citations.test.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const files = listed
  .filter((path) => /^(src|tests|bench|tools|bin|migrations)\/.*\.(ts|js|sql|eta|css)$/.test(path) && path !== self)
  .filter((path) => existsSync(join(root, path)));

/** A comment's text on one line: a citation may be broken over two. */
const read = (path: string): string =>
  readFileSync(join(root, path), 'utf8').replaceAll(/\s*\n\s*(\*|\/\/|--)? ?/g, ' ');

const headingsOf = (document: string): Set<string> =>
  new Set(
    [...readFileSync(join(root, document), 'utf8').matchAll(/^#{1,4} (.+)$/gm)].map((match) =>
      (match[1] as string).replaceAll('`', ''),
    ),
  );

type Citation = { path: string; document: string; headings: string[] };

function citations(): Citation[] {
  const pattern = /([\w./-]*\b[\w-]+\.md)\b(?:(?:,|:)? ((?:"[^"]+"(?: and (?="))?)+))?/g;
  return files.flatMap((path) =>
    [...read(path).matchAll(pattern)].map((match) => ({
      path,
      document: match[1] as string,
      headings: [...(match[2] ?? '').matchAll(/"([^"]+)"/g)].map((heading) => heading[1] as string),
    })),
  );
}

const cited = citations();

it('finds citations at all, and those that are broken over lines', () => {
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter(({ document }) => document === 'docs/ledger.md').length).toBeGreaterThan(50);
});

it('names documents of this repository only', () => {
  const missing = cited.filter(({ document }) => !existsSync(join(root, document)));
  expect(missing.map(({ path, document }) => `${path}: ${document}`)).toEqual([]);
});

it('names headings that the document has', () => {
  const missing = cited.flatMap(({ path, document, headings }) => {
    if (!existsSync(join(root, document))) return [];
    const known = headingsOf(document);
    return headings.filter((heading) => !known.has(heading)).map((heading) => `${path}: ${document}, "${heading}"`);
  });
  expect(missing).toEqual([]);
});

it('names a heading wherever it cites a rule', () => {
  const bare = cited.filter(({ document, headings }) => document.startsWith('docs/') && headings.length === 0);
  expect(bare.map(({ path, document }) => `${path}: ${document}`)).toEqual([]);
});

/** A heading's anchor, as GitHub makes it: of equal ones the second ends in -1. */
function anchorsOf(document: string): Set<string> {
  const seen = new Map<string, number>();
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const anchors = [...text.matchAll(/^#{1,6} (.+)$/gm)].map((match) => {
    const words = (match[1] as string).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(anchors);
}

it('links documents only to files and headings that exist', () => {
  const documents = listed.filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
  const links = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
      ([, target, anchor]) => ({ path, target: target ? join(dirname(path), target) : path, anchor }),
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) ||
      (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)),
  );
  expect(broken.map(({ path, target, anchor }) => `${path}: ${target}${anchor ? `#${anchor}` : ''}`)).toEqual([]);
});

/** What contributors read: every file that it names is looked up, so that it leads somewhere after files have moved. */
const forContributors = /^(ARCHITECTURE|CONTRIBUTING)\.md$|^(src|dashboard)\/.*README\.md$|^docs\/decisions\//;
const rooted = /^(src|tests|dashboard|docs|tools|bench|migrations|sdk)\//;

const isThere = (from: string, path: string): boolean =>
  existsSync(join(root, path)) ||
  existsSync(join(root, dirname(from), path)) ||
  listed.some((file) => file.endsWith(`/${path}`));

it('names only files and folders that exist', () => {
  const missing = listed
    .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md' && existsSync(join(root, path)))
    .flatMap((document) =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/`([\w-]+(?:[/.][\w.-]+)*\/?)`/g)]
        .map((match) => match[1] as string)
        .filter(
          (path) => rooted.test(path) || (forContributors.test(document) && /\.(ts|tsx|js|sql|eta|css)$/.test(path)),
        )
        .filter((path) => !isThere(document, path))
        .map((path) => `${document}: ${path}`),
    );
  expect(missing).toEqual([]);
});

it('has a line for every folder in src/README.md', () => {
  const lines = readFileSync(join(root, 'src/README.md'), 'utf8');
  const folders = new Set(
    listed.map((path) => /^src\/\w+\/([\w-]+)\/.*\.ts$/.exec(path)?.[1]).filter((folder) => folder !== undefined),
  );
  expect([...folders].filter((folder) => !lines.includes(`| \`${folder}/\` |`))).toEqual([]);
});

it('cites no section by its number, and no specification', () => {
  const numbered = files.filter((path) => /\.md §|\bspecification \d/.test(read(path)));
  expect(numbered).toEqual([]);
});

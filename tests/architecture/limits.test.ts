/** How large things may be, and how each module begins. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { readSources } from '../support/source-files.ts';

const sources = readSources();

const linesMax = 500;

describe('modules', () => {
  it('open with a comment that says what they are', () => {
    expect(sources.filter(({ text }) => !/^(#!.*\n)?\/(\*\*|\/)/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it(`have at most ${linesMax} lines`, () => {
    const long = sources.filter(({ text }) => text.split('\n').length > linesMax + 1);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

const functionLinesMax = 70;

describe('functions', () => {
  it(`have at most ${functionLinesMax} lines`, () => {
    const long = readModules().flatMap(({ path, text }) =>
      functionsOf(path, text).flatMap(({ name, lines }) => (lines > functionLinesMax ? [`${path} ${name}`] : [])),
    );
    expect(long).toEqual([]);
  });
});

/** What runs in the service, in the dashboard and in the library of clients. */
function readModules(): { path: string; text: string }[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return ['src', 'dashboard/src', 'sdk/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|generated)\.tsx?$/.test(path))
      .sort()
      .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), 'utf8') })),
  );
}

type Span = { start: number; end: number };

/** Every function of a module. One without a name of its own has the text of the line on which it begins. */
function functionsOf(path: string, text: string): { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  const add = ({ start, end, id }: Span & { id?: { name: string } | null }): void => {
    const lineStart = text.lastIndexOf('\n', start) + 1;
    const name = id?.name ?? (text.slice(lineStart).split('\n', 1)[0] as string).trim();
    found.push({ name, lines: text.slice(start, end).split('\n').length });
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parseSync(path, text).program);
  return found;
}

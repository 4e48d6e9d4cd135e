/** How large things may be, and how each module begins. */
import { describe, expect, it } from 'vitest';
import { readSources } from '../support/source-files.ts';

const sources = readSources();

/** Holds one idea, whatever its length: a table. */
const tables = ['base/errors/catalogue.ts'];
const linesMax = 500;

describe('modules', () => {
  it('open with a comment that says what they are', () => {
    expect(sources.filter(({ text }) => !/^(#!.*\n)?\/(\*\*|\/)/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it(`have at most ${linesMax} lines`, () => {
    const long = sources.filter(({ path, text }) => text.split('\n').length > linesMax + 1 && !tables.includes(path));
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

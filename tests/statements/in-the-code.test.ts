/** The habits that keep every hand-written statement under the eyes of the tests. */
import { describe, expect, it } from 'vitest';
import { readSources } from '../support/source-files.ts';
import { findParts } from './places.ts';

describe('in the code', () => {
  const home = /^base\/database\/(statement|statement-observer|columns|marking-dialect)\.ts$/;
  const sources = readSources().filter(({ path }) => !home.test(path));
  const pathsWhere = (is: (code: string) => boolean) => sources.filter(({ code }) => is(code)).map(({ path }) => path);

  it('no statement runs, and no type is given to a part of one, around query() and command', () => {
    expect(pathsWhere((code) => /\bsql<(?!SqlBool>)|\bsql\.\w+</.test(code))).toEqual([]);
    expect(pathsWhere((code) => findParts(code).some(({ after }) => /^\s*\.execute/.test(after)))).toEqual([]);
    expect(
      pathsWhere((code) => /\bCompiledQuery\b|\.executeQuery\b|\bRawBuilder<(?!(unknown|SqlBool)>)/.test(code)),
    ).toEqual([]);
  });

  it('no type is claimed for what the builder reads', () => {
    expect(pathsWhere((code) => /\.\$(castTo|narrowType|assertType)\b|\bfn(\.\w+)?</.test(code))).toEqual([]);
  });
});

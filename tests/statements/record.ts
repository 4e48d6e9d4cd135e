/**
 * The hand-written statements that a process has run, each once, and what their rows had against what the code
 * declares. Outlives a test file where files share a process, so that nothing is described twice.
 */
import type { ObservedStatement } from '../../src/base/database/statement-observer.ts';
import { judgeRow } from './judge.ts';

export type SeenStatement = Pick<ObservedStatement, 'template' | 'columns'> & {
  text: string;
  /** What was given for its parameters the first time. */
  parameters: readonly unknown[];
  problems: Set<string>;
};

/** A page of rows shows what a statement answers; the suite asks often. */
const rowsLookedAtMax = 100;

/** A statement may have several texts: parts of it come and go. */
const seen = new Map<TemplateStringsArray, Map<string, SeenStatement>>();
let fresh: SeenStatement[] = [];
/** What other statements read that exists in their transaction alone, in the order it was made. */
const temporaryTables: SeenStatement[] = [];

export function recordStatement({ template, columns, compiled, rows }: ObservedStatement): void {
  const texts = seen.get(template) ?? new Map<string, SeenStatement>();
  seen.set(template, texts);
  let statement = texts.get(compiled.sql);
  if (statement === undefined) {
    statement = { template, columns, text: compiled.sql, parameters: compiled.parameters, problems: new Set() };
    texts.set(compiled.sql, statement);
    fresh.push(statement);
    if (/^\s*create temporary table\b/.test(compiled.sql)) temporaryTables.push(statement);
  }
  if (columns === undefined) return;
  for (const row of rows.slice(0, rowsLookedAtMax)) {
    for (const problem of judgeRow(columns, row as Record<string, unknown>)) statement.problems.add(problem);
  }
}

/** Statements seen since the last call. */
export function takeFreshStatements(): SeenStatement[] {
  const taken = fresh;
  fresh = [];
  return taken;
}

/** Statements that create temporary tables, for the whole process. */
export const seenTemporaryTables = (): readonly SeenStatement[] => temporaryTables;

/** What the rows of any statement had against its declaration, since this was last called. */
export function takeRowProblems(): string[] {
  const taken: string[] = [];
  for (const texts of seen.values()) {
    for (const statement of texts.values()) {
      for (const problem of statement.problems) taken.push(`${problem}, of ${statement.text.trim()}`);
      statement.problems.clear();
    }
  }
  return taken;
}

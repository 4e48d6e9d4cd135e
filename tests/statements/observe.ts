/**
 * Runs with every test file: each hand-written statement that the file has met is described on a real PostgreSQL, and
 * compared with what the code declares of it. Which statements were met is noted for the end of the run.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { statementObserver } from '../../src/base/database/statement-observer.ts';
import { placeOf } from './places.ts';
import { recordStatement, seenTemporaryTables, takeFreshStatements, takeRowProblems } from './record.ts';

statementObserver.observe = recordStatement;

afterAll(async () => {
  const fresh = takeFreshStatements();
  const problems = takeRowProblems();
  if (fresh.length > 0) {
    const { judgeStatements } = await import('./judge-statements.ts');
    problems.push(...(await judgeStatements(fresh, seenTemporaryTables())));
    const places = new Set(fresh.map(({ template }) => placeOf(template.raw)));
    const lines = [...places].map((place) => `${JSON.stringify(place)}\n`);
    appendFileSync(join(inject('statements').directory, String(process.pid)), lines.join(''));
  }
  expect(problems, 'hand-written statements against what the code declares of them').toEqual([]);
});

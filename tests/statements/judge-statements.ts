/** Describes statements on a database of their own, a clone that nothing writes to, and says what is wrong with them. */
import type pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../../src/base/database/pool.ts';
import { findChoices } from '../../tools/schema/choices.ts';
import { describeStatement } from './describe.ts';
import { judgeColumns, judgeParameters } from './judge.ts';
import type { SeenStatement } from './record.ts';

/** Once a process: nothing changes the schema of that clone. */
let listedChoices: ReturnType<typeof listChoices> | undefined;

const listChoices = async (pool: pg.Pool): Promise<Map<string, string[]>> =>
  new Map((await findChoices(pool)).map((one) => [`${one.table}.${one.column}`, one.values]));

type Judged = Pick<SeenStatement, 'text' | 'columns' | 'parameters'>;

/**
 * @param temporaryTables made first, and undone: what the statements read beside the schema.
 * @returns a line for each thing that is wrong, with the statement it is about.
 */
export async function judgeStatements(
  statements: readonly Judged[],
  temporaryTables: readonly Judged[] = [],
): Promise<string[]> {
  const pool = createPool(
    { ...inject('postgres').owner, database: inject('statements').database },
    { connections: 1, driverTypes: true },
  );
  try {
    listedChoices ??= listChoices(pool);
    const choices = await listedChoices;
    const client = await pool.connect();
    try {
      const problems: string[] = [];
      await client.query('begin');
      for (const { text, parameters } of temporaryTables) await client.query(text, [...parameters]);
      for (const { text, columns, parameters } of statements) {
        const description = await describeStatement(client, text);
        const wrong = judgeParameters(parameters, description);
        if (columns !== undefined) wrong.push(...judgeColumns(text, columns, description, choices));
        problems.push(...wrong.map((problem) => `${problem}, of ${text.trim()}`));
      }
      return problems;
    } finally {
      await client.query('rollback');
      client.release();
    }
  } finally {
    await pool.end();
  }
}

/** Hand-written statements: what the code declares of each is checked, and a wrong declaration is found. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bool,
  type Columns,
  int4,
  int8,
  jsonb,
  narrowed,
  nullable,
  oneOf,
  selectList,
  text,
  timestamptz,
} from '../../src/base/database/columns.ts';
import { query } from '../../src/base/database/statement.ts';
import { statementObserver } from '../../src/base/database/statement-observer.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { judgeRow } from './judge.ts';
import { judgeStatements } from './judge-statements.ts';

/** @returns what is wrong, without the statement. */
async function judge(columns: Columns | undefined, statement: string, parameters: unknown[] = []): Promise<string[]> {
  const problems = await judgeStatements([{ text: statement, columns, parameters }]);
  return problems.map((problem) => problem.slice(0, -`, of ${statement}`.length));
}

const link = { id: int8, name: text, status: oneOf('active', 'ended'), endedAt: nullable(timestamptz) };
const linkText = 'select id, name, status, ended_at as "endedAt" from links where company_id = $1';

describe('a declaration is held against the real schema', () => {
  it('and agrees', async () => {
    expect(await judge(link, linkText, [7n])).toEqual([]);
  });

  it.each<[string, Columns, string]>([
    ['a wrong type', { ...link, id: int4 }, 'id is declared integer, and is bigint'],
    ['a wrong type of text', { ...link, name: jsonb() }, 'name is declared jsonb, and is text'],
    ['null undeclared', { ...link, endedAt: timestamptz }, 'endedAt can be null (links.ended_at), undeclared'],
    [
      'null of what is never null',
      { ...link, name: nullable(text) },
      'name is declared nullable, and is never null (links.name)',
    ],
    [
      'a needless narrowing',
      { ...link, name: narrowed(text) },
      'name is declared narrowed, and is no wider (links.name)',
    ],
    [
      'a text too many',
      { ...link, status: oneOf('active', 'ended', 'new') },
      'status is declared new among others, and never is (links.status)',
    ],
    ['a text too few', { ...link, status: oneOf('active') }, 'status can be ended (links.status), undeclared'],
    ['a column that is not selected', { ...link, mode: text }, 'mode is declared, but not selected'],
  ])('%s', async (_name, columns, problem) => {
    expect(await judge(columns, linkText, [7n])).toEqual([problem]);
  });

  it('a column that is not declared, or under another name', async () => {
    const { name: _name, ...rest } = link;
    expect(await judge(rest, linkText, [7n])).toEqual(['name is selected, but not declared']);
    expect(await judge({ endedAt: nullable(timestamptz) }, 'select ended_at from links')).toEqual([
      'endedAt is declared, but not selected',
      'ended_at is selected, but not declared',
    ]);
    expect(await judge({ id: int8 }, 'select id, company_id as id from links')).toContain('id is selected twice');
  });

  it('through subqueries and what a statement returns; narrowed where its condition says so', async () => {
    const ended = { endedAt: timestamptz };
    const inner = 'select x.at as "endedAt" from (select ended_at as at from links where ended_at is not null) x';
    expect(await judge(ended, inner)).toEqual(['endedAt can be null (links.ended_at), undeclared']);
    expect(await judge({ endedAt: narrowed(timestamptz) }, inner)).toEqual([]);
    expect(await judge({ status: narrowed(oneOf('active')) }, 'select status from links')).toEqual([]);
    const deleted = 'with gone as (delete from links returning ended_at) select ended_at as "endedAt" from gone';
    expect(await judge(ended, deleted)).toEqual(['endedAt can be null (links.ended_at), undeclared']);
  });

  it('an outer join may make anything null', async () => {
    const joined = 'select l.name from holders h left join links l on l.holder_id = h.id';
    expect(await judge({ name: nullable(text) }, joined)).toEqual([]);
  });

  it('a parameter of another type than its place takes, a statement that is none', async () => {
    expect(await judge(link, linkText, [7])).toEqual([]);
    expect(await judge(link, linkText, ['7'])).toEqual(['parameter 1 is a string, taken for bigint']);
    expect(await judge(undefined, 'delete from links where id = any($1)', [[7n, 'x']])).toEqual([
      'parameter 1 is a string, taken for bigint',
    ]);
    await expect(judge(link, 'select id from linkz')).rejects.toThrow('relation "linkz" does not exist');
  });

  it('rows tell what PostgreSQL cannot: expressions, texts, nulls', () => {
    const declared = { id: int8, open: bool, mode: oneOf('test', 'live'), reason: nullable(text) };
    const row = { id: 1n, open: true, mode: 'test', reason: null };
    expect(judgeRow(declared, row)).toEqual([]);
    expect(judgeRow(declared, { ...row, open: null })).toEqual(['open is null in a row, undeclared']);
    expect(judgeRow(declared, { ...row, mode: 'none' })).toEqual(['mode is none in a row']);
    expect(judgeRow(declared, { ...row, id: 1 })).toEqual(['id is a number in a row, declared bigint']);
    expect(judgeRow(declared, { id: 1n, open: true, mode: 'live' })).toEqual(['reason is missing in a row']);
  });
});

describe('running one', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('its rows come under the names it gives them, and what the observer sees is what ran', async () => {
    const columns = { id: int8, kind: text, createdAt: timestamptz };
    const before = statementObserver.observe;
    const seen: string[] = [];
    statementObserver.observe = (statement) => {
      seen.push(statement.compiled.sql);
      before?.(statement);
    };
    const kind = 'service';
    const statement = query(columns)`select ${selectList(columns, 'h')} from holders h where h.kind = ${kind}`;
    const row = await statement.executeTakeFirstOrThrow(database.db);
    statementObserver.observe = before as NonNullable<typeof before>;
    expect(row).toEqual({ id: expect.any(BigInt), kind: 'service', createdAt: expect.any(Date) });
    expect(seen).toEqual([
      'select h.id as "id", h.kind as "kind", h.created_at as "createdAt" from holders h where h.kind = $1',
    ]);
  });
});

/**
 * Where the tests look on while hand-written statements run. The service sets nothing here. Imports nothing, so that a
 * test without a database need not load one to look on.
 */
import type { CompiledQuery } from 'kysely';
import type { Columns } from './columns.ts';

export type ObservedStatement = {
  /** What stands between the parameters: the same object each time, so that it tells statements apart. */
  template: TemplateStringsArray;
  /** What the code declares of its rows; undefined: it reads none. */
  columns: Columns | undefined;
  compiled: CompiledQuery<unknown>;
  rows: readonly unknown[];
};

export const statementObserver: { observe?: (statement: ObservedStatement) => void } = {};

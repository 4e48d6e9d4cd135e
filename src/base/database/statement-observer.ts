/**
 * A hook through which the tests observe hand-written statements. The service never sets it. It has no runtime imports,
 * so that a test can use it without loading the database modules.
 */
import type { CompiledQuery } from 'kysely';
import type { Columns } from './columns.ts';

export type ObservedStatement = {
  /** The text between the parameters. It is the same object on every call, so it identifies the statement. */
  template: TemplateStringsArray;
  /** The declared columns; undefined when the statement returns no rows. */
  columns: Columns | undefined;
  compiled: CompiledQuery<unknown>;
  rows: readonly unknown[];
};

export const statementObserver: { observe?: (statement: ObservedStatement) => void } = {};

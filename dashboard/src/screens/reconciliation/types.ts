/** What the service answers about reconciliation. */
import type { BodyOf, StatementLine } from '../../api/types.ts';

export type Source = StatementLine['source'];

export type ImportBody = BodyOf<'operatorImportStatement'>;

export const sources = ['bank', 'card', 'onlinewallet'] as const satisfies readonly Source[];

export const sourceOf = (name: string | undefined): Source => sources.find((one) => one === name) ?? 'bank';

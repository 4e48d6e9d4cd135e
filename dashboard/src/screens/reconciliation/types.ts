/** What the service answers about reconciliation. */
import type { StatementLine } from '../../api/types.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';

export type Source = StatementLine['source'];

export const sources = ['bank', 'card', 'onlinewallet'] as const satisfies readonly Source[];

export const ofSource = withUsual(oneOf(sources), 'bank');

/** What the service answers about reconciliation. */
import type { StatementLine } from '../../api/types.ts';
import { matching, withUsual } from '../../app/list-filters.ts';

export type Source = StatementLine['source'];

export const ofSource = withUsual(matching(/^[a-z][a-z0-9]{1,29}$/), 'bank');

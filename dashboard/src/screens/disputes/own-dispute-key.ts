/** Under which a dispute of a shop or company is kept. */
import type { Book } from '../../api/client.ts';

export const disputeKey = ({ holderId, mode }: Pick<Book, 'mode'> & { holderId: unknown }, id: string) =>
  ['disputes', holderId, mode, id] as const;

/** What changes its evidence goes one after the other. */
export const evidenceScope = (id: string) => ({ id: `evidence ${id}` });

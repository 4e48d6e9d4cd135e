/** What crediting a transfer without a reference would confirm: the announced top-up that it may be. */
import { judgeAndPropose } from '../reconciliation/find-proposals.ts';
import { listIncomingAmong } from '../reconciliation/transfers.repository.ts';
import { type Effect, type Exception, noEffect, type Reader } from './exception.ts';

export async function foreseeMatch({ db, book }: Reader, rows: readonly Exception[]): Promise<Exception[]> {
  const ids = rows.map(({ objectId }) => BigInt(objectId));
  const lines = await judgeAndPropose(db, book.mode, await listIncomingAmong(db, book.mode, ids));
  const effects = new Map(
    lines.flatMap(({ id, amount, currency, proposals: [proposal] }) =>
      proposal === undefined
        ? []
        : [[String(id), effectOf({ amount, currency, name: proposal.topUp.holderName })] as const],
    ),
  );
  return rows.map((row) => ({ ...row, effect: effects.get(row.objectId) ?? null }));
}

const effectOf = (of: Pick<Effect, 'amount' | 'currency' | 'name'>): Effect => ({
  ...noEffect,
  ...of,
  code: 'matches_top_up',
});

/** The announced top-ups that incoming lines may be, with what their references say. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { listAwaitedTopUps } from '../wallets/top-ups.repository.ts';
import { judgeLines } from './judge-lines.ts';
import type { Judgement } from './judge-transfer.ts';
import { type Proposal, proposeTopUps } from './propose-top-ups.ts';
import type { TransferLine } from './transfers.repository.ts';

export type JudgedLine = TransferLine & Judgement & { proposals: Proposal[] };

export async function judgeAndPropose(
  db: Database | Tx,
  mode: Mode,
  lines: readonly TransferLine[],
): Promise<JudgedLine[]> {
  const judged = await judgeLines(db, mode, lines);
  const unknown = judged.filter(
    ({ finding, returned, isAside }) => finding === 'unknown' && returned === null && !isAside,
  );
  const awaited = await listAwaitedTopUps(db, mode, unknown);
  return judged.map((line) => ({ ...line, proposals: unknown.includes(line) ? proposeTopUps(line, awaited) : [] }));
}

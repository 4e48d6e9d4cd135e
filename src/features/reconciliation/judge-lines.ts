/** What lines of money that came in seem to be for, with what their references stand for. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { listPaymentTransfers } from '../bank-transfers/payment-transfers.repository.ts';
import { listCashReferences } from '../cash/cash-references.repository.ts';
import { listTopUpsByReference } from '../wallets/top-ups.repository.ts';
import { byReference, type Judgement, judgeTransfer, referencesOf } from './judge-transfer.ts';
import type { TransferLine } from './transfers.repository.ts';

export async function judgeLines(
  db: Database | Tx,
  mode: Mode,
  lines: readonly TransferLine[],
): Promise<(TransferLine & Judgement)[]> {
  const references = referencesOf(lines);
  const topUps = await listTopUpsByReference(db, mode, references);
  const cash = await listCashReferences(db, mode, references);
  const known = byReference(topUps, cash, await listPaymentTransfers(db, mode, references));
  return lines.map((line) => ({ ...line, ...judgeTransfer(line, known) }));
}

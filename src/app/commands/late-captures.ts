/** `sluice late-captures`: money that came too late, or twice, and that the provider has not returned yet. */
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { listUnreturned } from '../../features/payments/late-captures.repository.ts';
import { retryLateCapture } from '../../features/payments/return-late-capture.ts';
import { complain, say, sayJson, table } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

const listMax = 1_000;

const amountOf = ({ amount, currency }: { amount: bigint; currency: string }): string =>
  `${formatDecimal(amount, exponentOf(currency))} ${currency}`;

export async function listLateCapturesCommand(options: { mode?: Mode; json?: boolean }): Promise<void> {
  const { mode = null } = options;
  const found = await withDatabase((db) => listUnreturned(db, { mode, limit: listMax }));
  if (options.json) return sayJson(found);
  if (found.length === 0) return say('No late captures are waiting to be returned.');
  const rows = found.map((late) => [
    late.attemptId,
    late.payee,
    late.mode,
    late.status,
    amountOf(late),
    late.failure ?? '',
    late.createdAt.toISOString(),
  ]);
  say(table([['Attempt', 'Payee', 'Mode', 'Status', 'Amount', 'Reason', 'Captured'], ...rows]));
}

/** Each by itself; exit code 1 when one could not be retried. */
export async function retryLateCapturesCommand(ids: string[]): Promise<void> {
  const actor = shellActor();
  await withClock(async (db, clock) => {
    for (const id of ids) {
      try {
        const late = await inTransaction(db, (tx) => retryLateCapture(actor, tx, clock, id));
        complain(`${id}: asking the provider again to return ${amountOf(late)}.`);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        complain(`${id}: not retried. ${error.message}`);
        process.exitCode = 1;
      }
    }
  });
}

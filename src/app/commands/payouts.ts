/**
 * `sluice payouts`: the operator's steps on payouts, through the same use cases as the API. Each payout has its own
 * transaction and its own line of output. Must never print account numbers, except in the export.
 */
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { BankAccount } from '../../features/payouts/bank-account.ts';
import { findBankAccount } from '../../features/payouts/bank-accounts.repository.ts';
import { approvePayout, completePayout, returnPayout, sendPayout } from '../../features/payouts/change-payout.ts';
import { exportCsv } from '../../features/payouts/export-payouts.ts';
import { presentDebts, withDebts } from '../../features/payouts/payee-debts.ts';
import { type Payout, type PayoutStatus, payoutStatuses } from '../../features/payouts/payout.ts';
import { findPayout, listPayouts } from '../../features/payouts/payouts.repository.ts';
import { complain, say, sayFile, sayJson, table } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

const listMax = 1_000;

const amountOf = (minor: bigint, currency: string): string =>
  `${formatDecimal(minor, exponentOf(currency))} ${currency}`;

function readStatus(status: string | undefined): PayoutStatus | undefined {
  if (status === undefined || payoutStatuses.includes(status as PayoutStatus))
    return status as PayoutStatus | undefined;
  throw new Error(`"${status}" is not a status. Use one of ${payoutStatuses.join(', ')}.`);
}

export async function listPayoutsCommand(options: { status?: string; mode?: Mode; json?: boolean }): Promise<void> {
  const status = readStatus(options.status) ?? null;
  const { mode = null } = options;
  const found = await withDatabase(async (db) =>
    withDebts(db, await listPayouts(db, { status, mode, limit: listMax })),
  );
  if (options.json) return sayJson(found);
  if (found.length === 0) return say('There are no payouts.');
  const rows = found.map((payout) => [
    payout.id,
    payout.owner,
    payout.mode,
    payout.status,
    amountOf(payout.amount, payout.currency),
    amountOf(payout.fee, payout.currency),
    presentDebts(payout),
    payout.createdAt.toISOString(),
  ]);
  say(table([['Payout', 'Owner', 'Mode', 'Status', 'Amount', 'Fee', 'Owes', 'Requested'], ...rows]));
}

export async function approvePayoutsCommand(
  ids: string[],
  options: { allRequested?: boolean; mode?: Mode },
): Promise<void> {
  if (ids.length > 0 === (options.allRequested === true)) throw new Error('Give payout ids, or --all-requested.');
  const { mode = null } = options;
  if (options.allRequested && mode === null) throw new Error('Give --mode test or --mode live with --all-requested.');
  const actor = shellActor();
  await withClock(async (db, clock) => {
    const all = options.allRequested ? await listPayouts(db, { status: 'requested', mode, limit: listMax }) : [];
    const chosen = options.allRequested ? all.map((payout) => payout.id) : ids;
    const approved = await each(db, chosen, 'approved', (tx, id) => approvePayout(actor, tx, clock, id));
    for (const payout of await withDebts(db, approved)) {
      if (payout.debts.length > 0) complain(`${payout.id}: the payee owes ${presentDebts(payout)}.`);
    }
  });
}

/** Applies one step to each payout and reports the result of each. Sets exit code 1 when one was refused. */
async function each(
  db: Database,
  ids: readonly string[],
  done: string,
  work: (tx: Tx, id: string) => Promise<Payout>,
): Promise<Payout[]> {
  const changed: Payout[] = [];
  for (const id of ids) {
    try {
      const payout = await inTransaction(db, (tx) => work(tx, id));
      changed.push(payout);
      complain(`${id}: ${done}, ${amountOf(payout.amount, payout.currency)}.`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const details = error.details.map(({ field, message }) => ` ${field} ${message}.`).join('');
      complain(`${id}: not ${done}. ${error.message}${details}`);
      process.exitCode = 1;
    }
  }
  return changed;
}

/**
 * Prints approved payouts as CSV. With `--mark-sent` they are marked first, and only marked ones are printed: a run
 * killed in between loses only its file, which can be exported again by the ids, and pays nothing twice.
 */
export async function exportPayoutsCommand(ids: string[], options: { mode?: Mode; markSent?: boolean }): Promise<void> {
  const { mode = null } = options;
  if (ids.length === 0 && mode === null) throw new Error('Give payout ids, or --mode test or --mode live.');
  const actor = shellActor();
  await withClock(async (db, clock) => {
    const chosen =
      ids.length > 0 ? await findAll(db, ids) : await listPayouts(db, { status: 'approved', mode, limit: listMax });
    const payouts = options.markSent
      ? await each(
          db,
          chosen.map((payout) => payout.id),
          'sent',
          (tx, id) => sendPayout(actor, tx, clock, id),
        )
      : chosen;
    const rows = await Promise.all(
      payouts.map(async (payout) => {
        const bankAccount = await findBankAccount(db, payout.ownerHolderId, payout.bankAccountId);
        return { payout, bankAccount: bankAccount as BankAccount };
      }),
    );
    sayFile(exportCsv(rows));
  });
}

async function findAll(db: Database, ids: readonly string[]): Promise<Payout[]> {
  return Promise.all(
    ids.map(async (id) => {
      const holderId = holderOfPublicId('po', id);
      const payout = holderId === undefined ? undefined : await findPayout(db, holderId, id);
      if (payout?.status === 'approved' || payout?.status === 'sent') return payout;
      throw new Error(payout === undefined ? `No payout has the id ${id}.` : `${id} is ${payout.status}.`);
    }),
  );
}

/** One of `sent`, `completed`, `failed` and `rejected`, for one or several payouts. */
export const markPayoutsCommand =
  (to: 'sent' | 'completed' | 'failed' | 'rejected') =>
  async (ids: string[], options: { reason?: string }): Promise<void> => {
    const actor = shellActor();
    await withClock(async (db, clock) => {
      await each(db, ids, to, (tx, id) => {
        if (to === 'sent') return sendPayout(actor, tx, clock, id);
        if (to === 'completed') return completePayout(actor, tx, clock, id);
        return returnPayout(actor, tx, clock, id, { to, reason: options.reason ?? null });
      });
    });
  };

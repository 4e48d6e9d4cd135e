/** `sluice debts`: what holders owe the service, recorded as repaid another way or written off, by the same use cases as the API. */
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { DebtSettlementKind } from '../../features/debts/debt-settlement.ts';
import { listDebtors } from '../../features/debts/debt-settlements.repository.ts';
import { debtToService } from '../../features/debts/find-debt.ts';
import { settleDebt } from '../../features/debts/settle-debt.ts';
import { findHolder } from './find-holder.ts';
import { say, sayJson, table } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

const listMax = 1_000;

const amountOf = ({ amount, currency }: { amount: bigint; currency: string }): string =>
  `${formatDecimal(amount, exponentOf(currency))} ${currency}`;

export async function listDebtsCommand(options: { mode?: Mode; json?: boolean }): Promise<void> {
  const { mode = null } = options;
  const found = await withDatabase((db) => listDebtors(db, mode, listMax));
  if (options.json) return sayJson(found);
  if (found.length === 0) return say('Nobody owes the service.');
  const rows = found.map((debt) => [String(debt.holderId), debt.name, debt.mode, amountOf(debt)]);
  say(table([['Holder', 'Name', 'Mode', 'Owes'], ...rows]));
}

type SettleOptions = { mode: Mode; currency: string; amount?: string; reason: string };

/** All that is owed without an amount. */
export const settleDebtCommand =
  (kind: DebtSettlementKind) =>
  async (idOrName: string, { mode, currency, amount: typed, reason }: SettleOptions): Promise<void> => {
    const found = findCurrency(currency);
    if (found === undefined) throw new Error(`"${currency}" is not a currency that is accepted here.`);
    const amount = typed === undefined ? undefined : toMinorUnits(typed, found.exponent);
    if (typed !== undefined && (amount === undefined || amount <= 0n)) {
      throw new Error(`"${typed}" is not an amount in ${found.code} above 0.`);
    }
    const settled = await withClock(async (db, clock) => {
      const holderId = await findHolder(db, undefined, idOrName);
      return inTransaction(db, async (tx) => {
        const debt = await debtToService(tx, { holderId, mode }, found.code);
        return settleDebt(shellActor(), tx, clock, debt, { kind, amount, reason });
      });
    }).catch(sayDetails);
    say(`${amountOf(settled)} ${kind === 'repaid' ? 'recorded as repaid' : 'written off'}: ${settled.id}.`);
  };

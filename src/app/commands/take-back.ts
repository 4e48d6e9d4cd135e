/** `sluice take-back`: the operator's act on a credited top-up, through the same use case as the API. */
import assert from 'node:assert/strict';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inRepeatableTransaction, inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { isTakenBack, takeBackTopUp } from '../../features/reconciliation/take-back.ts';
import { planReversal, type Reversal } from '../../features/wallets/reverse-top-up.ts';
import { findTopUp, type TopUp } from '../../features/wallets/top-ups.repository.ts';
import { say, sayJson } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withClock } from './with-database.ts';

type Options = { mode: Mode; reason: string; amount?: string; line?: string; dryRun?: boolean; json?: boolean };

const reasonLengthMax = 255;

export async function takeBackCommand(id: string, options: Options): Promise<void> {
  const { mode, dryRun, line } = options;
  const reason = options.reason.trim();
  if (reason === '' || reason.length > reasonLengthMax) {
    throw new Error(`--reason must have 1 to ${reasonLengthMax} characters.`);
  }
  if (line !== undefined && !/^[0-9]{1,15}$/.test(line)) throw new Error(`"${line}" is not a line.`);
  const lineId = line === undefined ? undefined : BigInt(line);
  const { topUp, reversal, matched } = await withClock(async (db, clock) => {
    const holderId = holderOfPublicId('top', id);
    const known = holderId === undefined ? undefined : await findTopUp(db, { holderId, mode }, id);
    if (known === undefined) throw new Error('No top-up has this id.');
    const amount = readAmount(known, options.amount);
    if (dryRun) {
      return inRepeatableTransaction(db, async (tx) => ({
        ...(await planReversal(shellActor(), tx, id, amount)),
        matched: null,
      }));
    }
    return inTransaction(db, async (tx) => {
      const done = await takeBackTopUp(shellActor(), tx, clock, mode, id, { amount, reason, lineId });
      // The shell is refused what waits for a second person.
      assert(isTakenBack(done));
      return { topUp: done, reversal: done.reversal, matched: done.lineId };
    });
  });
  if (options.json) {
    const { amount, covered } = reversal;
    return sayJson({ topUp: id, currency: topUp.currency, amount, covered, owed: amount - covered, line: matched });
  }
  say(asText(topUp, reversal, dryRun === true));
  if (matched !== null) say(`Statement line ${matched} is matched with it.`);
}

function readAmount({ currency }: TopUp, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const amount = toMinorUnits(text, exponentOf(currency));
  if (amount === undefined) throw new Error(`"${text}" is not an amount in ${currency}.`);
  return amount;
}

function asText({ currency, holderId, accountKind }: TopUp, { amount, covered }: Reversal, dryRun: boolean): string {
  const money = (minor: bigint) => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
  const taken = `${dryRun ? 'Would take' : 'Took'} back ${money(amount)} of holder ${holderId}: ${money(covered)} from ${accountKind}`;
  return covered === amount ? `${taken}.` : `${taken}, and ${money(amount - covered)} as a debt.`;
}

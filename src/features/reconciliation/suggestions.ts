/**
 * What an open line could be, for a person to decide, each with its reason in words: the transfers or payment file that it
 * names, what has its amount, and whose account the money came from. Reads only; nothing here is ever done by itself.
 */
import type { Database } from '../../base/database/pool.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { findNobodys } from './apply-rules.ts';
import { type BookingRule, decideByRules } from './booking-rule.ts';
import { listLinesForRules, listRulesInForce } from './booking-rules.repository.ts';
import { isMatchable } from './candidates.ts';
import { chargeOf, type Explanation } from './collective.ts';
import type { ListedLine } from './imports.repository.ts';
import { findHoldersByAccount, type KnownHolder } from './known-accounts.repository.ts';
import { keyOf, type OpenTransfer } from './match-lines.ts';
import { explainLines } from './name-parts.ts';
import { leftTransfers, nameTransfers, openTransfers } from './name-transfers.ts';
import { listTransfersLeft } from './open-transfers.repository.ts';
import { isOpenLine } from './read-lines.ts';

/**
 * `reference`: its text names them. `payments`: the payments in it do. `payout_file`: it names the file that they are in. `amount`:
 * they have its amount. `account`: the money came from an account that is known. `rule`: booking rules fit it.
 */
export const suggestionKinds = ['reference', 'payments', 'payout_file', 'amount', 'account', 'rule'] as const;

export type Suggestion = {
  kind: (typeof suggestionKinds)[number];
  reason: string;
  /** `amount`: what is open of each. */
  transfers: OpenTransfer[];
  /** What is left of the line if it is all of them, in minor units. */
  difference: bigint;
  /** The bank's file states the difference as its charge. */
  isCharge: boolean;
  holder: KnownHolder | null;
};

const sameAmountMax = 5;
/** An account of more holders says nothing of any of them. */
const holdersMax = 3;

/** The likeliest first. Of a line that is matched, or about which a person has to say something first, none. */
export async function suggest(db: Database, line: ListedLine): Promise<Suggestion[]> {
  if (!isOpenLine(line) || !isMatchable(line)) return [];
  const open = { ...line, amount: line.amount - line.matchedAmount };
  const charges = line.matchedAmount === 0n ? line.charges : null;
  const explained = await explainLines(db, line, [{ ...open, charges }], leftTransfers);
  const [named] = await nameTransfers([open], openTransfers(db, line, [open]));
  const byName: Explanation[] = [
    ...(explained[0]?.explanations ?? []),
    ...(named?.found ?? []).map((one) => ({
      by: 'references' as const,
      fileId: null,
      transfers: [one],
      isComplete: true,
    })),
  ];
  const suggestions = distinct(byName).map((one) => ofNamed({ ...open, charges }, one));
  suggestions.sort((a, b) => Number(fits(b)) - Number(fits(a)));
  const shown = new Set(suggestions.flatMap(({ transfers }) => transfers.map(keyOf)));
  suggestions.push(...(await ofAccount(db, open)), ...(await ofRules(db, line)));
  const { currency, amount } = open;
  const same = await listTransfersLeft(db, line, { currency, left: amount }, { limit: sameAmountMax });
  for (const one of same) {
    if (shown.has(keyOf(one))) continue;
    suggestions.push({ kind: 'amount', reason: 'Same amount, no reference', ...plain([one]), difference: 0n });
  }
  return suggestions;
}

const fits = ({ difference, isCharge }: Suggestion): boolean => difference === 0n || isCharge;

const plain = (transfers: OpenTransfer[]) => ({ transfers, isCharge: false, holder: null });

/** Each set of transfers once. */
function distinct(explanations: readonly Explanation[]): Explanation[] {
  const setOf = ({ transfers }: Explanation): string => transfers.map(keyOf).sort().join();
  return [...new Map(explanations.toReversed().map((one) => [setOf(one), one])).values()].reverse();
}

const kindOf = { references: 'reference', payments: 'payments', file: 'payout_file' } as const;

type Line = { currency: string; amount: bigint; charges: bigint | null };

function ofNamed(line: Line, { by, fileId, transfers, isComplete }: Explanation): Suggestion {
  const sum = transfers.reduce((total, { amount }) => total + amount, 0n);
  const difference = line.amount - sum;
  const isCharge = difference !== 0n && chargeOf(line, transfers) !== undefined;
  const [only, ...others] = transfers;
  const them = others.length > 0 || only === undefined ? `${transfers.length} transfers` : nameOf(only);
  const named = {
    references: `Its text names ${them}`,
    payments: `The payments in it name ${them}${isComplete ? '' : ', and not every payment is one of them'}`,
    file: `It names payment file ${fileId}, of which ${transfers.length} ${others.length === 0 ? 'payout is' : 'payouts are'} open`,
  }[by];
  const reason = `${named}: ${inWords(line, difference, isCharge)}`;
  return { kind: kindOf[by], reason, transfers, difference, isCharge, holder: null };
}

const nameOf = ({ references: [reference], holderId, id }: OpenTransfer): string => reference ?? `${holderId}/${id}`;

function inWords({ currency, amount }: Line, difference: bigint, isCharge: boolean): string {
  const money = `${formatDecimal(absolute(difference), exponentOf(currency))} ${currency}`;
  if (difference === 0n) return 'the amounts agree';
  if (isCharge) return `the amounts agree with the charge of ${money} that the bank states`;
  return `the line is ${money} ${difference > 0n === amount > 0n ? 'more' : 'less'}`;
}

/** Whose the money may be, and what is open of theirs. */
async function ofAccount(db: Database, line: ListedLine): Promise<Suggestion[]> {
  const { id, amount, counterpartyAccount } = line;
  if (amount < 0n || counterpartyAccount === null) return [];
  const holders = await findHoldersByAccount(db, line, { id, counterpartyAccount }, holdersMax + 1);
  if (holders.length > holdersMax) return [];
  return holders.map((holder) => ({
    kind: 'account',
    reason:
      holder.matchedOn === null
        ? `Probably ${holder.name}: their bank account on file`
        : `Probably ${holder.name}: same account as on ${dayInWords(holder.matchedOn)}`,
    transfers: [],
    difference: amount,
    isCharge: false,
    holder,
  }));
}

const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** `March 3, 2031` */
const dayInWords = (day: string): string => days.format(new Date(day));

/** Rules that fit and did not book it: of different kinds, or newer than the line. */
async function ofRules(db: Database, line: ListedLine): Promise<Suggestion[]> {
  const [ruled] = await listLinesForRules(db, line, line.importId, { after: line.id - 1n, limit: 1 });
  if (ruled?.id !== line.id) return [];
  const verdict = decideByRules(ruled, await listRulesInForce(db, line));
  if (verdict === undefined || !(await findNobodys(db, line, [ruled])).has(line.id)) return [];
  const reason =
    'rule' in verdict
      ? `Booking ${ruleInWords(verdict.rule)} fits: match again to book it`
      : `Rules of different kinds fit, so that none is applied: ${verdict.conflict.map(ruleInWords).join(', ')}`;
  return [{ kind: 'rule', reason, transfers: [], difference: line.amount, isCharge: false, holder: null }];
}

const ruleInWords = ({ id, text, kind }: BookingRule): string => `rule ${id} "${text}" (${kindInWords[kind]})`;
const kindInWords = { bank_charge: 'bank charge', bank_interest: 'interest', rounding: 'rounding' } as const;

/**
 * What a line is that no single transfer explains to the unit: several transfers at once, or transfers less what the bank kept
 * as it says itself. Pure. By itself only what fits to the last unit is matched, and only where the line names every part.
 */
import { absolute } from '../../base/money/compare.ts';
import { keyOf, type OpenLine, type OpenTransfer } from './match-lines.ts';
import type { LineDetails, LinePayment } from './statement-line.ts';

export type CollectiveLine = OpenLine & { charges: bigint | null; details: LineDetails | null };

/** The open transfers of a payment file, or of one batch of it. */
export type FiledTransfers = { fileId: string; transfers: OpenTransfer[] };

/**
 * `references`: the line's text names them. `payments`: the payments in it do. `file`: it names the file or batch that they are
 * in.
 */
export type Explanation = {
  by: 'references' | 'payments' | 'file';
  /** Of the payment file. */
  fileId: string | null;
  transfers: OpenTransfer[];
  /** Every part of the line is one of the transfers. */
  isComplete: boolean;
};

/** What the line names, and what each of its payments names, in their order. */
export type Named = { own: ReadonlySet<OpenTransfer>; payments: readonly ReadonlySet<OpenTransfer>[] };

export type CollectiveMatch = { line: CollectiveLine; transfers: OpenTransfer[]; charge: bigint };

const sumOf = (transfers: readonly OpenTransfer[]): bigint => transfers.reduce((sum, { amount }) => sum + amount, 0n);

/** Money of one currency that went one way. */
export const sideOf = ({ currency, amount }: { currency: string; amount: bigint }): string =>
  `${currency}/${amount > 0n ? 'in' : 'out'}`;

/** The likeliest first. @param files those that the line names, with what is open of each. */
export function explain(line: CollectiveLine, named: Named, files: readonly FiledTransfers[]): Explanation[] {
  const side = sideOf(line);
  const ofFiles = files.map(({ fileId, transfers }) => ({
    by: 'file' as const,
    fileId,
    transfers: transfers.filter((one) => sideOf(one) === side),
    isComplete: true,
  }));
  const all = new Set([...named.payments.flatMap((found) => [...found]), ...named.own]);
  const said: Explanation = {
    by: line.details === null ? 'references' : 'payments',
    fileId: null,
    transfers: [...all],
    isComplete: line.details === null || isEachNamed(line.details, named, all.size),
  };
  return [...ofFiles, said].filter(({ transfers }) => transfers.length > 0);
}

/** Each payment is one transfer, of its amount where that is said, and no two are the same. */
function isEachNamed({ count, payments }: LineDetails, named: Named, parts: number): boolean {
  return (
    parts === count &&
    payments.every((payment, at) => {
      const [only, ...others] = named.payments[at] ?? [];
      return only !== undefined && others.length === 0 && isOfAmount(payment, only);
    })
  );
}

/** The line's sign may have been said by a person after it was read. */
const isOfAmount = ({ amount }: LinePayment, transfer: OpenTransfer): boolean =>
  amount === null || absolute(BigInt(amount)) === absolute(transfer.amount);

/**
 * What is left of the line when all of the transfers are: nothing, or what the bank says it kept.
 * @returns the amount to book as its charge, signed as on the statement, or undefined where the amounts do not fit.
 */
export function chargeOf(
  { amount, charges }: Pick<CollectiveLine, 'amount' | 'charges'>,
  transfers: readonly OpenTransfer[],
): bigint | undefined {
  const difference = amount - sumOf(transfers);
  return difference === 0n || (charges !== null && difference === -charges) ? difference : undefined;
}

/**
 * The lines that are matched by themselves: every part is named, the amounts fit, and no other line could be any of the parts.
 * @param doubted keys of transfers that could be another line.
 */
export function decideCollective(
  explained: readonly { line: CollectiveLine; explanations: readonly Explanation[] }[],
  doubted: ReadonlySet<string>,
): CollectiveMatch[] {
  const fitting = explained.flatMap(({ line, explanations }) => {
    for (const { transfers, isComplete } of explanations) {
      const charge = isComplete ? chargeOf(line, transfers) : undefined;
      if (charge !== undefined) return [{ line, transfers, charge }];
    }
    return [];
  });
  const claims = new Map<string, number>();
  for (const { transfers } of fitting) {
    for (const one of transfers) claims.set(keyOf(one), (claims.get(keyOf(one)) ?? 0) + 1);
  }
  return fitting.filter(({ transfers }) =>
    transfers.every((one) => claims.get(keyOf(one)) === 1 && !doubted.has(keyOf(one))),
  );
}

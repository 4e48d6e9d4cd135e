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

/** What a line may be several of; `amount` in minor units, signed as on the statement. */
type Part = { amount: bigint };

/** What the line names, and what each of its payments names, in their order. */
export type Named<One = OpenTransfer> = { own: ReadonlySet<One>; payments: readonly ReadonlySet<One>[] };

/** @param references what the line names, then what each payment in it does. */
export function namedAmong<One>(references: readonly string[][], known: ReadonlyMap<string, One>): Named<One> {
  const [own = new Set<One>(), ...payments] = references.map(
    (each) => new Set(each.flatMap((one) => known.get(one) ?? [])),
  );
  return { own, payments };
}

export type CollectiveMatch = { line: CollectiveLine; transfers: OpenTransfer[]; charge: bigint };

const sumOf = (parts: readonly Part[]): bigint => parts.reduce((sum, { amount }) => sum + amount, 0n);

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
  const { parts, isComplete } = partsOf(line.details, named);
  const by = line.details === null ? ('references' as const) : ('payments' as const);
  const said: Explanation = { by, fileId: null, transfers: parts, isComplete };
  return [...ofFiles, said].filter(({ transfers }) => transfers.length > 0);
}

function partsOf<One extends Part>(details: LineDetails | null, named: Named<One>) {
  const all = new Set([...named.payments.flatMap((found) => [...found]), ...named.own]);
  return { parts: [...all], isComplete: details === null || isEachNamed(details, named, all.size) };
}

/**
 * What the line is several of, where it names every part and they come to its amount, less what the bank says it kept.
 * Undefined where it is not.
 */
export function severalOf<One extends Part>(
  line: Pick<CollectiveLine, 'amount' | 'charges' | 'details'>,
  named: Named<One>,
): One[] | undefined {
  const { parts, isComplete } = partsOf(line.details, named);
  return parts.length > 1 && isComplete && chargeOf(line, parts) !== undefined ? parts : undefined;
}

/** Each payment is one part, of its amount where that is said, and no two are the same. */
function isEachNamed<One extends Part>({ count, payments }: LineDetails, named: Named<One>, parts: number): boolean {
  return (
    parts === count &&
    payments.every((payment, at) => {
      const [only, ...others] = named.payments[at] ?? [];
      return only !== undefined && others.length === 0 && isOfAmount(payment, only);
    })
  );
}

/** The line's sign may have been said by a person after it was read. */
const isOfAmount = ({ amount }: LinePayment, part: Part): boolean =>
  amount === null || absolute(BigInt(amount)) === absolute(part.amount);

/**
 * What is left of the line when all of the parts are: nothing, or what the bank says it kept.
 * @returns the amount to book as its charge, signed as on the statement, or undefined where the amounts do not fit.
 */
export function chargeOf(
  { amount, charges }: Pick<CollectiveLine, 'amount' | 'charges'>,
  parts: readonly Part[],
): bigint | undefined {
  const difference = amount - sumOf(parts);
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

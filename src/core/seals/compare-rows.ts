/** Compares the rows of a table with the lines of a seal, row by row, and allows for what is deleted and erased by rule. Pure. */
import { deletedEmail, deletedPayer } from './retention.ts';
import { personalHash, type SealedRow } from './seal.ts';
import type { Source } from './sealed-columns.ts';
import { partsOf, type ReadRow, type Salt } from './sealed-rows.repository.ts';

type Compared = {
  source: Source;
  /** By key. */
  sealed: ReadonlyMap<bigint, SealedRow>;
  rows: readonly ReadRow[];
  salts: readonly Salt[];
  /** Entries of the audit log from which a deleted person was erased. */
  erased: readonly bigint[];
  /** Rows from before may be gone. Undefined where none may. */
  cutoff: Date | undefined;
};

/** @returns what is not as it was sealed, and how many rows are gone because they were old. */
export function compareRows(of: Compared): { broken: { row: string; problem: string }[]; purged: number } {
  const broken: { row: string; problem: string }[] = [];
  const salts = new Map(of.salts.map(({ key, part, salt }) => [saltKey(key, part), salt]));
  const erased = new Set(of.erased);
  const missing = new Map(of.sealed);
  for (const row of of.rows) {
    const sealed = missing.get(row.key);
    missing.delete(row.key);
    const problem = sealed === undefined ? 'was added after it was sealed' : problemOf(of, sealed, row, salts, erased);
    if (problem !== undefined) broken.push({ row: rowName(of.source, row), problem });
  }
  const gone = [...missing.values()].filter((row) => !isOld(row, of.cutoff));
  broken.push(...gone.map((row) => ({ row: rowName(of.source, row), problem: 'is gone' })));
  return { broken, purged: missing.size - gone.length };
}

function problemOf(
  { source, cutoff }: Compared,
  sealed: SealedRow,
  row: ReadRow,
  salts: ReadonlyMap<string, string>,
  erased: ReadonlySet<bigint>,
): string | undefined {
  if (row.label !== sealed.label || row.at !== sealed.at || row.hash !== sealed.hash) return 'was changed';
  for (const [index, part] of partsOf(source, row).entries()) {
    const hash = sealed.personal[index] ?? null;
    const salt = salts.get(saltKey(row.key, index + 1));
    if (hash === null) {
      if (part !== null) return 'was changed in its personal data';
    } else if (salt !== undefined) {
      if (part === null || personalHash(salt, part) !== hash) return 'was changed in its personal data';
    } else if (!isOld(sealed, cutoff) && !isErased(source, row, part, index, erased)) {
      return 'lost its personal data without an erasure';
    }
  }
  return undefined;
}

const saltKey = (key: bigint, part: number): string => `${key}/${part}`;

const isOld = ({ at }: SealedRow, cutoff: Date | undefined): boolean =>
  at !== null && cutoff !== undefined && Number(at) * 1_000 < cutoff.getTime();

/** Whether a part without its salt is as erasing a person leaves it. */
function isErased(
  source: Source,
  row: ReadRow,
  part: string | null,
  index: number,
  erased: ReadonlySet<bigint>,
): boolean {
  if (source === 'events') return part !== null && erasedParts.has(canonical(part));
  // From where it was done is removed; facts keep what does not name the person, and stand in the list of what was erased.
  return erased.has(row.key) && (index > 0 || part === null);
}

const canonical = (json: string): string => JSON.stringify(sorted(JSON.parse(json)));
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const erasedParts = new Set([deletedPayer, deletedEmail].map((one) => canonical(JSON.stringify(one))));

const names: Record<Source, string> = {
  transfers: 'transfer',
  events: 'event',
  audit_log: 'audit entry',
  statement_imports: 'statement',
  statement_lines: 'statement line',
  orders: 'order',
  order_refunds: 'order refund',
  payments: 'payment',
  refunds: 'refund',
  payouts: 'payout',
  top_ups: 'top-up',
  disputes: 'dispute',
  settlements: 'settlement',
  debt_settlements: 'settlement of a debt',
  invitations: 'invitation',
  payment_fee_rules: 'fee rule',
  row_versions: 'version',
};

const rowName = (source: Source, { key, label }: Pick<ReadRow, 'key' | 'label'>): string =>
  `${names[source]} ${label === '-' ? key : label}`;

/**
 * Imports a bank's or acquirer's statement, matches what it can, and confirms the top-ups whose transfers it shows, in one
 * transaction: the whole file or nothing. The same file is refused a second time, unless it now says the direction of its
 * lines; lines that an overlapping statement has already brought are skipped.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { absolute } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { listMatchedRefunds } from '../refunds/bank-refunds.repository.ts';
import { settleShownRefund } from '../refunds/settle-bank-refund.ts';
import { applyRules } from './apply-rules.ts';
import { refuseClosedLines } from './closed-months.ts';
import { sendFiledReturns } from './filed-returns.ts';
import { countLinesOfImport, listLinesOfImport } from './imports.repository.ts';
import { type Kept, keepNewLines } from './keep-new-lines.ts';
import { matchOpenLines } from './match-open-lines.ts';
import { namesOf } from './own-account.ts';
import type { ReadStatement } from './read-bank-file.ts';
import { type AccountGap, readBalances } from './read-gaps.ts';
import { type MatchedLine, withMatches } from './read-lines.ts';
import { receiveReturns } from './receive-returns.ts';
import { receiveTransfers } from './receive-transfers.ts';
import {
  findImport,
  insertImport,
  insertLines,
  listStatementAccounts,
  type Outside,
  type StatementImport,
  setDirections,
} from './reconciliation.repository.ts';
import { sendNamedReturns } from './return-line.ts';
import { insertPeriods } from './statement-balances.repository.ts';
import type { StatementLine } from './statement-line.ts';
import { lockSource } from './statement-sources.ts';
import { tellOfWaiting } from './tell-of-transfers.ts';

/** Few enough for the event loop, which writes them into a statement at once. */
const batchLinesMax = 1_000;
const shownMax = 100;

export type ImportResult = {
  importId: bigint;
  /** The number of new lines. */
  lines: number;
  /** Line numbers already imported with an earlier statement. */
  repeated: number[];
  /** The number of lines of earlier statements of which the file says more than these did. */
  completed: number;
  /** The columns that could say which lines went out, if the file was read without its directions. */
  signColumns: string[];
  /** The number of lines whose direction a person has to say. They match nothing. */
  undirected: number;
  /** The number of lines that an earlier statement may have, for a person to decide. They match nothing. */
  possible: number;
  /** The number of lines, imported earlier with this file, that have their direction now. */
  directed: number;
  /** The number of lines without a movement of money. */
  empty: number;
  /** The numbers of lines matched now and of ambiguous ones, including lines of earlier imports. */
  matched: number;
  ambiguous: number;
  /** The number of lines that rules booked, and of those that rules of different kinds fit. */
  booked: number;
  ruleConflicts: number;
  /** The number of top-ups whose bank transfers it shows, confirmed with it. */
  received: number;
  /** The number of payments at the checkout whose bank transfers it shows, paid with it. */
  paid: number;
  /** The number of payouts that it shows as returned, which failed with it. */
  returned: number;
  /** The number of new lines that match nothing. */
  open: number;
  /** What statements of this account lack between them. */
  gaps: AccountGap[];
  /** The first new lines, those without a match before the others. */
  shown: MatchedLine[];
};

type Deps = { db: Database; clock: Clock };

type StatementToImport = ReadStatement & {
  account: string;
  fileName: string;
  format?: string | undefined;
  /** Called in the transaction of the import, last. */
  onImported?: (tx: Tx, result: ImportResult) => Promise<void>;
};

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super('dry run');
    this.result = result;
  }
}

/**
 * @throws AppError `forbidden`; `invalid_state` when this file has already been imported; `second_factor_required` where
 * it confirms top-ups.
 */
export async function importStatement(
  actor: Actor,
  { db, clock }: Deps,
  outside: Outside,
  file: StatementToImport,
  dryRun = false,
): Promise<ImportResult> {
  authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode: outside.mode });
  try {
    return await inTransaction(db, async (tx) => {
      await lockSource(tx, outside);
      const at = clock.now(serviceHolderId, outside.mode);
      const known = await findImport(tx, outside, file.fileHash);
      if (known !== undefined) await refuseRepeated(tx, known, file);

      const directed = known === undefined ? 0 : await readDirections(tx, known.id, file);
      const importId = known?.id ?? (await insertImport(tx, outside, file, at));
      const { repeated, completed } =
        known === undefined ? await insertAll(tx, outside, importId, file) : { repeated: [], completed: 0 };
      const { naming, ...matching } = await matchAll(actor, tx, clock, outside, importId, at);
      // A file that is read once more told of what it brought.
      if (known === undefined) await tellOfWaiting(tx, clock, outside, importId, naming);
      const { lines, ...left } = await countLinesOfImport(tx, importId);
      const result: ImportResult = {
        importId,
        lines: known === undefined ? Number(lines) : 0,
        repeated,
        completed,
        signColumns: file.signColumns,
        directed,
        undirected: Number(left.undirected),
        possible: Number(left.possible),
        empty: file.empty,
        ...matching,
        open: Number(left.open),
        gaps: (await readBalances(tx, outside, file.account)).gaps,
        shown: await withMatches(tx, await listLinesOfImport(tx, importId, shownMax)),
      };
      if (dryRun) throw new DryRun(result);
      await recordImport(actor, tx, outside, file, result);
      await file.onImported?.(tx, result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

type Matching = Pick<
  ImportResult,
  'matched' | 'ambiguous' | 'booked' | 'ruleConflicts' | 'received' | 'paid' | 'returned'
>;

/** Of all open lines. The caller has locked the source. @param importId whose lines rules that conflict are counted for. */
async function matchAll(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  importId: bigint | undefined,
  at: Date,
): Promise<Matching & { naming: readonly bigint[] }> {
  const { matched, ambiguous, expected, naming } = await matchOpenLines(tx, outside, at);
  // Last, because they lock holders' accounts, for which others may wait.
  const sentBack = await sendNamedReturns(tx, outside, at);
  const collected =
    (await sendFiledReturns(tx, outside, at)) === 0 ? 0 : (await matchOpenLines(tx, outside, at)).matched;
  for (const refund of outside.source === 'bank' ? await listMatchedRefunds(tx, outside.mode) : [])
    await settleShownRefund(actor, tx, clock, refund);
  const rules = await applyRules(actor, tx, outside, importId, at);
  const returned = await receiveReturns(actor, tx, clock, outside, at);
  const received = await receiveTransfers(actor, tx, clock, outside, expected, at);
  return {
    matched: matched + sentBack + collected + returned.lines + received.lines,
    ...{ ambiguous, booked: rules.booked, ruleConflicts: rules.conflicts },
    ...{ received: received.topUps, paid: received.payments, returned: returned.payouts },
    naming,
  };
}

/**
 * Does with the open lines what an import does, with what was posted, requested and ruled since.
 * @throws AppError `forbidden`; `second_factor_required` where it credits money.
 */
export async function rematch(
  actor: Actor,
  { db, clock }: Deps,
  outside: Outside,
): Promise<Omit<Matching, 'ruleConflicts'>> {
  authorize(actor, 'reconciliation.match', { holderId: serviceHolderId, mode: outside.mode });
  return inTransaction(db, async (tx) => {
    await lockSource(tx, outside);

    const at = clock.now(serviceHolderId, outside.mode);
    const { ruleConflicts: _, naming: __, ...matching } = await matchAll(actor, tx, clock, outside, undefined, at);
    await appendAudit(actor, tx, {
      action: 'reconciliation.match',
      holderId: serviceHolderId,
      mode: outside.mode,
      object: { kind: 'statement_source', id: outside.source },
      after: matching,
    });
    return matching;
  });
}

const recordImport = (
  actor: Actor,
  tx: Tx,
  { mode, source }: Outside,
  { account, fileName }: { account: string; fileName: string },
  { importId, lines, repeated, completed, empty, matched, booked, undirected, possible, directed }: ImportResult,
): Promise<void> =>
  appendAudit(actor, tx, {
    action: 'reconciliation.import',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement', id: String(importId) },
    after: {
      source,
      account,
      fileName,
      lines,
      repeated: repeated.length,
      completed,
      empty,
      matched,
      booked,
      undirected,
      possible,
      directed,
    },
  });

/** Read again with its directions, a file that was imported without them says more than before. */
async function refuseRepeated(tx: Tx, known: StatementImport, file: ReadStatement): Promise<void> {
  if (file.signColumns.length === 0 && (await countLinesOfImport(tx, known.id)).undirected > 0n) return;
  const when = known.importedAt.toISOString().slice(0, 10);
  const message = `This file was imported before: import ${known.id} of ${when}, as "${known.fileName}".`;
  throw new AppError('invalid_state', { message });
}

/** @returns how many lines have their direction now. */
async function readDirections(tx: Tx, importId: bigint, file: ReadStatement): Promise<number> {
  let directed = 0;
  await file.eachLines(batchLinesMax, async (lines) => {
    const read = lines.filter(({ direction }) => direction === 'read');
    directed += await setDirections(tx, importId, read);
  });
  return directed;
}

async function insertAll(tx: Tx, outside: Outside, importId: bigint, file: StatementToImport): Promise<Kept> {
  const { account, format, layout } = file;
  let hasIds = false;
  const periods = await file.eachLines(batchLinesMax, async (lines) => {
    hasIds ||= lines.some(({ bankId }) => bankId !== undefined);
    await insertLines(
      tx,
      outside,
      importId,
      lines.map((line) => ({ ...line, hash: factsHash(account, line) })),
    );
  });
  await insertPeriods(tx, importId, periods);
  const known = namesOf(account, await listStatementAccounts(tx, outside));
  const kept = await keepNewLines(tx, { ...outside, ...known, importId, account, format, layout, hasIds });
  await refuseClosedLines(tx, outside, importId);
  return kept;
}

/** Hashes the facts that every statement has. Direction and time, which some leave out, are compared separately. */
function factsHash(account: string, { bookedOn, currency, amount, reference }: StatementLine): Buffer {
  const facts = [account, bookedOn, currency, String(absolute(amount)), reference];
  return createHash('sha256').update(facts.join('\n')).digest();
}

/**
 * Imports a bank's or acquirer's statement, confirms the top-ups whose transfers it shows, and matches what it can, in one
 * transaction: the whole file or nothing. The
 * same file is refused a second time; lines that an overlapping statement has already brought are skipped.
 */
import { createHash } from 'node:crypto';
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { countOpenOfImport, listLinesOfImport } from './imports.repository.ts';
import { matchLines } from './match-lines.ts';
import { listOpenTransfers } from './outside-transfers.repository.ts';
import type { ReadStatement } from './read-statement.ts';
import { receiveTransfers } from './receive-transfers.ts';
import {
  findImport,
  insertImport,
  insertLines,
  listOpenLines,
  lockOutside,
  type Outside,
  type StoredLine,
  setMatches,
} from './reconciliation.repository.ts';
import type { StatementLine } from './statement-line.ts';

const batchLinesMax = 5_000;
const shownMax = 100;

export type ImportResult = {
  importId: bigint;
  /** The number of new lines. */
  lines: number;
  /** Line numbers already imported with an earlier statement. */
  repeated: number[];
  /** The number of lines without a movement of money. */
  empty: number;
  /** The numbers of lines matched now and of ambiguous ones, including lines of earlier imports. */
  matched: number;
  ambiguous: number;
  /** The number of top-ups whose bank transfers it shows, confirmed with it. */
  received: number;
  /** The number of new lines that match nothing. */
  open: number;
  /** The first new lines, those without a match before the others. */
  shown: StoredLine[];
};

type Deps = { db: Database; clock: Clock };

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
  file: ReadStatement & { account: string; fileName: string },
  dryRun = false,
): Promise<ImportResult> {
  authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode: outside.mode });
  const lines = withHashes(file.account, file.lines);
  try {
    return await inTransaction(db, async (tx) => {
      await lockOutside(tx, outside);
      const at = clock.now(serviceHolderId, outside.mode);
      await refuseRepeated(tx, outside, file.fileHash);

      const importId = await insertImport(tx, outside, file, at);
      const added = new Set<number>();
      for (let start = 0; start < lines.length; start += batchLinesMax) {
        const batch = lines.slice(start, start + batchLinesMax);
        for (const number of await insertLines(tx, outside, importId, batch)) added.add(number);
      }
      const repeated = lines.map((line) => line.lineNumber).filter((number) => !added.has(number));
      const received = await receiveTransfers(actor, tx, clock, outside, at);
      const { matched, ambiguous } = await matchOpen(tx, outside, at);
      const counts = {
        lines: added.size,
        repeated,
        empty: file.empty,
        matched: matched + received,
        ambiguous,
        received,
      };
      const open = await countOpenOfImport(tx, importId);
      const result = { importId, ...counts, open, shown: await listLinesOfImport(tx, importId, shownMax) };
      if (dryRun) throw new DryRun(result);
      await recordImport(actor, tx, outside, file, result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

/** Matches transfers that were posted since the last import. @throws AppError `forbidden`. */
export async function rematch(
  actor: Actor,
  { db, clock }: Deps,
  outside: Outside,
): Promise<{ matched: number; ambiguous: number }> {
  authorize(actor, 'reconciliation.match', { holderId: serviceHolderId, mode: outside.mode });
  return inTransaction(db, async (tx) => {
    await lockOutside(tx, outside);

    const matching = await matchOpen(tx, outside, clock.now(serviceHolderId, outside.mode));
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
  { importId, lines, repeated, empty, matched }: ImportResult,
): Promise<void> =>
  appendAudit(actor, tx, {
    action: 'reconciliation.import',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement', id: String(importId) },
    after: { source, account, fileName, lines, repeated: repeated.length, empty, matched },
  });

async function refuseRepeated(tx: Tx, outside: Outside, fileHash: Buffer): Promise<void> {
  const known = await findImport(tx, outside, fileHash);
  if (known === undefined) return;
  const when = known.importedAt.toISOString().slice(0, 10);
  const message = `This file was imported before: import ${known.id} of ${when}, as "${known.fileName}".`;
  throw new AppError('invalid_state', { message });
}

async function matchOpen(tx: Tx, outside: Outside, at: Date): Promise<{ matched: number; ambiguous: number }> {
  const lines = await listOpenLines(tx, outside);
  const { matches, doubts } = matchLines(lines, await listOpenTransfers(tx, outside, lines));
  await setMatches(tx, matches, false, at);
  return { matched: matches.length, ambiguous: doubts.length };
}

/**
 * Numbers identical lines of one file, so that each has its own hash: a customer may pay the same amount twice a day.
 */
function withHashes(account: string, lines: readonly StatementLine[]): (StatementLine & { hash: Buffer })[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const facts = JSON.stringify([account, line.bookedOn, line.currency, String(line.amount), line.reference]);
    const nth = (seen.get(facts) ?? 0) + 1;
    seen.set(facts, nth);
    return { ...line, hash: createHash('sha256').update(`${nth}/${facts}`).digest() };
  });
}

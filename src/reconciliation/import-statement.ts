/**
 * Imports a bank's or acquirer's statement, matches what it can, and confirms the top-ups whose transfers it shows, in one
 * transaction: the whole file or nothing. The same file is refused a second time; lines that an overlapping statement has
 * already brought are skipped.
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
import { matchOpenLines } from './match-open-lines.ts';
import type { ReadStatement } from './read-statement.ts';
import { receiveTransfers } from './receive-transfers.ts';
import {
  findImport,
  insertImport,
  insertLines,
  lockOutside,
  type Outside,
  type StoredLine,
} from './reconciliation.repository.ts';
import type { StatementLine } from './statement-line.ts';

/** Few enough for the event loop, which writes them into a statement at once. */
const batchLinesMax = 1_000;
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
  try {
    return await inTransaction(db, async (tx) => {
      await lockOutside(tx, outside);
      const at = clock.now(serviceHolderId, outside.mode);
      await refuseRepeated(tx, outside, file.fileHash);

      const importId = await insertImport(tx, outside, file, at);
      const { added, repeated } = await insertAll(tx, outside, importId, file);
      const { matched, ambiguous, expected } = await matchOpenLines(tx, outside, at);
      // Last, because it locks holders' accounts, for which others may wait.
      const received = await receiveTransfers(actor, tx, clock, outside, expected, at);
      const counts = {
        lines: added,
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

    const { matched, ambiguous } = await matchOpenLines(tx, outside, clock.now(serviceHolderId, outside.mode));
    const matching = { matched, ambiguous };
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

/** @returns the number of new lines, and the line numbers of the others. */
async function insertAll(
  tx: Tx,
  outside: Outside,
  importId: bigint,
  file: ReadStatement & { account: string },
): Promise<{ added: number; repeated: number[] }> {
  const hashOf = createLineHashes(file.account);
  const repeated: number[] = [];
  let added = 0;
  await file.eachLines(batchLinesMax, async (lines) => {
    const hashed = lines.map((line) => ({ ...line, hash: hashOf(line) }));
    const fresh = new Set(await insertLines(tx, outside, importId, hashed));
    added += fresh.size;
    for (const { lineNumber } of lines) if (!fresh.has(lineNumber)) repeated.push(lineNumber);
  });
  return { added, repeated };
}

/**
 * Numbers identical lines of one file, so that each has its own hash: a customer may pay the same amount twice a day.
 * Remembers a digest of each line and not the line.
 */
function createLineHashes(account: string): (line: StatementLine) => Buffer {
  const seen = new Map<string, number>();
  return (line) => {
    const facts = JSON.stringify([account, line.bookedOn, line.currency, String(line.amount), line.reference]);
    const digest = createHash('sha256').update(facts).digest('base64');
    const nth = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, nth);
    return createHash('sha256').update(`${nth}/${facts}`).digest();
  };
}

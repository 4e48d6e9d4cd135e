/**
 * The job that imports an uploaded file as it was read. The file is marked as imported in the transaction of the import, so
 * that a job that comes again after a crash finds it done, or begins anew.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type ImportResult, importStatement } from '../reconciliation/import-statement.ts';
import { presentGap } from '../reconciliation/statement-schemas.ts';
import { eachLines } from '../reconciliation/survey-bank-file.ts';
import { reopenBankFile } from '../reconciliation/understand-bank-file.ts';
import { createProgress, type JobKey, runFile } from './run-statement-file.ts';
import type { Found } from './statement-file.ts';
import { deleteParts, type FileWork, saveImported } from './statement-files.repository.ts';
import { keepProfile } from './statement-profiles.ts';
import { storedBytes } from './stored-bytes.ts';

type Deps = { db: Database; clock: Clock };

export const importStatementFile = (deps: Deps, key: JobKey): Promise<void> =>
  runFile(deps.db, key, 'importing', (file, actor) => importFile(deps, key, file, actor));

async function importFile(deps: Deps, key: JobKey, file: FileWork, actor: PersonActor): Promise<void> {
  const { db, clock } = deps;
  const found = file.found as Found;
  const { entries = 0, empty = 0 } = found.contents ?? {};
  const opened = await reopenBankFile(() => storedBytes(db, file), file.mapping ?? undefined);
  if ('problems' in opened) throw new AppError('invalid_state', { message: opened.problems[0]?.message ?? '' });
  const progress = createProgress(db, key, BigInt(entries));
  const statement = {
    fileHash: file.sha256 as Buffer,
    ...{
      empty,
      signColumns: found.signColumns,
      layout: found.layout,
      account: found.account,
      format: found.format,
      fileName: file.fileName,
    },
    eachLines: (linesMax: number, take: Parameters<typeof eachLines>[2]) =>
      eachLines({ format: found.format, read: opened.read }, linesMax, async (lines) => {
        await take(lines);
        progress.add(lines.length);
      }),
    onImported: async (tx: Tx, result: ImportResult) => {
      await keep(tx, key, result);
      const { profileName, mapping } = file;
      if (profileName === null || mapping === null || found.fingerprint === null) return;
      const confirmed = { name: profileName, fingerprint: found.fingerprint, account: found.account, mapping };
      await keepProfile(actor, tx, file, confirmed, clock.now(serviceHolderId, file.mode));
    },
  };
  await importStatement(actor, deps, { mode: file.mode, source: file.source }, statement);
}

async function keep(tx: Tx, key: JobKey, result: ImportResult): Promise<void> {
  const { importId, shown: _, signColumns: __, repeated, gaps, ...counts } = result;
  const stored = { ...counts, repeated: repeated.length, gaps: gaps.map(presentGap) };
  const isLast = await saveImported(tx, key, importId, stored);
  if (!isLast) throw new AppError('invalid_state', { message: 'Another request for this file came meanwhile.' });
  await deleteParts(tx, key.id);
}

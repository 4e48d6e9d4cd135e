/** What a person asks for of an uploaded file: that it is read, with answers to what it leaves open, and imported. */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type CsvAnswers, joinAnswers } from '../bank-files/csv/csv-mapping.ts';
import type { StatementFile } from './statement-file.ts';
import { findAnswers, findFile, type ListedFile, lockFile, queueFile } from './statement-files.repository.ts';
import { findProfileNamed } from './statement-profiles.repository.ts';

export const unknownFile = (): AppError => new AppError('not_found', { message: 'No statement file has this ID.' });

type Said = { account?: string | undefined; answers?: CsvAnswers | undefined; withoutProfile?: boolean | undefined };

/**
 * Has the file read again, with these answers beside the earlier ones.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` while its bytes are missing, or once it is imported.
 */
export async function requestReading(
  actor: PersonActor,
  tx: Tx,
  mode: Mode,
  id: bigint,
  said: Said,
): Promise<ListedFile> {
  const file = await lockedFile(actor, tx, mode, id);
  if (file.state === 'uploading') throw refusal('The file is not complete.');
  if (file.state === 'importing' || file.state === 'imported') throw refusal('The file is imported already.');

  await queueReading(tx, actor, file, said);
  return (await findFile(tx, mode, id)) as ListedFile;
}

/** The caller has locked the file. */
export async function queueReading(tx: Tx, actor: PersonActor, { id }: StatementFile, said: Said): Promise<void> {
  const { account, answers, withoutProfile } = said;
  const revision = await queueFile(tx, actor, id, 'reading', {
    ...(account !== undefined && { account }),
    ...(answers !== undefined && { answers: joinAnswers(await findAnswers(tx, id), answers) }),
    ...(withoutProfile !== undefined && { withoutProfile }),
  });
  const payload = { fileId: String(id), revision };
  await enqueue(tx, { name: 'read_statement_file', payload, key: `read_statement_file:${id}:${revision}` });
}

/**
 * Has the file imported as it was read; asked for twice, it is imported once.
 * @param profileName keeps how its CSV was read under this name. @throws AppError `not_found`; `forbidden`;
 * `second_factor_required` where the import confirms top-ups; `invalid_state` while it is not ready, or of a profile with
 * the name that reads other files.
 */
export async function requestImport(
  actor: PersonActor,
  tx: Tx,
  mode: Mode,
  id: bigint,
  profileName: string | undefined,
): Promise<ListedFile> {
  const file = await lockedFile(actor, tx, mode, id);
  const isUnderWay = file.state === 'importing' || file.state === 'imported';
  if (!isUnderWay) {
    if (file.state !== 'ready') throw refusal('The file cannot be imported as it is. Answer its questions first.');
    if (file.needsSecondFactor) authorize(actor, 'top_ups.confirm', { holderId: serviceHolderId, mode });
    if (profileName !== undefined) await requireFree(actor, tx, file, profileName);

    const revision = await queueFile(tx, actor, id, 'importing', { profileName: profileName ?? null });
    const payload = { fileId: String(id), revision };
    await enqueue(tx, { name: 'import_statement_file', payload, key: `import_statement_file:${id}:${revision}` });
  }
  return (await findFile(tx, mode, id)) as ListedFile;
}

const refusal = (message: string) => new AppError('invalid_state', { message });

async function lockedFile(actor: PersonActor, tx: Tx, mode: Mode, id: bigint): Promise<StatementFile> {
  authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode });
  const file = await lockFile(tx, mode, id);
  if (file === undefined) throw unknownFile();
  return file;
}

async function requireFree(actor: PersonActor, tx: Tx, file: StatementFile, name: string): Promise<void> {
  authorize(actor, 'reconciliation.change_profile', { holderId: serviceHolderId, mode: file.mode });
  const known = await findProfileNamed(tx, file, name);
  if (known === undefined) return;
  if (known.fingerprint === file.found?.fingerprint && known.account === file.found.account) return;
  throw refusal(`The profile "${name}" reads other files. Choose another name.`);
}

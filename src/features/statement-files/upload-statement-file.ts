/**
 * Takes in a file piece by piece, and never holds more than a part of it. What is not complete counts for nothing: an upload
 * that broke off goes on where it was, or is deleted with its file.
 */
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { Outside } from '../reconciliation/reconciliation.repository.ts';
import { refuseUnknownSource } from '../reconciliation/statement-sources.ts';
import { queueReading, unknownFile } from './request-statement-file.ts';
import { fileBytesMax } from './statement-file.ts';
import {
  deleteFile,
  findFile,
  insertBytes,
  insertFile,
  type ListedFile,
  lockFile,
  partBytes,
} from './statement-files.repository.ts';

/** What the database stores in one transaction: a multiple of `partBytes`. */
const storedAtOnce = 10 * partBytes;

type NewFile = Outside & { fileName: string; size: number; account: string };

/** A file whose bytes are to come. @throws AppError `forbidden`; `validation_failed` of one that is too large. */
export async function beginUpload(actor: PersonActor, tx: Tx, file: NewFile): Promise<ListedFile> {
  authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode: file.mode });
  await refuseUnknownSource(tx, file);
  if (file.size === 0) throw invalidField('size', 'The file is empty.');
  if (file.size > fileBytesMax) {
    const most = fileBytesMax / 1_024 / 1_024;
    throw invalidField('size', `The file has more than ${most} MiB. Pack it as a zip, or download a shorter period.`);
  }
  const id = await insertFile(tx, actor, { ...file, size: BigInt(file.size) });
  return (await findFile(tx, file.mode, id)) as ListedFile;
}

type Piece = { offset: bigint; bytes: AsyncIterable<Buffer> };

/**
 * Stores the bytes from `offset` on; those that are stored already are passed over. With the last one the file is read.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` where bytes before it are missing, or another upload of it is
 * under way; `validation_failed` where there are more bytes than its size.
 */
export async function storePiece(
  actor: PersonActor,
  db: Database,
  mode: Mode,
  id: bigint,
  { offset, bytes }: Piece,
): Promise<ListedFile> {
  authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode });
  const file = await findFile(db, mode, id);
  if (file === undefined) throw unknownFile();
  if (offset > file.received) {
    throw new AppError('invalid_state', { message: `The next byte of this file is ${file.received}.` });
  }
  await storeParts(db, file, offset, bytes);
  await inTransaction(db, async (tx) => {
    const stored = await lockFile(tx, mode, id);
    if (stored?.state === 'uploading' && stored.received === stored.size) await queueReading(tx, actor, stored, {});
  });
  const done = await findFile(db, mode, id);
  if (done === undefined) throw unknownFile();
  return done;
}

async function storeParts(
  db: Database,
  { id, size, received }: ListedFile,
  offset: bigint,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  let known = received - offset;
  let at = received;
  let waiting: Buffer[] = [];
  let length = 0;
  const store = async (part: Buffer) => {
    if (!(await insertBytes(db, id, at, part))) {
      throw new AppError('invalid_state', { message: 'Another upload of this file is under way.' });
    }
    at += BigInt(part.length);
  };
  for await (const chunk of bytes) {
    const fresh = chunk.subarray(Number(known > BigInt(chunk.length) ? chunk.length : known));
    known -= BigInt(chunk.length - fresh.length);
    if (fresh.length === 0) continue;
    waiting.push(fresh);
    length += fresh.length;
    if (at + BigInt(length) > size) throw invalidField('body', `The file has more than the ${size} bytes of its size.`);
    if (length < storedAtOnce) continue;
    const whole = Buffer.concat(waiting);
    const end = whole.length - (whole.length % storedAtOnce);
    for (let start = 0; start < end; start += storedAtOnce) await store(whole.subarray(start, start + storedAtOnce));
    waiting = end < whole.length ? [whole.subarray(end)] : [];
    length = whole.length - end;
  }
  if (length > 0) await store(Buffer.concat(waiting));
}

/** What was imported of it stays. @throws AppError `not_found`; `forbidden`; `invalid_state` while it is imported. */
export function discardFile(actor: PersonActor, db: Database, mode: Mode, id: bigint): Promise<void> {
  return inTransaction(db, async (tx) => {
    authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode });
    const file = await lockFile(tx, mode, id);
    if (file === undefined) throw unknownFile();
    if (file.state === 'importing') throw new AppError('invalid_state', { message: 'The file is being imported.' });
    await deleteFile(tx, id);
  });
}

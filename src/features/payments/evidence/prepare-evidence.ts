/** Puts evidence together: its texts and files, until it is submitted (docs/contract/people.md, "Disputes and evidence"). */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../../base/database/transaction.ts';
import { AppError, invalidField } from '../../../base/errors/app-error.ts';
import type { PersonActor } from '../../../core/access/actor.ts';
import { type AuditFacts, appendAudit, appendAuditOnce } from '../../../core/access/audit-log.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import type { EvidencePurpose } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import {
  deleteFile,
  type Evidence,
  type EvidenceKey,
  lockEvidence,
  lockStored,
  saveFile,
  updateEvidence,
} from './evidence.repository.ts';
import { bookBytesMax, closedWords, filesBytesMaxOf, megabytes, readTexts, type Texts, whyClosed } from './evidence.ts';
import { fileProblems, readFileType } from './evidence-file.ts';
import { findDisputeOf, type HolderDispute } from './holder-disputes.repository.ts';

export type EvidenceDeps = { db: Database; clock: Clock; providers: Pick<Providers, 'named'> };

export const noDispute = (): AppError => new AppError('not_found', { message: 'No dispute has this id.' });

export const isTakenByProvider = (providers: Pick<Providers, 'named'>, provider: string): boolean =>
  providers.named(provider)?.submitEvidence !== undefined;

/** Of the files of a dispute of this provider together. */
export const filesBytesMax = (providers: Pick<Providers, 'named'>, provider: string): number =>
  filesBytesMaxOf(providers.named(provider)?.evidenceFilesBytesMax);

/** Which dispute of whose book. */
export type InBook = { book: Book; disputeId: string };

type Locked = { dispute: HolderDispute; evidence: Evidence; key: EvidenceKey; at: Date };

/**
 * Locks evidence that may be changed.
 * @throws AppError `not_found` for a dispute of another holder or mode; `invalid_state` once it is closed.
 */
export async function lockDraft(
  tx: Tx,
  { clock, providers }: Omit<EvidenceDeps, 'db'>,
  { book, disputeId }: InBook,
): Promise<Locked> {
  const at = clock.now(book.holderId, book.mode);
  const evidence = await lockEvidence(tx, book, disputeId, at);
  const dispute = evidence && (await findDisputeOf(tx, book, disputeId));
  if (evidence === undefined || dispute === undefined) throw noDispute();
  const judged = {
    ...dispute,
    state: evidence.state,
    isTakenByProvider: isTakenByProvider(providers, dispute.provider),
  };
  const closed = whyClosed(judged, at);
  if (closed !== undefined) throw new AppError('invalid_state', { message: closedWords[closed] });
  return { dispute, evidence, key: { holderId: book.holderId, disputeId }, at };
}

/** The whole of them; one that is absent is cleared. @throws AppError as `lockDraft`; `forbidden`. */
export function saveTexts(actor: PersonActor, deps: EvidenceDeps, of: InBook, given: Texts): Promise<void> {
  authorize(actor, 'disputes.prepare', of.book);
  return inTransaction(
    deps.db,
    async (tx) => {
      const { key, evidence, at } = await lockDraft(tx, deps, of);
      const texts = readTexts(given);
      if (isDeepStrictEqual(texts, evidence.texts)) return;

      await updateEvidence(tx, key, { texts }, at);
      // They are saved while they are written: that is one entry.
      await appendAuditOnce(actor, tx, entryOf(of, { texts: Object.keys(texts) }));
    },
    of.book,
  );
}

/**
 * Takes the file for a purpose, in place of an earlier one.
 * @throws AppError as `lockDraft`; `forbidden`; `validation_failed` of what is no PDF, PNG or JPEG, or too large, also
 *   beside the dispute's or the account's others.
 */
export function saveEvidenceFile(
  actor: PersonActor,
  deps: EvidenceDeps,
  of: InBook,
  file: { purpose: EvidencePurpose; name: string; bytes: Buffer },
): Promise<void> {
  const { book, disputeId } = of;
  authorize(actor, 'disputes.prepare', book);
  const { purpose, bytes } = file;
  const read = readFileType(bytes);
  if (!read.ok) throw invalidField('content', fileProblems[read.problem]);
  return inTransaction(
    deps.db,
    async (tx) => {
      const { key, dispute, at } = await lockDraft(tx, deps, of);
      const stored = await lockStored(tx, book, disputeId, purpose);
      const most = filesBytesMax(deps.providers, dispute.provider);
      if (stored.ofDispute + bytes.length > most) throw invalidField('content', tooLarge(stored.ofDispute > 0, most));
      if (stored.ofBook + bytes.length > bookBytesMax[book.mode]) {
        const ofBook = megabytes(bookBytesMax[book.mode]);
        throw invalidField('content', `is too large: the files of all disputes of the account may have ${ofBook}`);
      }

      await saveFile(tx, key, { ...file, type: read.type, uploadedBy: actor.personId }, at);
      await updateEvidence(tx, key, {}, at);
      await note(actor, tx, of, { file: purpose, type: read.type, bytes: bytes.length });
    },
    book,
  );
}

const tooLarge = (hasOthers: boolean, most: number): string =>
  hasOthers
    ? `is too large beside the others: they may have ${megabytes(most)} in all`
    : `is too large: the files of this dispute may have ${megabytes(most)} in all`;

/** Does nothing without such a file. @throws AppError as `lockDraft`; `forbidden`. */
export function removeEvidenceFile(
  actor: PersonActor,
  deps: EvidenceDeps,
  of: InBook,
  purpose: EvidencePurpose,
): Promise<void> {
  authorize(actor, 'disputes.prepare', of.book);
  return inTransaction(
    deps.db,
    async (tx) => {
      const { key, at } = await lockDraft(tx, deps, of);
      if (!(await deleteFile(tx, key, purpose))) return;
      await updateEvidence(tx, key, {}, at);
      await note(actor, tx, of, { removed: purpose });
    },
    of.book,
  );
}

const entryOf = ({ book, disputeId }: InBook, after: AuditFacts) =>
  ({ action: 'disputes.prepare', ...book, object: { kind: 'dispute', id: disputeId }, after }) as const;

const note = (actor: PersonActor, tx: Tx, of: InBook, after: AuditFacts) => appendAudit(actor, tx, entryOf(of, after));

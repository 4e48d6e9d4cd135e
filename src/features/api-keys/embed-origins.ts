/**
 * The sites that may embed the checkout (docs/contract/merchant.md, "Embedded checkout"): each key pair has its own, for the
 * payments that it creates. Pages read the list every time, so that a change holds at once.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type KeyFacts, lockKeyOfBook, setEmbedOrigins } from './api-keys.repository.ts';
import { readEmbedOrigin } from './embed-origin.ts';

/**
 * Replaces all of them.
 * @throws AppError `validation_failed` naming the first that cannot be one; `not_found` when the pair is unknown, has ended, or
 * is of another book.
 */
export async function changeEmbedOrigins(
  actor: Actor,
  tx: Tx,
  { book, clientId, origins: wanted }: { book: Book; clientId: string; origins: readonly string[] },
): Promise<KeyFacts> {
  authorize(actor, 'embed_origins.change', book);
  const origins = [...new Set(wanted.map((text, place) => originOf(text, place, book)))].sort();
  const key = await lockKeyOfBook(tx, book, clientId, new Date());
  if (key === undefined) throw new AppError('not_found', { message: 'No live key pair has this client id.' });

  await setEmbedOrigins(tx, clientId, origins);
  await appendAudit(actor, tx, {
    action: 'embed_origins.change',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'key', id: clientId },
    before: { embedOrigins: key.embedOrigins.join(', ') },
    after: { embedOrigins: origins.join(', ') },
  });
  return { ...key, embedOrigins: origins };
}

function originOf(text: string, place: number, { mode }: Book): string {
  const origin = readEmbedOrigin(text, mode);
  if (origin !== undefined) return origin;
  throw invalidField(`embed_origins[${place}]`, `must be https://host or https://host:port${alsoIn[mode]}`);
}

const alsoIn = { test: ', or http://localhost:port', live: '' } as const;

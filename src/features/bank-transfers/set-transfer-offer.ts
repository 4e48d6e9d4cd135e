/** Sets whose customers may pay by bank transfer at the checkout, and in how many days, as decided by the operator. */
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { requirePayee } from '../holders/require-payee.ts';
import {
  deleteTransferOffer,
  listTransferOffers,
  lockTransferOffers,
  saveTransferOffer,
  type TransferOffer,
} from './transfer-offers.repository.ts';

/** Offered, not offered, or as for every other account: then there is none of its own. */
type NewTransferOffer = { holderId: bigint | null; isOffered: boolean | null; daysToPay: number | undefined };

export const daysToPayMin = 1;
export const daysToPayMax = 60;
export const daysToPayDefault = 7;

/**
 * Payments that wait for a transfer keep waiting.
 * @throws AppError `forbidden`; `not_found` for an account that is neither a company nor a merchant; `validation_failed`.
 */
export async function setTransferOffer(actor: Actor, tx: Tx, wanted: NewTransferOffer): Promise<void> {
  const { holderId, isOffered, daysToPay } = wanted;
  authorize(actor, 'bank_details.change', { holderId: serviceHolderId, mode: null });
  if (holderId !== null) await requirePayee(tx, holderId);
  if (daysToPay !== undefined && (daysToPay < daysToPayMin || daysToPay > daysToPayMax)) {
    throw invalidField('days_to_pay', `must be from ${daysToPayMin} to ${daysToPayMax}`);
  }
  await lockTransferOffers(tx);
  const before = (await listTransferOffers(tx)).find((one) => one.holderId === holderId);
  const after = isOffered === null ? undefined : { holderId, isOffered, daysToPay: daysToPay ?? daysToPayDefault };

  if (after === undefined) await deleteTransferOffer(tx, holderId);
  else await saveTransferOffer(tx, after);
  await appendAudit(actor, tx, {
    action: 'bank_details.change',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'transfer_offer', id: holderId === null ? 'all' : String(holderId) },
    before: factsOf(before),
    after: factsOf(after),
  });
}

const factsOf = (offer: TransferOffer | undefined): AuditFacts | null =>
  offer === undefined ? null : { offered: offer.isOffered, daysToPay: offer.daysToPay };

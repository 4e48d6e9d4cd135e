/** The movements of a wallet: with whom each was, and by which reference the other side finds it. */
import type { Database } from '../../../base/database/pool.ts';
import { holderOfPublicId, type PublicIdPrefix } from '../../../base/database/public-id.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import type { SubjectKind } from '../../../core/ledger/subject.ts';
import { findShownHolder, type ShownHolder } from '../../holders/branding/branding.repository.ts';
import { noBranding } from '../../holders/branding/branding.ts';
import {
  findPaymentFacts,
  findRefundPayers,
  listPaid,
  listRefundFacts,
  type Movement,
  type PaymentFacts,
  type PaymentKey,
  type RefundFacts,
} from './wallet.repository.ts';

/** `reference`: the id by which a merchant or the operator can find it. */
export type ToldMovement = Movement &
  Pick<PaymentFacts, 'orderRef' | 'description'> & { other: string | undefined; reference: string };

export type ToldPayment = Movement & Omit<PaymentFacts, 'id'> & { reference: string };

/** The keys of payments or refunds of other holders that these transfers refer to: the ids contain the holder. */
function keysOf(movements: readonly Movement[], kind: SubjectKind, prefix: PublicIdPrefix): PaymentKey[] {
  const ids = new Set(movements.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? subjectId : [])));
  return [...ids].flatMap((id) => {
    const holderId = holderOfPublicId(prefix, id);
    return holderId === undefined ? [] : [{ holderId, id }];
  });
}

export async function withOthers(db: Database, movements: readonly Movement[]): Promise<ToldMovement[]> {
  const payments = await findPaymentFacts(db, keysOf(movements, 'payment', 'pay'));
  const refunds = await findRefundPayers(db, keysOf(movements, 'refund', 'ref'));
  const others = new Map([
    ...payments.map(({ id, payee }): [string, string] => [id, payee]),
    ...refunds.map(({ id, payer }): [string, string] => [id, payer]),
  ]);
  const paid = new Map(payments.map((one) => [one.id, one]));
  return movements.map((movement) => {
    const reference = movement.subjectId;
    const { orderRef = null, description = null } = paid.get(reference) ?? {};
    return { ...movement, reference, orderRef, description, other: others.get(reference) };
  });
}

export async function publishPayments(db: Database, movements: readonly Movement[]): Promise<ToldPayment[]> {
  const facts = new Map((await findPaymentFacts(db, keysOf(movements, 'payment', 'pay'))).map((one) => [one.id, one]));
  return movements.flatMap((movement) => {
    const known = facts.get(movement.subjectId);
    if (known === undefined) return [];
    const { id, ...told } = known;
    return [{ ...movement, ...told, reference: told.trxId ?? id }];
  });
}

/** `shown`: whom it was paid to, as they appear to those who pay. */
export type ToldReceipt = ToldPayment & { refunds: RefundFacts[]; shown: ShownHolder };

/** A payment made from a book's wallet, with what came back of it. @param id of the transfer that paid it. */
export async function findReceipt(db: Database, book: Book, id: bigint): Promise<ToldReceipt | undefined> {
  const paid = await listPaid(db, book, { id, limit: 1 });
  const [payment] = await publishPayments(db, paid);
  const [key] = keysOf(paid, 'payment', 'pay');
  if (payment === undefined || key === undefined) return undefined;
  const shown = (await findShownHolder(db, key.holderId)) ?? { ...noBranding, name: payment.payee, logoId: null };
  return { ...payment, shown, refunds: await listRefundFacts(db, key) };
}

/** The movements of a wallet in plain words: what each transfer was for, and with whom. */
import type { Database } from '../database/pool.ts';
import { holderOfPublicId, type PublicIdPrefix } from '../database/public-id.ts';
import type { SubjectKind } from '../ledger/subject.ts';
import {
  findPaymentFacts,
  findRefundPayers,
  type Movement,
  type PaymentFacts,
  type PaymentKey,
} from './account.repository.ts';

/** `reference`: the id by which a merchant or the operator can find it. */
export type ToldMovement = Movement & { what: string; other: string | undefined; reference: string };

export type ToldPayment = Movement & Omit<PaymentFacts, 'id'> & { reference: string };

/** The keys of payments or refunds of other holders that these transfers refer to: the ids contain the holder. */
function keysOf(movements: readonly Movement[], kind: SubjectKind, prefix: PublicIdPrefix): PaymentKey[] {
  const ids = new Set(movements.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? subjectId : [])));
  return [...ids].flatMap((id) => {
    const holderId = holderOfPublicId(prefix, id);
    return holderId === undefined ? [] : [{ holderId, id }];
  });
}

export async function tellMovements(db: Database, movements: readonly Movement[]): Promise<ToldMovement[]> {
  const payments = await findPaymentFacts(db, keysOf(movements, 'payment', 'pay'));
  const refunds = await findRefundPayers(db, keysOf(movements, 'refund', 'ref'));
  const others = new Map([
    ...payments.map(({ id, payee }): [string, string] => [id, payee]),
    ...refunds.map(({ id, payer }): [string, string] => [id, payer]),
  ]);
  return movements.map((movement) => {
    const reference = movement.subjectId;
    const other = others.get(reference);
    return { ...movement, reference, other, what: whatFor(movement, other) };
  });
}

export async function publishPayments(db: Database, movements: readonly Movement[]): Promise<ToldPayment[]> {
  const facts = new Map((await findPaymentFacts(db, keysOf(movements, 'payment', 'pay'))).map((one) => [one.id, one]));
  return movements.flatMap((movement) => {
    const known = facts.get(movement.subjectId);
    if (known === undefined) return [];
    const { payee, status, refundedAmount, trxId } = known;
    return [{ ...movement, payee, status, refundedAmount, trxId, reference: trxId ?? known.id }];
  });
}

/** A code unknown to this page is shown as it is, so that no transfer is left out. */
function whatFor({ code }: Movement, other: string | undefined): string {
  if (code === 'top_up') return 'Top-up';
  if (code === 'payment') return `Payment to ${other ?? 'a merchant'}`;
  if (code === 'refund') return `Refund from ${other ?? 'a merchant'}`;
  if (code === 'refund_failed') return `Refund taken back by ${other ?? 'a merchant'}`;
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

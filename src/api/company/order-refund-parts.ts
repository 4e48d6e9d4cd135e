/** What the routes of orders' refunds and reversals share: parts of their requests, and their answer. */
import { Type } from 'typebox';
import type { Tx } from '../../base/database/transaction.ts';
import { amountLimit } from '../../base/schemas/request-parts.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findTransfers } from '../../core/ledger/ledger.repository.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { beneficiaryTypes, type Order } from '../../features/orders/order.ts';
import type { OrderRefund } from '../../features/refunds/order-refunds.repository.ts';
import { presentOrderRefund, presentTransfer } from '../../features/refunds/present-order-refund.ts';

const splitsMax = 200;

export const party = {
  beneficiary_type: Type.Enum([...beneficiaryTypes]),
  beneficiary_ref: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
};
export const amount = Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [5] });
export const namedParties = Type.Array(Type.Object({ ...party, amount }), { minItems: 1, maxItems: splitsMax });
export const OrderRefParams = Type.Object({ ref: Type.String({ minLength: 1, maxLength: 2_048, format: 'text' }) });

export async function presentWithTransfers(tx: Tx, book: Book, refund: OrderRefund, order: Order) {
  const parties = await findTransfers(tx, book, subjectOf.orderRefund(refund.id));
  const { paymentRefundId } = refund;
  const leg = paymentRefundId === null ? [] : await findTransfers(tx, book, subjectOf.refund(paymentRefundId));
  return { ...presentOrderRefund(refund, order), transfers: [...parties, ...leg].map(presentTransfer) };
}

/** Disputes in the operator's answers. */

import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { TransferCodeName } from '../../core/ledger/transfer-code.ts';
import { disputeStatuses } from '../providers/provider.ts';
import { evidenceStates } from './evidence/evidence.ts';
import { EvidenceAnswer, presentEvidence, type ShownEvidence } from './evidence/evidence-schemas.ts';
import type { DisputedPayment, DisputeTransfer, ListedDispute } from './operator-disputes.repository.ts';
import { type PaymentStatus, paymentTransitions } from './payment.ts';
import { whoHasMoney } from './who-has-money.ts';

const listed = {
  dispute_id: Text('dp_1QzL', "The payment provider's id"),
  status: Type.Enum([...disputeStatuses], { description: 'As the provider sees it' }),
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'The reason given by the provider',
    examples: ['fraudulent'],
  }),
  evidence_due_at: NullableInstant,
  amount: Amount,
  currency: Currency,
  money: Type.Enum(['withdrawn', 'returned'], { description: "Who has it: the customer's bank, or the payee again" }),
  payee: NamedHolder,
  payment_id: PublicId('pay'),
  created_at: Instant,
  updated_at: Instant,
};

export const DisputeAnswer = Type.Object(listed, { title: 'OperatorDispute' });

export const DisputeInFull = Type.Object(
  {
    ...listed,
    fee: nullable(
      Type.Object(
        { charged: Amount, returned: Amount, currency: Currency },
        { description: "The provider's fee, which the service bears" },
      ),
    ),
    evidence: nullable(
      Type.Object(
        { state: Type.Enum([...evidenceStates]), sent: EvidenceAnswer },
        { description: 'What the people of the account have put together; null: nothing' },
      ),
    ),
    payment: nullable(
      Type.Object({
        status: Type.Enum(Object.keys(paymentTransitions) as PaymentStatus[]),
        amount: Amount,
        refunded_amount: Amount,
        fee: Amount,
        currency: Currency,
        description: NullableText,
        payer: Type.Object({ name: NullableText, email: NullableText }),
        provider: Text('stripe'),
        provider_ref: NullableText,
        created_at: Instant,
      }),
    ),
    transfers: Type.Array(
      Type.Object(
        {
          transfer_id: NumericId,
          holder: NamedHolder,
          code: TransferCodeName(),
          from: Text('wallet'),
          to: Text('outside:card'),
          amount: Amount,
          currency: Currency,
          created_at: Instant,
        },
        { title: 'DisputeTransfer', description: 'In the book of this holder' },
      ),
    ),
  },
  {
    title: 'OperatorDisputeInFull',
    description: 'A dispute with its payment, its fee and where the money was taken from',
  },
);

const decimal = (minor: bigint, currency: string) => jsonDecimal(minor, exponentOf(currency));

export const presentDispute = (dispute: ListedDispute): Static<typeof DisputeAnswer> => ({
  dispute_id: dispute.id,
  status: dispute.status,
  reason: dispute.reason,
  evidence_due_at: dispute.evidenceDueAt?.toISOString() ?? null,
  amount: decimal(dispute.amount, dispute.currency),
  currency: dispute.currency,
  money: whoHasMoney(dispute),
  payee: { holder_id: Number(dispute.holderId), name: dispute.payeeName, kind: dispute.payeeKind },
  payment_id: dispute.paymentId,
  created_at: dispute.createdAt.toISOString(),
  updated_at: dispute.updatedAt.toISOString(),
});

export const presentInFull = (
  dispute: ListedDispute,
  payment: DisputedPayment | undefined,
  transfers: readonly DisputeTransfer[],
  shown: ShownEvidence,
): Static<typeof DisputeInFull> => ({
  ...presentDispute(dispute),
  fee:
    dispute.feeCurrency === null
      ? null
      : {
          charged: decimal(dispute.fee, dispute.feeCurrency),
          returned: decimal(dispute.feeReturned, dispute.feeCurrency),
          currency: dispute.feeCurrency,
        },
  evidence: shown.evidence === undefined ? null : { state: shown.evidence.state, sent: presentEvidence(shown) },
  payment:
    payment === undefined
      ? null
      : {
          status: payment.status as PaymentStatus,
          amount: decimal(payment.amount, payment.currency),
          refunded_amount: decimal(payment.refundedAmount, payment.currency),
          fee: decimal(payment.fee, payment.currency),
          currency: payment.currency,
          description: payment.description,
          payer: { name: payment.payerName, email: payment.payerEmail },
          provider: payment.provider,
          provider_ref: payment.providerRef,
          created_at: payment.createdAt.toISOString(),
        },
  transfers: transfers.map((transfer) => ({
    transfer_id: Number(transfer.id),
    holder: { holder_id: Number(transfer.holderId), name: transfer.holderName, kind: transfer.holderKind },
    code: transfer.code,
    from: transfer.fromAccount,
    to: transfer.toAccount,
    amount: decimal(transfer.amount, transfer.currency),
    currency: transfer.currency,
    created_at: transfer.createdAt.toISOString(),
  })),
});

/** Payment files and what the bank said of them, in the operator's answers. They never show an account number. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import {
  Amount,
  Count,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  NullableText,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import type { LastChange } from '../../core/access/audit-log.repository.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import { ChangeAnswer, presentChange } from '../holders/change-schemas.ts';
import type { CreatedFile } from './create-payout-file.ts';
import { filedKindOf, fileStatus, payoutFileFormats, payoutFileStatuses } from './payout-file.ts';
import type { PayoutFile, PayoutFileLine } from './payout-files.repository.ts';
import type { TakenReport } from './taken-report.ts';

export const PayoutFileAnswer = Type.Object(
  {
    file_id: PublicId('pf'),
    mode: ModeName,
    format: Type.Enum([...payoutFileFormats]),
    status: Type.Enum([...payoutFileStatuses], {
      description:
        'What the bank said of its payments; `replaced`: all of them are in later files; `given_up`: the bank will not execute it',
    }),
    currency: Currency,
    execution_day: Text('2031-03-05'),
    message_id: Text('pf12QmZxW1Jc9TbVh3RdfGk4s', 'What the bank calls the file'),
    payouts: Count,
    returns: { ...Count, description: 'Money in it that goes back to the senders of lines' },
    refunds: { ...Count, description: 'Refunds in it of payments by bank transfer' },
    total: Amount,
    accepted: Count,
    rejected: Count,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of its content', examples: ['0'.repeat(64)] }),
    created_at: Instant,
    created: ChangeAnswer,
    given_up_at: NullableInstant,
    erased_at: { ...NullableInstant, description: 'When its content was erased, with bank data of a closed account' },
  },
  { title: 'PayoutFile' },
);

export function presentPayoutFile(file: PayoutFile, created: LastChange | undefined): Static<typeof PayoutFileAnswer> {
  return {
    file_id: file.id,
    mode: file.mode,
    format: file.format,
    status: fileStatus(file),
    currency: file.currency,
    execution_day: file.executionDay,
    message_id: file.messageId,
    payouts: file.payouts - file.returns - file.refunds,
    returns: file.returns,
    refunds: file.refunds,
    total: jsonDecimal(file.controlSum, exponentOf(file.currency)),
    accepted: file.accepted,
    rejected: file.rejected,
    sha256: file.sha256.toString('hex'),
    created_at: file.createdAt.toISOString(),
    created: presentChange(created),
    given_up_at: file.givenUpAt?.toISOString() ?? null,
    erased_at: file.erasedAt?.toISOString() ?? null,
  };
}

/** Which of them a payment is. */
const PaymentIds = {
  payout_id: nullable(PublicId('po')),
  return_id: { ...nullable(PublicId('lr')), description: 'Of money that goes back to the sender of a line' },
  refund_id: { ...nullable(PublicId('ref')), description: 'Of a payment by bank transfer' },
};

const noPayment = { payout_id: null, return_id: null, refund_id: null };
const paymentIds = (id: string) => ({ ...noPayment, [`${filedKindOf(id)}_id`]: id });

const notesMax = 100;

export const CreatedPayoutFileAnswer = Type.Object(
  {
    ...PayoutFileAnswer.properties,
    without_address: {
      ...Count,
      description: 'Payments whose bank may ask for the payee’s address, which is not on file',
    },
    notes: Type.Array(
      Type.Object({
        ...PaymentIds,
        message: Text(
          'The bank account of Taverna LLC has no address: the bank may ask for it, or refuse the payment.',
        ),
      }),
      { description: `What to know of payments in it; at most ${notesMax}` },
    ),
  },
  { title: 'CreatedPayoutFile' },
);

export const presentCreatedFile = (file: CreatedFile): Static<typeof CreatedPayoutFileAnswer> => ({
  ...presentPayoutFile(file, undefined),
  without_address: file.notes.length,
  notes: file.notes.slice(0, notesMax).map(({ paymentId, message }) => ({ ...paymentIds(paymentId), message })),
});

export const PayoutFileLineAnswer = Type.Object(
  {
    ...PaymentIds,
    reference: Text('po2QmZxW1Jc9TbVh3RdfGk4s', 'What the bank calls the payment'),
    amount: Amount,
    currency: Currency,
    replaced_by: nullable(PublicId('pf')),
    outcome: nullable(Type.Enum(['pending', 'accepted', 'rejected'])),
    bank_status: { ...NullableText, description: 'Of ISO 20022, such as `ACSC`' },
    reason_code: NullableText,
    reason: { ...NullableText, description: 'The code in words' },
    reported_at: NullableInstant,
  },
  { title: 'PayoutFileLine', description: 'A payment in a payment file, and the last that the bank said of it' },
);

/** @param fileId of the file that it is in. */
export const presentFileLine = (
  line: PayoutFileLine,
  fileId: string,
  currency: string,
): Static<typeof PayoutFileLineAnswer> => ({
  ...paymentIds(line.paymentId),
  reference: line.reference,
  amount: jsonDecimal(line.amount, exponentOf(currency)),
  currency,
  replaced_by: line.supersededBy === fileId ? null : line.supersededBy,
  outcome: line.outcome,
  bank_status: line.bankStatus,
  reason_code: line.bankReason,
  reason: line.bankReason === null ? null : reasonInWords(line.bankReason),
  reported_at: line.reportedAt?.toISOString() ?? null,
});

export const TakenReportAnswer = Type.Object(
  {
    file: PayoutFileAnswer,
    changed: { ...Count, description: 'Payments of which it said something new' },
    sent: { ...Count, description: 'Approved payouts that are sent now, because the bank accepted them' },
    failed: Type.Array(Type.Object({ payout_id: PublicId('po'), reason: Text('The account is closed (AC04)') })),
    rejected_returns: Type.Array(
      Type.Object({
        return_id: PublicId('lr'),
        line_id: Type.Integer({ description: 'Of the statement: it is open again', examples: [7] }),
        reason: Text('The account is closed (AC04)'),
      }),
    ),
    rejected_refunds: Type.Array(
      Type.Object({ refund_id: PublicId('ref'), reason: Text('The account is closed (AC04)') }),
      { description: 'They have failed: their shops have the money again' },
    ),
    questions: Type.Array(
      Type.Object({ ...PaymentIds, message: Text('It is completed, and the bank now rejects it.') }),
      { description: 'What a person has to look at; nothing was done about it' },
    ),
  },
  { title: 'TakenReport' },
);

export const presentReport = (
  { file, changed, sent, failed, rejectedReturns, rejectedRefunds, questions }: TakenReport,
  created: LastChange | undefined,
): Static<typeof TakenReportAnswer> => ({
  file: presentPayoutFile(file, created),
  changed,
  sent,
  failed: failed.map(({ payoutId, reason }) => ({ payout_id: payoutId, reason })),
  rejected_returns: rejectedReturns.map(({ returnId, lineId, reason }) => ({
    ...{ return_id: returnId, line_id: Number(lineId), reason },
  })),
  rejected_refunds: rejectedRefunds.map(({ refundId, reason }) => ({ refund_id: refundId, reason })),
  questions: questions.map(({ paymentId, message }) => ({ ...paymentIds(paymentId), message })),
});

/** Disputes and their evidence in the answers for people. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
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
} from '../../../base/schemas/parts.ts';
import { disputeStatuses, evidenceFileTypes, evidencePurposes, evidenceTexts } from '../../providers/provider.ts';
import { whoHasMoney } from '../who-has-money.ts';
import type { Evidence, ListedFile } from './evidence.repository.ts';
import { type Closed, closedWords, evidenceStates, whyClosed } from './evidence.ts';
import type { HolderDispute } from './holder-disputes.repository.ts';

const longTextMax = 20_000;
const shortTextMax = 500;
const longTexts: readonly string[] = [
  'explanation',
  'product_description',
  'refund_policy',
  'refund_refusal',
  'access_log',
];

const textField = (name: string) =>
  Type.Optional(
    Type.String({ maxLength: longTexts.includes(name) ? longTextMax : shortTextMax, examples: [examples[name] ?? ''] }),
  );

const examples: Readonly<Record<string, string>> = {
  explanation: 'The customer picked the order up in our shop on 3 March.',
  product_description: 'A hardcover atlas',
  service_date: '2031-03-03',
  shipping_carrier: 'DHL',
  shipping_tracking_number: 'JJD000390007882',
  shipping_date: '2031-03-02',
  shipping_address: '12 Market Street, Athens',
};

/** Texts of evidence, each at most as long as providers take it. */
export const EvidenceTexts = Type.Object(
  Object.fromEntries(evidenceTexts.map((name) => [name, textField(name)])) as Record<
    (typeof evidenceTexts)[number],
    ReturnType<typeof textField>
  >,
  { title: 'EvidenceTexts' },
);

export const Purpose = Type.Enum([...evidencePurposes], { description: 'What the file shows' });

const listed = {
  dispute_id: Text('dp_1QzL', "The payment provider's id"),
  status: Type.Enum([...disputeStatuses], { description: 'As the provider sees it' }),
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'The reason given by the provider',
    examples: ['fraudulent'],
  }),
  evidence_due_at: NullableInstant,
  evidence: Type.Union([Type.Enum([...evidenceStates]), Type.Null()], {
    description:
      'How far the evidence is: not submitted; on its way to the provider; waiting for the operator, who hands it over; with the provider. Null: none yet',
    examples: ['draft'],
  }),
  evidence_submitted_at: Type.Union([Instant, Type.Null()], {
    description: 'Since when it waits for a decision',
    examples: [null],
  }),
  amount: Amount,
  currency: Currency,
  money: Type.Enum(['withdrawn', 'returned'], { description: "Who has it: the customer's bank, or the account again" }),
  payment_id: PublicId('pay'),
  order_ref: NullableText,
  description: NullableText,
  reference: Type.Union([Type.String(), Type.Null()], {
    description: "The payment's `custom`, as the shop sent it",
    examples: ['cart-77'],
  }),
  created_at: Instant,
  updated_at: Instant,
};

export const ListedDisputeAnswer = Type.Object(listed, { title: 'Dispute' });

const EvidenceFileAnswer = Type.Object(
  {
    purpose: Purpose,
    name: Text('delivery.pdf', 'As it was uploaded'),
    type: Type.Enum([...evidenceFileTypes], { description: 'By its content' }),
    size: Type.Integer({ minimum: 1, description: 'Bytes', examples: [84_211] }),
    created_at: Instant,
  },
  { title: 'EvidenceFile' },
);

/** What its people sent, or will. */
export const EvidenceAnswer = Type.Object(
  {
    texts: EvidenceTexts,
    files: Type.Array(EvidenceFileAnswer),
    submitted_at: NullableInstant,
    submitted_by: Type.Union([Type.String(), Type.Null()], { description: 'Their name', examples: [null] }),
    delivered_at: Type.Union([Instant, Type.Null()], {
      description: 'Since when the provider has it',
      examples: [null],
    }),
    handed_over_by: Type.Union([Type.String(), Type.Null()], {
      description: "The operator's, if the provider takes none by API",
      examples: [null],
    }),
    refusal: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the provider did not take what was submitted before',
      examples: [null],
    }),
    purged_at: Type.Union([Instant, Type.Null()], {
      description: 'When texts and files were deleted',
      examples: [null],
    }),
  },
  { title: 'Evidence' },
);

export const DisputeOfHolder = Type.Object(
  {
    ...listed,
    payment: Type.Object({
      amount: Amount,
      currency: Currency,
      paid_at: NullableInstant,
      card_last_four: NullableText,
      card_brand: Type.Union([Type.String(), Type.Null()], { description: 'Where it is known', examples: ['Visa'] }),
      customer_id: Type.Union([NumericId, Type.Null()], {
        description: 'Of the customer of the shop, with their earlier payments; null for developers in live mode',
      }),
      payer: nullable(
        Type.Object({ name: NullableText, email: NullableText }, { description: 'Null for developers in live mode' }),
      ),
    }),
    now: Type.String({ ...Instant, description: "The book's own time; a test clock may be ahead" }),
    submits_to: Type.Enum(['provider', 'operator'], {
      description: 'Who gets what is submitted: the provider, or the operator, who hands it over',
    }),
    files_bytes_max: Type.Integer({
      minimum: 1,
      description: 'Of all files of the dispute together, in bytes',
      examples: [4_500_000],
    }),
    closed_because: Type.Union([Type.Enum(Object.keys(closedWords) as Closed[]), Type.Null()], {
      description: 'Why no evidence is taken; null while it is',
      examples: [null],
    }),
    sent: nullable(EvidenceAnswer),
  },
  { title: 'DisputeInFull', description: '`sent` is null for developers in live mode' },
);

const decimal = (minor: bigint, currency: string) => jsonDecimal(minor, exponentOf(currency));

export const presentListedDispute = (dispute: HolderDispute): Static<typeof ListedDisputeAnswer> => ({
  dispute_id: dispute.id,
  status: dispute.status,
  reason: dispute.reason,
  evidence_due_at: dispute.evidenceDueAt?.toISOString() ?? null,
  evidence: dispute.state,
  evidence_submitted_at: dispute.submittedAt?.toISOString() ?? null,
  amount: decimal(dispute.amount, dispute.currency),
  currency: dispute.currency,
  money: whoHasMoney(dispute),
  payment_id: dispute.paymentId,
  order_ref: dispute.orderRef,
  description: dispute.description,
  reference: dispute.custom,
  created_at: dispute.createdAt.toISOString(),
  updated_at: dispute.updatedAt.toISOString(),
});

export type ShownEvidence = {
  evidence: Evidence | undefined;
  files: readonly ListedFile[];
  names: { submittedBy: string | null; handedOverBy: string | null };
};

export const presentEvidence = ({ evidence, files, names }: ShownEvidence): Static<typeof EvidenceAnswer> => ({
  texts: evidence?.texts ?? {},
  files: files.map(({ purpose, name, type, size, createdAt }) => ({
    ...{ purpose, name, type, size },
    created_at: createdAt.toISOString(),
  })),
  submitted_at: evidence?.submittedAt?.toISOString() ?? null,
  submitted_by: names.submittedBy,
  delivered_at: evidence?.deliveredAt?.toISOString() ?? null,
  handed_over_by: names.handedOverBy,
  refusal: evidence?.refusal ?? null,
  purged_at: evidence?.purgedAt?.toISOString() ?? null,
});

type Sight = { now: Date; isTakenByProvider: boolean; filesBytesMax: number; seesPayers: boolean };

export const presentDisputeOf = (
  dispute: HolderDispute,
  shown: ShownEvidence,
  { now, isTakenByProvider, filesBytesMax, seesPayers }: Sight,
): Static<typeof DisputeOfHolder> => ({
  ...presentListedDispute(dispute),
  payment: {
    amount: decimal(dispute.paymentAmount, dispute.paymentCurrency),
    currency: dispute.paymentCurrency,
    paid_at: dispute.paidAt?.toISOString() ?? null,
    card_last_four: dispute.cardLastFour,
    card_brand: dispute.cardBrand,
    customer_id: dispute.customerId === null || !seesPayers ? null : Number(dispute.customerId),
    payer: seesPayers ? { name: dispute.payerName, email: dispute.payerEmail } : null,
  },
  now: now.toISOString(),
  submits_to: isTakenByProvider ? 'provider' : 'operator',
  files_bytes_max: filesBytesMax,
  closed_because: whyClosed({ ...dispute, isTakenByProvider }, now) ?? null,
  sent: seesPayers ? presentEvidence(shown) : null,
});

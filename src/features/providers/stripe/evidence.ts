/**
 * Evidence against Stripe's disputes (docs.stripe.com/disputes/api): files are uploaded first, then everything is submitted at once.
 * A submission is known again by our id in the dispute's metadata, because Stripe keeps idempotency keys for a day only.
 */
import type Stripe from 'stripe';
import { metadataKeys } from '../metadata.ts';
import type { EvidenceFile, EvidencePurpose, EvidenceRequest, EvidenceResult, EvidenceText } from '../provider.ts';
import { asking } from './asking.ts';

type Evidence = Stripe.DisputeUpdateParams.Evidence;

const textFields: Record<EvidenceText, keyof Evidence> = {
  explanation: 'uncategorized_text',
  product_description: 'product_description',
  service_date: 'service_date',
  shipping_carrier: 'shipping_carrier',
  shipping_tracking_number: 'shipping_tracking_number',
  shipping_date: 'shipping_date',
  shipping_address: 'shipping_address',
  refund_policy: 'refund_policy_disclosure',
  refund_refusal: 'refund_refusal_explanation',
  access_log: 'access_activity_log',
};

const fileFields: Record<EvidencePurpose, keyof Evidence> = {
  receipt: 'receipt',
  customer_communication: 'customer_communication',
  shipping_documentation: 'shipping_documentation',
  service_documentation: 'service_documentation',
  refund_policy: 'refund_policy',
  customer_signature: 'customer_signature',
  duplicate_charge_documentation: 'duplicate_charge_documentation',
  other: 'uncategorized_file',
};

const extensions: Record<EvidenceFile['type'], string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** All files of a dispute together have at most 4.5 MB (docs.stripe.com/disputes/best-practices). */
export const stripeFilesBytesMax = 4_500_000;

export async function submitToStripe(stripe: Stripe, request: EvidenceRequest): Promise<EvidenceResult> {
  const { disputeId, submissionId, texts, files } = request;
  const known = await asking(() => stripe.disputes.retrieve(disputeId));
  if (known.metadata[metadataKeys.evidence] === submissionId) return { kind: 'submitted' };
  if (known.status !== 'needs_response') return { kind: 'refused', reason: `dispute_${known.status}` };

  const evidence: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) evidence[textFields[name as EvidenceText]] = text;
  for (const file of files) {
    const uploaded = await asking(
      () => upload(stripe, file, `${submissionId}:${file.purpose}`),
      (reason): EvidenceResult => ({ kind: 'refused', reason }),
    );
    if ('kind' in uploaded) return uploaded;
    evidence[fileFields[file.purpose]] = uploaded.id;
  }
  const metadata = { [metadataKeys.evidence]: submissionId };
  return asking(
    async (): Promise<EvidenceResult> => {
      await stripe.disputes.update(
        disputeId,
        { evidence, metadata, submit: true },
        { idempotencyKey: `${submissionId}:submit` },
      );
      return { kind: 'submitted' };
    },
    (reason) => ({ kind: 'refused', reason }),
  );
}

async function upload(stripe: Stripe, { purpose, type, bytes }: EvidenceFile, key: string): Promise<{ id: string }> {
  const { id } = await stripe.files.create(
    { purpose: 'dispute_evidence', file: { data: bytes, name: `${purpose}.${extensions[type]}`, type } },
    { idempotencyKey: key },
  );
  return { id };
}

/**
 * Which evidence decides a dispute, by the reason that the customer gave: as card networks ask for it, in Stripe's "Dispute
 * evidence" by category (docs.stripe.com/disputes/categories). All other evidence is taken too, and asked for less loudly.
 */
import { type Purpose, purposes, type TextName, textNames } from './evidence-fields.ts';

type Asked = { texts: readonly TextName[]; files: readonly Purpose[] };

const delivery = ['shipping_carrier', 'shipping_tracking_number'] as const;

/** That the card's holder, or someone for them, got what was paid for. */
const whoBought: Asked = {
  texts: ['explanation', ...delivery, 'shipping_address'],
  files: ['shipping_documentation', 'customer_signature', 'customer_communication', 'receipt'],
};

const byReason: Readonly<Record<string, Asked>> = {
  fraudulent: whoBought,
  unrecognized: { texts: ['explanation', 'product_description', ...delivery], files: whoBought.files },
  product_not_received: {
    texts: ['explanation', ...delivery, 'shipping_date'],
    files: ['shipping_documentation', 'customer_signature', 'service_documentation', 'customer_communication'],
  },
  product_unacceptable: {
    texts: ['explanation', 'product_description', 'refund_policy', 'refund_refusal'],
    files: ['customer_communication', 'service_documentation', 'refund_policy', 'receipt'],
  },
  duplicate: {
    texts: ['explanation', 'product_description', 'refund_refusal'],
    files: ['duplicate_charge_documentation', 'receipt', 'customer_communication'],
  },
  credit_not_processed: {
    texts: ['explanation', 'refund_policy', 'refund_refusal'],
    files: ['refund_policy', 'customer_communication', 'receipt'],
  },
  subscription_canceled: {
    texts: ['explanation', 'refund_policy', 'refund_refusal', 'access_log'],
    files: ['customer_communication', 'refund_policy', 'service_documentation'],
  },
};

const others: Asked = {
  texts: ['explanation', 'product_description', 'refund_policy'],
  files: ['customer_communication', 'receipt', 'service_documentation'],
};

/** @returns the texts that are asked for first, and those that are folded; the purposes of files, the best first. */
export function evidenceFor(reason: string | null): {
  first: readonly TextName[];
  more: readonly TextName[];
  purposes: readonly Purpose[];
} {
  const { texts, files } = byReason[reason ?? ''] ?? others;
  return {
    first: texts,
    more: textNames.filter((name) => !texts.includes(name)),
    purposes: [...files, ...purposes.filter((one) => !files.includes(one))],
  };
}

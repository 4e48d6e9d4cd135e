/** The texts and files of evidence, in the order in which they are asked for. */
import type { EvidenceFile, EvidenceTexts } from '../../api/types.ts';

export type TextName = keyof EvidenceTexts & string;
export type Purpose = EvidenceFile['purpose'];

const longTexts = ['explanation', 'product_description', 'refund_policy', 'refund_refusal', 'access_log'] as const;
const shortTexts = [
  'service_date',
  'shipping_date',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_address',
] as const;

export const textNames: readonly TextName[] = [
  'explanation',
  'product_description',
  ...shortTexts,
  ...longTexts.slice(2),
];

export const isLong = (name: TextName): boolean => longTexts.some((one) => one === name);

/** A day of the calendar. */
export const isDay = (name: TextName): boolean => name.endsWith('_date');

export const purposes: readonly Purpose[] = [
  'receipt',
  'customer_communication',
  'shipping_documentation',
  'service_documentation',
  'refund_policy',
  'customer_signature',
  'duplicate_charge_documentation',
  'other',
];

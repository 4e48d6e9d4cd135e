/**
 * What a transfer or an event is about: a kind and an id. Every subject is made here, and its text written here. With
 * a transfer's code and line it can be posted once only. Pure.
 */

/** The database holds the same list as a CHECK of transfers and of events. */
export const subjectKinds = Object.freeze([
  'order',
  'order_refund',
  'payment',
  'attempt',
  'refund',
  'dispute',
  'dispute_won',
  'top_up',
  'transfer',
  'payout',
  'paid_outside',
  'claim',
  'fees',
  'fees_drawn',
  'acquirer_payout',
  'settlement',
  'invitation',
  'link',
] as const);

export type SubjectKind = (typeof subjectKinds)[number];

export type Subject = { readonly kind: SubjectKind; readonly id: string };

/** A subject as rows hold it. */
export type SubjectColumns = { subjectKind: SubjectKind; subjectId: string };

const of =
  (kind: SubjectKind) =>
  (id: bigint | string): Subject => ({ kind, id: String(id) });

export const subjectOf = Object.freeze({
  order: of('order') as (id: bigint) => Subject,
  orderRefund: of('order_refund') as (id: string) => Subject,
  payment: of('payment') as (id: string) => Subject,
  /** A payment's attempt whose money came too late. */
  attempt: of('attempt') as (id: string) => Subject,
  refund: of('refund') as (id: string) => Subject,
  /** By the provider's own name for the dispute. */
  dispute: of('dispute') as (id: string) => Subject,
  /** The same dispute, won: what it took comes back once. */
  wonDispute: of('dispute_won') as (id: string) => Subject,
  topUp: of('top_up') as (id: string) => Subject,
  /** Commission that became clearing. */
  transfer: of('transfer') as (id: string) => Subject,
  payout: of('payout') as (id: string) => Subject,
  paidOutside: of('paid_outside') as (id: string) => Subject,
  claim: of('claim') as (id: string) => Subject,
  /** A book's fees of one currency and day (UTC): both the book and the service's book post under it. */
  collectedFees: (holderId: bigint, currency: string, at: Date): Subject => ({
    kind: 'fees',
    id: `${holderId}:${currency}:${at.toISOString().slice(0, 10)}`,
  }),
  drawnFees: of('fees_drawn') as (reference: string) => Subject,
  /** Two acquirers may use one reference. */
  acquirerPayout: (source: 'card' | 'onlinewallet', reference: string): Subject => ({
    kind: 'acquirer_payout',
    id: `${source}:${reference}`,
  }),
  settlement: of('settlement') as (id: bigint) => Subject,
  invitation: of('invitation') as (id: string) => Subject,
  link: of('link') as (id: bigint) => Subject,
});

export const subjectIn = ({ subjectKind, subjectId }: SubjectColumns): Subject => ({
  kind: subjectKind,
  id: subjectId,
});

/** A subject as the interfaces show it, and as the key of maps: `order:42`, `payment:pay_…`. */
export const formatSubject = ({ kind, id }: Subject): string => `${kind}:${id}`;

/**
 * What a transfer or an event is about: a kind and an id. Every subject is built and formatted here. A transfer is
 * unique by its subject, code and line within a book. Pure.
 */

import type { OutsideSource } from './accounts.ts';

/** Also a CHECK constraint on transfers and events. */
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
  'debt_settlement',
  'cash_handover',
  'statement_booking',
  'line_return',
  'settlement',
  'invitation',
  'link',
] as const);

export type SubjectKind = (typeof subjectKinds)[number];

export type Subject = { readonly kind: SubjectKind; readonly id: string };

/** A subject as stored in columns. */
type SubjectColumns = { subjectKind: SubjectKind; subjectId: string };

const of =
  (kind: SubjectKind) =>
  (id: bigint | string): Subject => ({ kind, id: String(id) });

export const subjectOf = Object.freeze({
  order: of('order') as (id: bigint) => Subject,
  orderRefund: of('order_refund') as (id: string) => Subject,
  payment: of('payment') as (id: string) => Subject,
  /** A payment attempt whose capture arrived too late. */
  attempt: of('attempt') as (id: string) => Subject,
  refund: of('refund') as (id: string) => Subject,
  /** Identified by the provider's id of the dispute. */
  dispute: of('dispute') as (id: string) => Subject,
  /** A dispute that was won, a separate subject so that the money is posted back only once. */
  wonDispute: of('dispute_won') as (id: string) => Subject,
  topUp: of('top_up') as (id: string) => Subject,
  /** A transfer of commission to clearing. */
  transfer: of('transfer') as (id: string) => Subject,
  payout: of('payout') as (id: string) => Subject,
  paidOutside: of('paid_outside') as (id: string) => Subject,
  claim: of('claim') as (id: string) => Subject,
  /** A book's collected fees of one currency and day (UTC). The holder's book and the service's book post under it. */
  collectedFees: (holderId: bigint, currency: string, at: Date): Subject => ({
    kind: 'fees',
    id: `${holderId}:${currency}:${at.toISOString().slice(0, 10)}`,
  }),
  drawnFees: of('fees_drawn') as (reference: string) => Subject,
  /** The source is part of the id because two acquirers may use the same reference. */
  acquirerPayout: (source: OutsideSource, reference: string): Subject => ({
    kind: 'acquirer_payout',
    id: `${source}:${reference}`,
  }),
  /** A debt repaid outside the service, or written off. */
  debtSettlement: of('debt_settlement') as (id: string) => Subject,
  /** Cash that a link no longer holds for its company. */
  cashHandover: of('cash_handover') as (id: string) => Subject,
  /** What the operator booked for a line of a statement. */
  statementBooking: of('statement_booking') as (id: string) => Subject,
  /** Money of a line that goes back to its sender. */
  lineReturn: of('line_return') as (id: string) => Subject,
  settlement: of('settlement') as (id: bigint) => Subject,
  invitation: of('invitation') as (id: string) => Subject,
  link: of('link') as (id: bigint) => Subject,
});

export const subjectIn = ({ subjectKind, subjectId }: SubjectColumns): Subject => ({
  kind: subjectKind,
  id: subjectId,
});

/** A subject in answers and as a map key: `order:42`, `payment:pay_…`. */
export const formatSubject = ({ kind, id }: Subject): string => `${kind}:${id}`;

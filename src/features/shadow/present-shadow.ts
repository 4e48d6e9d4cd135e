/**
 * Presents the shadow ledger for interface B (docs/contract/partner.md, "Shadow ledger"). Minor units become decimals
 * here only.
 */

import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { type Book, formatAccount } from '../../core/ledger/accounts.ts';
import { formatSubject, subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { Link } from '../links/links.repository.ts';
import { partyOf } from '../settlements/present-settlement.ts';
import type { Naming } from './name-restaurant.ts';
import { type ClaimLine, type ClaimParties, claimCosts, claimDrafts } from './plan-claim.ts';
import type { ClaimPreview } from './preview-claim.ts';
import type { Restaurant } from './read-restaurant.ts';
import type { PaidOutside } from './record-paid-outside.ts';
import type { ShadowClaim } from './shadow-records.repository.ts';
import type { Movement, OpenOrder, OwedTotal } from './shadow-report.repository.ts';
import type { OwedEntry } from './shadow-report.ts';
import type {
  PresentedClaim,
  PresentedClaimPreview,
  PresentedClaimTransfers,
  PresentedMovement,
  PresentedNaming,
  PresentedOpenOrder,
  PresentedOwed,
  PresentedOwedTotal,
  PresentedPaidOutside,
  PresentedRestaurant,
} from './shadow-schemas.ts';

const decimal = (amount: bigint, currency: string) => jsonDecimal(amount, exponentOf(currency));

const presentLink = (link: Link | undefined) =>
  link === undefined ? null : { beneficiary_ref: Number(link.id), name: link.name };

/** The payee: a restaurant by its ref or name, or a courier by link. */
function whoOf(entry: OwedEntry, links: ReadonlyMap<bigint, Link>) {
  const party = partyOf(entry, links);
  const isMerchant = party.beneficiary_type === 'merchant';
  const own = party.name === null ? [] : [party.name];
  return {
    beneficiary_type: party.beneficiary_type,
    shadow_merchant_ref: party.shadow_merchant_ref ?? null,
    beneficiary_ref: party.beneficiary_ref,
    names: isMerchant && party.shadow_merchant_ref !== undefined ? entry.names : own,
  };
}

export const presentOwed = (entry: OwedEntry, links: ReadonlyMap<bigint, Link>): PresentedOwed => ({
  ...whoOf(entry, links),
  currency: entry.currency,
  balance: decimal(entry.balance, entry.currency),
  open_orders: entry.openOrders,
  claim_to: presentLink(entry.claimTo),
});

export const presentOwedTotal = ({ currency, merchants, couriers }: OwedTotal): PresentedOwedTotal => ({
  currency,
  merchants: decimal(merchants, currency),
  couriers: decimal(couriers, currency),
  total: decimal(merchants + couriers, currency),
});

export const presentRestaurant = ({ ref, names, balances, claimTo, invitations }: Restaurant): PresentedRestaurant => ({
  shadow_merchant_ref: ref,
  names,
  balances: balances.map(({ currency, balance }) => ({ currency, balance: decimal(balance, currency) })),
  claim_to: presentLink(claimTo),
  invitations: invitations.map(({ invitationId, createdAt }) => ({
    invitation_id: invitationId,
    invited_at: createdAt.toISOString(),
  })),
});

export const presentOpenOrder = (order: OpenOrder): PresentedOpenOrder => ({
  order_id: Number(order.orderId),
  partner_order_ref: order.partnerOrderRef,
  currency: order.currency,
  left: decimal(order.left, order.currency),
  settled_at: order.settledAt.toISOString(),
});

/** `amount` is negative when it lowers the balance owed to the restaurant. */
export const presentMovement = (movement: Movement): PresentedMovement => ({
  code: movement.code,
  partner_order_ref: movement.partnerOrderRef,
  reference: movement.reference,
  currency: movement.currency,
  amount: decimal(movement.amount, movement.currency),
  at: movement.createdAt.toISOString(),
});

export const presentNaming = (
  shadowMerchantRef: string,
  { ordersNamed, ordersLeft, moved }: Naming,
): PresentedNaming => ({
  shadow_merchant_ref: shadowMerchantRef,
  orders_named: ordersNamed,
  orders_left: ordersLeft,
  moved: [...moved].map(([currency, amount]) => ({ currency, amount: decimal(amount, currency) })),
});

export const presentPaidOutside = ({ payment, lines }: PaidOutside): PresentedPaidOutside => ({
  paid_outside_id: payment.id,
  mode: payment.mode,
  payment_ref: payment.paymentRef,
  reference: payment.reference,
  created_at: payment.createdAt.toISOString(),
  lines: lines.map((line) => ({
    order_id: Number(line.orderId),
    partner_order_ref: line.partnerOrderRef,
    split: line.split,
    beneficiary_type: line.type,
    currency: line.currency,
    amount: decimal(line.amount, line.currency),
  })),
});

const ordersOf = (lines: readonly ClaimLine[]): number => new Set(lines.map(({ orderId }) => orderId)).size;

/** The transfers of a claim, or of its preview; both come from the same plan. */
function presentTransfers(book: Book, parties: ClaimParties, lines: readonly ClaimLine[]): PresentedClaimTransfers {
  const refs = new Map(lines.map((line) => [formatSubject(subjectOf.order(line.orderId)), line.partnerOrderRef]));
  return claimDrafts(book, parties, lines).map(({ subject, line, code, from, to, amount }: TransferDraft) => ({
    partner_order_ref: refs.get(formatSubject(subject)) as string,
    split: line,
    code,
    from: formatAccount(from),
    to: formatAccount(to),
    currency: from.currency,
    amount: decimal(amount, from.currency),
  }));
}

const presentParties = ({ shadowMerchantRef, linkId }: ClaimParties) => ({
  shadow_merchant_ref: shadowMerchantRef,
  beneficiary_ref: Number(linkId),
});

/** @param recovered what was recovered from the link's debts in the same transaction, by currency; minor units. */
export const presentClaim = (
  claim: ShadowClaim,
  lines: readonly ClaimLine[],
  recovered: Map<string, bigint>,
): PresentedClaim => ({
  claim_id: claim.id,
  claim_ref: claim.claimRef,
  mode: claim.mode,
  status: 'done',
  ...presentParties(claim),
  orders: ordersOf(lines),
  orders_left: claim.ordersLeft,
  totals: [...claimCosts(lines)].map(([currency, amount]) => ({
    currency,
    amount: decimal(amount, currency),
    debt_recovered: decimal(recovered.get(currency) ?? 0n, currency),
  })),
  transfers: presentTransfers(claim, claim, lines),
  created_at: claim.createdAt.toISOString(),
});

export const presentClaimPreview = (
  book: Book,
  parties: ClaimParties,
  preview: ClaimPreview,
): PresentedClaimPreview => ({
  claim_id: null,
  claim_ref: null,
  mode: book.mode,
  status: 'preview',
  ...presentParties(parties),
  orders: ordersOf(preview.lines),
  orders_left: preview.ordersLeft,
  totals: preview.totals.map(({ currency, amount, recovered, spendable, missing }) => ({
    currency,
    amount: decimal(amount, currency),
    debt_recovered: decimal(recovered, currency),
    clearing_spendable: decimal(spendable, currency),
    missing: decimal(missing, currency),
  })),
  transfers: presentTransfers(book, parties, preview.lines),
  created_at: null,
});

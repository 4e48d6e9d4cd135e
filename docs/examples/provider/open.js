/**
 * Example Pay: the customer pays on its page. It takes our ids as references, and a reference is one payment or one
 * refund forever, however often it is sent.
 *
 * @import { BeginResult, ChargeKey, ChargeState, Dispute, DisputeStatus, OpenedProvider, RefundResult } from 'sluice/provider'
 */
import { fromUnits, limits, toUnits } from './amounts.js';
import { createClient, fail } from './client.js';
import { readNotice } from './notices.js';

/** @type {BeginResult} */
const notPossible = { kind: 'declined', reason: 'processing_error', providerRef: null };
const descriptionMax = 100;

/** @type {(options: { url: string, key: string, secret: string }) => OpenedProvider} */
export function openExamplePay({ url, key, secret }) {
  const call = createClient(url, key);

  /** @type {OpenedProvider['confirm']} */
  async function confirm({ attemptId, providerRef }) {
    const { status, data } = await call('GET', `payments/${attemptId}`);
    if (status === 200) return { ...stateOf(data, attemptId), providerRef: data.id };
    // It never arrived there. One that did is never gone: the key is another account's now.
    return providerRef === null ? { kind: 'declined', reason: 'abandoned' } : fail('PaymentMissing');
  }

  return {
    methods: ['card'],
    limits,
    async begin({ attemptId, method, amount, currency, description, returnAddress, expiresAt }) {
      if (limits.charge(method, amount, currency) !== undefined) return notPossible;
      const { status, data } = await call('PUT', `payments/${attemptId}`, {
        amount: toUnits(amount, currency),
        currency,
        description: description.slice(0, descriptionMax),
        return: returnAddress,
        expires: expiresAt.toISOString(),
      });
      if (status !== 200) return notPossible;
      if (data.status === 'open') return { kind: 'continue', address: data.page, providerRef: data.id };
      return { ...stateOf(data, attemptId), providerRef: data.id };
    },
    confirm,
    async close(charge) {
      // Refused when the payment is no longer open: then `confirm` says how it ended.
      await call('POST', `payments/${charge.attemptId}/cancel`);
      return confirm(charge);
    },
    async refund({ refundId, attemptId, amount, currency }) {
      // Only a part: what is left is whole units, as what was charged and each part before it.
      if (limits.refund(amount, currency) !== undefined) return { kind: 'failed', reason: 'amount_not_possible' };
      const asked = { payment: attemptId, amount: toUnits(amount, currency), currency };
      const { status, data } = await call('PUT', `refunds/${refundId}`, asked);
      if (status === 404) return fail('PaymentMissing');
      return status === 422 ? { kind: 'failed', reason: data.code } : resultOf(data);
    },
    async findRefund({ refundId }) {
      const { status, data } = await call('GET', `refunds/${refundId}`);
      return status === 200 ? resultOf(data) : undefined;
    },
    async findDisputes(id) {
      const { status, data } = await call('GET', `disputes/${id}`);
      return status === 200 ? disputesOf(data) : fail('DisputeMissing');
    },
    async readNotice({ body, header }) {
      return readNotice(body, header('examplepay-signature') ?? '', secret);
    },
  };
}

/** @type {(payment: any, attemptId: string) => ChargeState} */
function stateOf({ reference, status, amount, currency, failure, last4 = null, email = null }, attemptId) {
  if (reference !== attemptId) return fail('OtherPayment');
  if (status === 'paid') {
    return { kind: 'succeeded', amount: fromUnits(amount, currency), currency, cardLastFour: last4, payerEmail: email };
  }
  if (status === 'failed') return { kind: 'declined', reason: failure === 'funds' ? 'insufficient_funds' : 'declined' };
  if (status === 'expired' || status === 'canceled') return { kind: 'declined', reason: 'abandoned' };
  // Also a status that is new: only a known end is an end.
  return { kind: 'pending' };
}

/** @type {(refund: any) => RefundResult} */
function resultOf({ status, failure }) {
  if (status === 'done') return { kind: 'succeeded' };
  return status === 'failed' ? { kind: 'failed', reason: failure } : { kind: 'pending' };
}

/** @type {Readonly<Record<string, DisputeStatus>>} */
const statuses = { evidence_needed: 'needs_response', won: 'won', lost: 'lost' };

/** @type {(dispute: any) => Dispute[]} */
function disputesOf({ id, payment, amount, currency, moves, fee, status, reason, due }) {
  const withdrawals = moves.filter((/** @type {string} */ move) => move === 'withdrawn').length;
  // An inquiry moves no money.
  if (withdrawals === 0) return [];
  const disputed = { id, attemptId: payment, amount: fromUnits(amount, currency), currency };
  return [
    {
      ...disputed,
      withdrawals,
      returns: moves.length - withdrawals,
      fee: {
        currency: fee.currency,
        charged: fromUnits(fee.charged, fee.currency),
        returned: fromUnits(fee.returned, fee.currency),
      },
      standing: {
        status: statuses[status] ?? 'under_review',
        reason,
        evidenceDueAt: due === null ? null : new Date(due),
      },
    },
  ];
}

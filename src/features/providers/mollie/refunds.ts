/** Refunds of Mollie's payments (docs.mollie.com/reference/refunds-api). */

import { metadataKeys } from '../metadata.ts';
import type { OpenedProvider, RefundResult } from '../provider.ts';
import { toMollieAmount } from './amounts.ts';
import { findPayment, pathOf } from './charges.ts';
import { type MollieClient, Refused } from './client.ts';
import { Refund } from './shapes.ts';

export function refundsOf(client: MollieClient): Pick<OpenedProvider, 'refund' | 'findRefund'> {
  async function findMade(path: string, refundId: string): Promise<RefundResult | undefined> {
    for await (const refund of client.list(Refund, path, 'refunds')) {
      const named = ((refund.metadata ?? {}) as Record<string, unknown>)[metadataKeys.refund];
      if (named === refundId) return resultOf(refund);
    }
    return undefined;
  }

  return {
    async refund({ refundId, attemptId, providerRef, amount: minor, currency }) {
      const amount = toMollieAmount(minor, currency);
      if (amount === undefined) return { kind: 'failed', reason: 'amount_not_supported' };
      const path = `${pathOf((await findPayment(client, { attemptId, providerRef })).id)}/refunds`;
      // Mollie keeps idempotency keys for an hour only, so look for an existing refund first.
      const made = await findMade(path, refundId);
      if (made !== undefined) return made;
      const metadata = { [metadataKeys.refund]: refundId, [metadataKeys.attempt]: attemptId };
      try {
        return resultOf(await client.post(Refund, path, refundId, { amount, metadata }));
      } catch (error) {
        if (error instanceof Refused) return { kind: 'failed', reason: reasonOf(error) };
        throw error;
      }
    },
    async findRefund({ refundId, attemptId, providerRef }) {
      const payment = await findPayment(client, { attemptId, providerRef });
      return findMade(`${pathOf(payment.id)}/refunds`, refundId);
    },
  };
}

/** One that is `queued` waits for money in the account. */
function resultOf({ status }: Refund): RefundResult {
  if (status === 'refunded') return { kind: 'succeeded' };
  if (status === 'failed' || status === 'canceled') return { kind: 'failed', reason: status };
  return { kind: 'pending' };
}

/** Mollie has no codes of refusals, only texts. */
const reasonOf = ({ field }: Refused): string => (field === undefined ? 'refused' : `refused_${field}`);

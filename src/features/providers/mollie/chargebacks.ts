/** Chargebacks of Mollie's payments (docs.mollie.com/reference/chargebacks-api), as disputes. */
import type { Dispute, OpenedProvider } from '../provider.ts';
import { fromMollieAmount } from './amounts.ts';
import { attemptOf, pathOf } from './charges.ts';
import type { MollieClient } from './client.ts';
import { Chargeback } from './shapes.ts';

/** A payment's id, as a notice names it, or with a chargeback's, as a dispute is called here. */
const referencePattern = /^(tr_\w+)(?:\.(chb_\w+))?$/;
const reasonLengthMax = 100;

export const disputesOf = (client: MollieClient): Required<Pick<OpenedProvider, 'findDisputes'>> => ({
  async findDisputes(reference) {
    const [, paymentId, chargebackId] = referencePattern.exec(reference) ?? [];
    if (paymentId === undefined) return [];
    const path = `${pathOf(paymentId)}/chargebacks`;
    if (chargebackId !== undefined) {
      return disputeOf(await client.get(Chargeback, `${path}/${chargebackId}?embed=payment`));
    }
    const disputes: Dispute[] = [];
    for await (const one of client.list(Chargeback, `${path}?embed=payment`, 'chargebacks')) {
      disputes.push(...disputeOf(one));
    }
    return disputes;
  },
});

/**
 * Mollie names no states, no evidence and no fee: money is withdrawn when there is a chargeback, and is back when it was
 * reversed. None for a payment that is not of an attempt here.
 */
function disputeOf({ id, amount, reversedAt, reason, _embedded: { payment } }: Chargeback): Dispute[] {
  const attemptId = attemptOf(payment);
  if (attemptId === undefined) return [];
  const isReversed = typeof reversedAt === 'string';
  return [
    {
      id: `${payment.id}.${id}`,
      attemptId,
      ...fromMollieAmount(amount),
      withdrawals: 1,
      returns: isReversed ? 1 : 0,
      fee: undefined,
      standing: {
        status: isReversed ? 'won' : 'under_review',
        reason: reason?.code.slice(0, reasonLengthMax) || null,
        evidenceDueAt: null,
      },
    },
  ];
}

/** What a provider of card payments remembers, for the suite's own tests: in memory, and with everything that a harness can offer. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { AppError } from '../../../src/base/errors/app-error.ts';
import type { ChargeRequest, EvidenceRequest } from '../../../src/features/providers/provider.ts';
import type { Money, SentNotice } from '../harness.ts';

export type AcmeCharge = Money & {
  ref: string;
  attemptId: string;
  state: 'open' | 'slow' | 'held' | 'paid' | 'declined' | 'ended';
  /** What came in. */
  paid: Money | undefined;
  refundsAre: 'succeeded' | 'pending' | 'refused';
  isManual: boolean;
  /** How often money was taken of it, after it was held. */
  captures: number;
};

export type AcmeRefund = Money & { id: string; ref: string; status: 'succeeded' | 'pending' | 'failed' };

export type AcmeDispute = Money & {
  id: string;
  ref: string;
  withdrawals: number;
  returns: number;
  feeReturned: bigint;
  /** Won or lost. */
  isDecided: boolean;
  submissions: EvidenceRequest[];
};

export type Acme = ReturnType<typeof createAcme>;
export type AcmeOutage = 'unreachable' | 'broken' | 'answerLost';

export const acmeKey = 'ak_0123456789abcdef';
export const acmeSecret = 'as_0123456789abcdef';
export const acmeFee = { currency: 'EUR', charged: 1_500n };

export function createAcme() {
  let made = 0;
  const newRef = (prefix: string): string => {
    made += 1;
    return `${prefix}_${made}`;
  };
  const acme = {
    charges: [] as AcmeCharge[],
    refunds: [] as AcmeRefund[],
    disputes: [] as AcmeDispute[],
    outage: undefined as AcmeOutage | undefined,

    /** A call of its API, as far as it gets. */
    async call<T>(kind: 'read' | 'write', act: () => T): Promise<T> {
      await Promise.resolve();
      if (acme.outage === 'unreachable' || acme.outage === 'broken') throw new Error('503');
      const answer = act();
      if (acme.outage === 'answerLost' && kind === 'write') throw new AppError('unavailable');
      return answer;
    },
    create({ attemptId, amount, currency, card, capture }: ChargeRequest): AcmeCharge {
      const decided = card === undefined ? undefined : decidingCards[card.number];
      const isManual = capture === 'manual';
      const charge: AcmeCharge = {
        ref: newRef('ch'),
        attemptId,
        amount,
        currency,
        state: decided === 'paid' && isManual ? 'held' : (decided ?? 'open'),
        paid: decided === 'paid' && !isManual ? { amount, currency } : undefined,
        refundsAre: 'succeeded',
        isManual,
        captures: 0,
      };
      acme.charges.push(charge);
      return charge;
    },
    chargeOf(attemptId: string): AcmeCharge {
      return acme.charges.find((one) => one.attemptId === attemptId) ?? assert.fail('the charge was begun');
    },
    refund(id: string, ref: string, { amount, currency }: Money, status: AcmeRefund['status']): AcmeRefund {
      const refund = { id, ref, amount, currency, status };
      acme.refunds.push(refund);
      return refund;
    },
    leftOf({ ref, paid }: AcmeCharge): bigint {
      const gone = acme.refunds.filter((one) => one.ref === ref && one.status !== 'failed');
      return gone.reduce((left, { amount }) => left - amount, paid?.amount ?? 0n);
    },
    dispute(ref: string, { amount, currency }: Money, withdrawals: number): AcmeDispute {
      const nothing = { returns: 0, feeReturned: 0n, isDecided: false, submissions: [] };
      const dispute: AcmeDispute = { id: newRef('dp'), ref, amount, currency, withdrawals, ...nothing };
      acme.disputes.push(dispute);
      return dispute;
    },
  };
  return acme;
}

/** Entered on our page. Every other card is confirmed on the page of its bank. */
export const decidingCards: Readonly<Record<string, 'paid' | 'declined'>> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
};
export const confirmedCard = '4000000000003220';

export const noticeMaxAgeSeconds = 300;

export const sign = (body: string, at: number, secret: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');

/** A notice as Acme would send it. */
export function sendNotice(data: object, { secret = acmeSecret, ageSeconds = 0 } = {}): SentNotice {
  const body = JSON.stringify(data);
  const at = Math.floor(Date.now() / 1_000) - ageSeconds;
  return { body, headers: { 'acme-at': String(at), 'acme-signature': sign(body, at, secret) } };
}

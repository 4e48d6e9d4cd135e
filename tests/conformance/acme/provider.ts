/** A provider that keeps the whole contract, for faults to be planted in. */
import { AppError } from '../../../src/base/errors/app-error.ts';
import type {
  AmountLimit,
  AmountLimits,
  BeginResult,
  ChargeKey,
  ChargeState,
  Dispute,
  EvidenceRequest,
  EvidenceResult,
  FoundCharge,
  OpenedProvider,
  ProviderNotice,
  ReadNotice,
  RefundRequest,
  RefundResult,
} from '../../../src/features/providers/provider.ts';
import {
  type Acme,
  type AcmeCharge,
  type AcmeDispute,
  type AcmeRefund,
  acmeFee,
  acmeSecret,
  noticeMaxAgeSeconds,
  sign,
} from './account.ts';

export type GoodProvider = Required<Omit<OpenedProvider, 'limits' | 'captureMethods'>> & {
  limits: AmountLimits;
  evidenceFilesBytesMax: number;
};

const stepOf = (currency: string): bigint => (currency === 'KWD' ? 10n : 1n);

function stepLimit(amount: bigint, currency: string): AmountLimit | undefined {
  return amount % stepOf(currency) === 0n ? undefined : { kind: 'step', amount: stepOf(currency) };
}

const amountMin = 50n;
const amountMax = 10_000_000n;

const limits: AmountLimits = {
  refund: stepLimit,
  charge(_method, amount, currency) {
    if (currency === 'VND') return { kind: 'currency' };
    if (amount < amountMin) return { kind: 'min', amount: amountMin };
    if (amount > amountMax) return { kind: 'max', amount: amountMax };
    return stepLimit(amount, currency);
  },
};

export function openAcme(acme: Acme): GoodProvider {
  return {
    methods: ['card'],
    limits,
    acceptsCard: () => true,
    ...chargesOf(acme),
    ...refundsOf(acme),
    submitEvidence: (evidence) => acme.call('write', () => submit(acme, evidence)),
    evidenceFilesBytesMax: filesBytesMax,
    ...noticesOf(acme),
  };
}

const notPossible: BeginResult = { kind: 'declined', reason: 'processing_error', providerRef: null };
const abandoned: ChargeState = { kind: 'declined', reason: 'abandoned' };

function chargesOf(acme: Acme): Pick<GoodProvider, 'begin' | 'confirm' | 'close' | 'capture'> {
  /** One that nobody knows is undefined. */
  const find = ({ attemptId, providerRef }: ChargeKey): AcmeCharge | undefined => {
    const charge = acme.charges.find((one) => one.attemptId === attemptId);
    if (providerRef !== null && charge?.ref !== providerRef) throw new AppError('unavailable');
    return charge;
  };
  const stateOf = (charge: AcmeCharge | undefined): ChargeState => {
    if (charge === undefined) return abandoned;
    const { state, paid } = charge;
    if (state === 'paid' && paid !== undefined) {
      return { kind: 'succeeded', ...paid, cardLastFour: '4242', payerEmail: null };
    }
    if (state === 'held') {
      const { amount, currency } = charge;
      return { kind: 'authorized', amount, currency, cardLastFour: '4242', payerEmail: null, capturableUntil: null };
    }
    if (state === 'open' || state === 'slow') return { kind: 'pending' };
    return state === 'declined' ? { kind: 'declined', reason: 'declined' } : abandoned;
  };
  const foundOf = (charge: AcmeCharge | undefined): FoundCharge => ({
    ...stateOf(charge),
    providerRef: charge?.ref ?? null,
  });
  return {
    async begin(request) {
      if (limits.charge(request.method, request.amount, request.currency) !== undefined) return notPossible;
      const charge = await acme.call(
        'write',
        () => acme.charges.find((one) => one.attemptId === request.attemptId) ?? acme.create(request),
      );
      const { ref: providerRef } = charge;
      if (charge.state === 'open')
        return { kind: 'continue', address: `https://acme.test/pay/${providerRef}`, providerRef };
      return { ...stateOf(charge), providerRef };
    },
    confirm: (key) => acme.call('read', () => foundOf(find(key))),
    close: (key) =>
      acme.call('write', () => {
        const charge = find(key);
        if (charge?.state === 'open' || charge?.state === 'held') charge.state = 'ended';
        return foundOf(charge);
      }),
    capture: ({ attemptId, providerRef, amount, currency }) =>
      acme.call('write', () => {
        const charge = find({ attemptId, providerRef });
        if (charge?.state === 'held' && amount <= charge.amount) {
          Object.assign(charge, { state: 'paid', paid: { amount, currency }, captures: charge.captures + 1 });
        }
        return foundOf(charge);
      }),
  };
}

function refundsOf(acme: Acme): Pick<GoodProvider, 'refund' | 'findRefund' | 'findDisputes'> {
  const resultOf = ({ status }: AcmeRefund): RefundResult =>
    status === 'failed' ? { kind: 'failed', reason: 'card_closed' } : { kind: status };
  const make = (request: RefundRequest): RefundResult => {
    const made = acme.refunds.find(({ id }) => id === request.refundId);
    if (made !== undefined) return resultOf(made);
    const charge = acme.charges.find((one) => one.attemptId === request.attemptId);
    if (charge?.paid === undefined) return { kind: 'failed', reason: 'not_paid' };
    if (charge.refundsAre === 'refused') return { kind: 'failed', reason: 'refused' };
    if (request.amount > acme.leftOf(charge)) return { kind: 'failed', reason: 'more_than_is_left' };
    return resultOf(acme.refund(request.refundId, charge.ref, request, charge.refundsAre));
  };
  return {
    async refund(request) {
      if (limits.refund(request.amount, request.currency) !== undefined) return { kind: 'failed', reason: 'amount' };
      return acme.call('write', () => make(request));
    },
    findRefund: ({ refundId }) =>
      acme.call('read', () => {
        const made = acme.refunds.find(({ id }) => id === refundId);
        return made && resultOf(made);
      }),
    findDisputes: (reference) =>
      acme.call('read', () =>
        acme.disputes
          .filter(({ id, ref, withdrawals }) => (id === reference || ref === reference) && withdrawals > 0)
          .map((one) => presentDispute(acme, one)),
      ),
  };
}

const filesBytesMax = 6_000_000;

function submit(acme: Acme, evidence: EvidenceRequest): EvidenceResult {
  const dispute = acme.disputes.find(({ id }) => id === evidence.disputeId);
  if (dispute?.submissions.some(({ submissionId }) => submissionId === evidence.submissionId)) {
    return { kind: 'submitted' };
  }
  if (dispute === undefined || dispute.isDecided || dispute.submissions.length > 0) {
    return { kind: 'refused', reason: 'not_taken' };
  }
  const bytes = evidence.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > filesBytesMax) return { kind: 'refused', reason: 'too_large' };
  dispute.submissions.push(evidence);
  return { kind: 'submitted' };
}

function presentDispute(
  acme: Acme,
  { id, ref, amount, currency, withdrawals, returns, feeReturned }: AcmeDispute,
): Dispute {
  const attemptId = acme.charges.find((one) => one.ref === ref)?.attemptId ?? '';
  return { id, attemptId, amount, currency, withdrawals, returns, fee: { ...acmeFee, returned: feeReturned } };
}

type AcmeNotice = { type: string; ref: string; attempt: string; refund: string };

function noticesOf(_acme: Acme): Pick<GoodProvider, 'readNotice'> {
  return {
    async readNotice({ body, header }) {
      const at = Number(header('acme-at'));
      const isNew = at > Date.now() / 1_000 - noticeMaxAgeSeconds;
      const isSigned = header('acme-signature') === sign(body.toString(), at, acmeSecret);
      return isNew && isSigned ? readBody(body) : { ok: false };
    },
  };
}

/** Of a notice whose sender is known. */
export function readBody(body: Buffer): ReadNotice {
  const told = JSON.parse(body.toString()) as AcmeNotice;
  const notices: Record<string, ProviderNotice> = {
    charge: { kind: 'charge', attemptId: told.attempt, providerRef: told.ref },
    refund: { kind: 'refund', refundId: told.refund },
    dispute: { kind: 'disputes', reference: told.ref },
  };
  const notice = notices[told.type];
  return { ok: true, notices: notice === undefined ? [] : [notice] };
}

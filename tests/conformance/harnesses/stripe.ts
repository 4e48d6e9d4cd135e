/** Stripe, with the stand-in for its API: the customer pays on its page, and their bank does what the suite wants. */
import assert from 'node:assert/strict';
import type { EvidencePurpose } from '../../../src/features/providers/provider.ts';
import { fromStripeAmount, toStripeAmount } from '../../../src/features/providers/stripe/amounts.ts';
import { stripe as stripePackage } from '../../../src/features/providers/stripe/index.ts';
import { openStripe } from '../../../src/features/providers/stripe/open-stripe.ts';
import type { StandInRefund, StandInSession } from '../../support/stripe-account.ts';
import { type Fault, type StripeStandIn, startStripeStandIn } from '../../support/stripe-stand-in.ts';
import type {
  BegunCharge,
  Disputes,
  Harness,
  Money,
  Notices,
  Outage,
  Refunds,
  SentNotice,
  Subject,
  TakenEvidence,
} from '../harness.ts';

const fee = 1_500;

export default async function createStripeHarness(): Promise<Harness> {
  const stripe = await startStripeStandIn();
  const find = createFinders(stripe);
  const { secretKey, webhookSecret } = stripe.settings;
  return {
    provider: {
      package: { ...stripePackage, open: async () => openStripe(stripe.settings) },
      settings: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
    },
    customer: {
      pays: (charge) => void stripe.pay(find.session(charge).id),
      paysLate: (charge) => void stripe.pay(find.session(charge).id),
      paysOther: (charge, money) => void stripe.pay(find.session(charge).id, moneyAtStripe(money)),
      isDeclined(charge) {
        decline(stripe.pay(find.session(charge).id, { unsettled: true }));
      },
      leaves(charge) {
        find.session(charge).status = 'expired';
      },
      paysSlowly: (charge) => void stripe.pay(find.session(charge).id, { unsettled: true }),
      arrives: (charge) => void stripe.pay(find.session(charge).id),
      failsToArrive: (charge) => decline(find.session(charge)),
    },
    captures: {
      of: (charge) => stripe.capturesOf(find.session(charge).id),
      expires: (charge) => void stripe.releases(find.session(charge).id),
    },
    refunds: refundsOf(stripe, find),
    disputes: disputesOf(stripe, find),
    notices: noticesOf(stripe, find),
    outages: {
      unreachable: outageOf(stripe, { calls: /./, status: 503 }),
      broken: outageOf(stripe, { calls: /./, status: 500 }),
      answerLost: outageOf(stripe, { calls: /POST/, status: 502, lost: true }),
    },
    countCharges: (attemptId) =>
      [...stripe.sessions.values()].filter((session) => session.client_reference_id === attemptId).length,
    close: () => stripe.close(),
  };
}

type Finders = ReturnType<typeof createFinders>;

function createFinders({ sessions, refunds }: StripeStandIn) {
  return {
    session({ attemptId }: Pick<BegunCharge, 'attemptId'>): StandInSession {
      const session = [...sessions.values()].find((one) => one.client_reference_id === attemptId);
      assert(session, 'the charge was begun');
      return session;
    },
    refund(refundId: string): StandInRefund {
      const refund = refunds.find(({ metadata }) => metadata.sluice_refund === refundId);
      assert(refund, 'the refund was made');
      return refund;
    },
  };
}

const moneyAtStripe = ({ amount, currency }: Money) => {
  const sent = toStripeAmount(amount, currency);
  assert(sent !== undefined);
  return { amount: sent, currency: currency.toLowerCase() };
};

function decline(session: StandInSession): void {
  assert(session.payment_intent);
  session.payment_intent.status = 'requires_payment_method';
}

function refundsOf(stripe: StripeStandIn, find: Finders): Refunds {
  const intentOf = (charge: BegunCharge): string =>
    find.session(charge).payment_intent?.id ?? assert.fail('it is paid');
  return {
    of: (charge) =>
      stripe.refunds
        .filter((one) => one.payment_intent === find.session(charge).payment_intent?.id)
        .map(({ amount, currency, status }) => ({
          amount: fromStripeAmount(amount, currency.toUpperCase()),
          currency: currency.toUpperCase(),
          failed: status === 'failed',
        })),
    arePending: (charge) => void stripe.account.refundsOf.set(intentOf(charge), 'pending'),
    areRefused: (charge) => void stripe.account.refundsOf.set(intentOf(charge), 'refused'),
    ends(_charge, refundId, how) {
      find.refund(refundId).status = how;
    },
    failsLate(_charge, refundId) {
      Object.assign(find.refund(refundId), { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    },
  };
}

function disputesOf(stripe: StripeStandIn, find: Finders): Disputes {
  const asOpened = ({ id }: { id: string }) => ({ id, reference: id });
  const amountOf = (id: string): number => (stripe.account.disputes.get(id) as { amount: number }).amount;
  return {
    opens(charge, amount) {
      const part = amount === undefined ? {} : { amount: moneyAtStripe({ ...charge, amount }).amount };
      return asOpened(stripe.dispute(find.session(charge).id, { ...part, fee }));
    },
    fee: { currency: 'EUR', charged: BigInt(fee) },
    inquires: (charge) => asOpened(stripe.dispute(find.session(charge).id, { taken: false })),
    isWon({ id }) {
      stripe.disputeMoves(id, amountOf(id));
      stripe.disputeEnds(id, 'won');
    },
    isLostAgain({ id }) {
      stripe.disputeMoves(id, -amountOf(id));
      stripe.disputeEnds(id, 'lost');
    },
    evidence: ({ id }) => evidenceAtStripe(stripe, id),
  };
}

/** In our words: by the fields of docs.stripe.com/api/disputes/evidence_object. */
function evidenceAtStripe({ account }: StripeStandIn, id: string): TakenEvidence[] {
  return account.submissions
    .filter(({ dispute }) => dispute === id)
    .map(({ evidence }) => {
      const texts: Record<string, string> = {};
      const files: TakenEvidence['files'][number][] = [];
      for (const [field, value] of Object.entries(evidence)) {
        const file = account.files.get(value);
        if (file === undefined) texts[ourTexts[field] ?? field] = value;
        else files.push({ ...file, purpose: (field === 'uncategorized_file' ? 'other' : field) as EvidencePurpose });
      }
      return { texts, files };
    });
}

const ourTexts: Readonly<Record<string, string>> = {
  uncategorized_text: 'explanation',
  refund_policy_disclosure: 'refund_policy',
  refund_refusal_explanation: 'refund_refusal',
  access_activity_log: 'access_log',
};

type Signing = Parameters<StripeStandIn['event']>[2];

function noticesOf(stripe: StripeStandIn, find: Finders): Notices {
  const sent = (type: string, object: object, options: Signing = {}): SentNotice => {
    const { payload, signature } = stripe.event(type, object, options);
    return { body: payload, headers: { 'stripe-signature': signature } };
  };
  const about = (subject: Subject, options?: Signing): SentNotice => {
    switch (subject.kind) {
      case 'charge': {
        const session = find.session(subject.charge);
        const ended = session.status === 'expired' ? 'expired' : 'completed';
        return sent(`checkout.session.${ended}`, session, options);
      }
      case 'refund': {
        const refund = find.refund(subject.refundId);
        return sent(refund.status === 'failed' ? 'refund.failed' : 'refund.updated', refund, options);
      }
      case 'dispute':
        return sent('charge.dispute.created', { id: subject.dispute.id }, options);
    }
  };
  return {
    about: (subject) => about(subject),
    provenBy: 'signature',
    tooOld: (subject) => about(subject, { ageSeconds: 301 }),
    bySomebodyElse: (subject) => about(subject, { secret: 'whsec_somebody_else' }),
    aboutNothing: () => sent('invoice.paid', { id: 'in_1', metadata: {} }),
    claimingPaid: (charge) =>
      sent('checkout.session.completed', { ...find.session(charge), status: 'complete', payment_status: 'paid' }),
  };
}

function outageOf({ control }: StripeStandIn, fault: Fault): Outage {
  return {
    starts() {
      control.fault = fault;
    },
    ends() {
      control.fault = undefined;
    },
  };
}

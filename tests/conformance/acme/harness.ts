/** The harness of the provider that faults are planted in. It offers everything. */
import assert from 'node:assert/strict';
import type { OpenedProvider, ProviderPackage } from '../../../src/features/providers/provider.ts';
import type { BegunCharge, Harness, Notices, OpenedDispute, Outage, Refunds, Subject } from '../harness.ts';
import {
  type Acme,
  type AcmeOutage,
  acmeFee,
  acmeKey,
  acmeSecret,
  confirmedCard,
  createAcme,
  sendNotice,
} from './account.ts';
import { type GoodProvider, openAcme } from './provider.ts';

/** What a faulty provider does otherwise. */
export type Plant = (good: GoodProvider, acme: Acme) => Partial<GoodProvider>;

/** What is planted now. */
export type Control = { plant: Plant | undefined };

export const createAcmeHarness = (control: Control) => async (): Promise<Harness> => {
  const acme = createAcme();
  const of = ({ attemptId }: BegunCharge) => acme.chargeOf(attemptId);
  const pay = (charge: BegunCharge) =>
    void Object.assign(of(charge), of(charge).isManual ? { state: 'held' } : { state: 'paid', paid: moneyOf(charge) });
  const becomes = (state: ReturnType<typeof of>['state']) => (charge: BegunCharge) =>
    void Object.assign(of(charge), { state });
  return {
    provider: { package: packageOf(acme, control), settings: { ACME_KEY: acmeKey, ACME_SECRET: acmeSecret } },
    asked(part) {
      if (part === 'customer.paysAtOnce') return { card: { number: '4242424242424242' } };
      return { card: { number: part === 'customer.isDeclinedAtOnce' ? '4000000000000002' : confirmedCard } };
    },
    customer: {
      pays: pay,
      paysLate: pay,
      paysOther: (charge, money) => void Object.assign(of(charge), { state: 'paid', paid: money }),
      isDeclined: becomes('declined'),
      leaves: becomes('ended'),
      confirms: pay,
      failsToConfirm: becomes('declined'),
      paysSlowly: becomes('slow'),
      arrives: pay,
      failsToArrive: becomes('declined'),
      paysAtOnce: true,
      isDeclinedAtOnce: true,
    },
    captures: {
      of: (charge) => ({ count: of(charge).captures, amount: of(charge).paid?.amount ?? 0n }),
      expires: becomes('ended'),
    },
    refunds: refundsOf(acme),
    disputes: {
      opens: (charge, amount = charge.amount) => opened(acme.dispute(of(charge).ref, { ...charge, amount }, 1)),
      fee: acmeFee,
      inquires: (charge) => opened(acme.dispute(of(charge).ref, charge, 0)),
      isWon: (dispute) => moves(acme, dispute, 'returns'),
      isLostAgain: (dispute) => moves(acme, dispute, 'withdrawals'),
      evidence: ({ id }) => findDispute(acme, id).submissions,
    },
    notices: noticesOf(acme),
    outages: {
      unreachable: outageOf(acme, 'unreachable'),
      broken: outageOf(acme, 'broken'),
      answerLost: outageOf(acme, 'answerLost'),
    },
    countCharges: (attemptId) => acme.charges.filter((one) => one.attemptId === attemptId).length,
    close() {},
  };
};

const moneyOf = ({ amount, currency }: BegunCharge) => ({ amount, currency });

const opened = ({ id, ref }: { id: string; ref: string }): OpenedDispute => ({ id, reference: ref });

function moves(acme: Acme, { id }: OpenedDispute, what: 'withdrawals' | 'returns'): void {
  const dispute = findDispute(acme, id);
  dispute[what] += 1;
  dispute.isDecided = true;
}

const findDispute = (acme: Acme, id: string) =>
  acme.disputes.find((one) => one.id === id) ?? assert.fail('the dispute was opened');

const calls = [
  'begin',
  'confirm',
  'close',
  'capture',
  'refund',
  'findRefund',
  'findDisputes',
  'submitEvidence',
  'readNotice',
] as const;

/** Each call goes to what is planted now. */
function packageOf(acme: Acme, control: Control): ProviderPackage {
  const good = openAcme(acme);
  const now = (): GoodProvider => ({ ...good, ...control.plant?.(good, acme) });
  const delegated = Object.fromEntries(calls.map((call) => [call, (request: never) => now()[call](request)]));
  const opened = {
    ...good,
    ...delegated,
    limits: {
      charge: (...all: Parameters<GoodProvider['limits']['charge']>) => now().limits.charge(...all),
      refund: (...all: Parameters<GoodProvider['limits']['refund']>) => now().limits.refund(...all),
    },
  } as OpenedProvider;
  const settings = ['ACME_KEY', 'ACME_SECRET'].map((name) => ({ name, pattern: /^a[ks]_\w+$/, mustBe: 'a key' }));
  return { name: 'acme', title: 'Acme', settings, open: async () => opened };
}

function refundsOf(acme: Acme): Refunds {
  const refundsAre = (how: 'pending' | 'refused') => (charge: BegunCharge) =>
    void Object.assign(acme.chargeOf(charge.attemptId), { refundsAre: how });
  const set = (refundId: string, status: 'succeeded' | 'failed') =>
    void Object.assign(acme.refunds.find(({ id }) => id === refundId) ?? assert.fail('it was made'), { status });
  return {
    of: (charge) =>
      acme.refunds
        .filter(({ ref }) => ref === acme.chargeOf(charge.attemptId).ref)
        .map(({ amount, currency, status }) => ({ amount, currency, failed: status === 'failed' })),
    arePending: refundsAre('pending'),
    areRefused: refundsAre('refused'),
    ends: (_charge, refundId, how) => set(refundId, how),
    failsLate: (_charge, refundId) => set(refundId, 'failed'),
  };
}

function noticesOf(acme: Acme): Notices {
  const dataOf = (subject: Subject): object => {
    const { ref } = acme.chargeOf(subject.charge.attemptId);
    const refund = subject.kind === 'refund' ? subject.refundId : undefined;
    return { type: subject.kind, ref, attempt: subject.charge.attemptId, refund };
  };
  return {
    about: (subject) => sendNotice(dataOf(subject)),
    provenBy: 'signature',
    tooOld: (subject) => sendNotice(dataOf(subject), { ageSeconds: 301 }),
    bySomebodyElse: (subject) => sendNotice(dataOf(subject), { secret: 'as_somebody_else' }),
    aboutNothing: () => sendNotice({ type: 'payout' }),
    claimingPaid: (charge) => sendNotice({ ...dataOf({ kind: 'charge', charge }), paid: true }),
  };
}

function outageOf(acme: Acme, outage: AcmeOutage): Outage {
  return {
    starts() {
      acme.outage = outage;
    },
    ends() {
      acme.outage = undefined;
    },
  };
}

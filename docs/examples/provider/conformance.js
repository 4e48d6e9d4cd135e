/**
 * Example Pay's side in Sluice's conformance suite: what its customers, and their banks, do in the stand-in.
 *
 * @import { BegunCharge, Harness, Subject } from 'sluice/conformance'
 */
import { fromUnits, toUnits } from './amounts.js';
import examplePay from './index.js';
import { startStandIn } from './stand-in.js';

const fee = { currency: 'EUR', charged: 1_500n };

/** @returns {Promise<Harness>} */
export default async function createHarness() {
  const there = await startStandIn();
  const paymentOf = (/** @type {{ attemptId: string }} */ charge) => there.payments.get(charge.attemptId);
  /** @type {(charge: BegunCharge, facts: object) => void} */
  const becomes = (charge, facts) => void Object.assign(paymentOf(charge), facts);
  /** @type {(charge: BegunCharge) => void} */
  const pays = (charge) => becomes(charge, { status: 'paid', last4: '4242', email: 'ada@example.com' });

  /** @type {(subject: Subject) => object} */
  function eventOf(subject) {
    const { id, reference } = paymentOf(subject.charge);
    if (subject.kind === 'charge') return { type: 'payment', id, reference };
    if (subject.kind === 'refund') return { type: 'refund', id: 'any', reference: subject.refundId };
    return { type: 'dispute', id: subject.dispute.id, reference };
  }

  /** @type {(charge: BegunCharge, moves: string[], amount?: bigint) => { id: string, reference: string }} */
  function dispute({ attemptId, currency, ...charge }, moves, amount = charge.amount) {
    const id = `dispute_${there.disputes.size}`;
    there.disputes.set(id, {
      id,
      payment: attemptId,
      amount: toUnits(amount, currency),
      currency,
      moves,
      fee: { currency: fee.currency, charged: toUnits(fee.charged, fee.currency), returned: '0' },
      status: 'evidence_needed',
      reason: 'fraudulent',
      due: '2031-03-10T00:00:00Z',
    });
    return { id, reference: id };
  }

  /** @type {(kind: Parameters<typeof there.setOutage>[0]) => { starts(): void, ends(): void }} */
  const outage = (kind) => ({ starts: () => there.setOutage(kind), ends: () => there.setOutage(undefined) });

  return {
    provider: { package: examplePay, settings: there.settings },
    currencies: ['EUR', 'JPY', 'HUF'],
    customer: {
      pays,
      paysLate: pays,
      paysOther(charge, { amount, currency }) {
        pays(charge);
        becomes(charge, { amount: toUnits(amount, currency), currency });
      },
      isDeclined: (charge) => becomes(charge, { status: 'failed' }),
      leaves: (charge) => becomes(charge, { status: 'expired' }),
      paysSlowly: (charge) => becomes(charge, { status: 'working' }),
      arrives: pays,
      failsToArrive: (charge) => becomes(charge, { status: 'failed' }),
    },
    refunds: {
      of: ({ attemptId }) =>
        [...there.refunds.values()]
          .filter(({ payment }) => payment === attemptId)
          .map(({ amount, currency, status }) => ({
            amount: fromUnits(amount, currency),
            currency,
            failed: status === 'failed',
          })),
      arePending: (charge) => becomes(charge, { refundsWait: true }),
      areRefused: (charge) => becomes(charge, { refuses: true }),
      ends(_charge, refundId, how) {
        const ended = how === 'succeeded' ? { status: 'done' } : { status: 'failed', failure: 'account_closed' };
        Object.assign(there.refunds.get(refundId), ended);
      },
      failsLate(_charge, refundId) {
        Object.assign(there.refunds.get(refundId), { status: 'failed', failure: 'account_closed' });
      },
    },
    disputes: {
      fee,
      opens: (charge, amount) => dispute(charge, ['withdrawn'], amount),
      inquires: (charge) => dispute(charge, []),
      isWon({ id }) {
        const won = there.disputes.get(id);
        Object.assign(won, { moves: [...won.moves, 'returned'], status: 'won', due: null });
      },
      isLostAgain({ id }) {
        const lost = there.disputes.get(id);
        Object.assign(lost, { moves: [...lost.moves, 'withdrawn'], status: 'lost', due: null });
      },
    },
    notices: {
      provenBy: 'signature',
      about: (subject) => there.sign(eventOf(subject)),
      tooOld: (subject) => there.sign(eventOf(subject), { ageSeconds: 3_600 }),
      bySomebodyElse: (subject) => there.sign(eventOf(subject), { secret: 'sign_of_somebody_else' }),
      aboutNothing: () => there.sign({ type: 'payout', id: 'payout_1', reference: 'monthly' }),
      claimingPaid: (charge) => there.sign({ ...eventOf({ kind: 'charge', charge }), status: 'paid' }),
    },
    outages: {
      unreachable: outage('unreachable'),
      broken: outage('broken'),
      answerLost: outage('answer lost'),
    },
    countCharges: (attemptId) => (there.payments.has(attemptId) ? 1 : 0),
    close: () => there.close(),
  };
}

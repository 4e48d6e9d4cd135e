/** Mollie, with the stand-in for its API: the customer pays on its page, and their bank does what the suite wants. */
import assert from 'node:assert/strict';
import { fromMollieAmount, toMollieAmount } from '../../../src/features/providers/mollie/amounts.ts';
import { mollie as molliePackage } from '../../../src/features/providers/mollie/index.ts';
import { noticeAddressOf } from '../../../src/features/providers/mollie/notices.ts';
import type { MollieAmount, StandInPayment, StandInRefund } from '../../support/mollie-account.ts';
import { type MollieStandIn, startMollieStandIn } from '../../support/mollie-stand-in.ts';
import type { BegunCharge, Disputes, Harness, Money, Notices, Outage, Refunds, SentNotice } from '../harness.ts';

export default async function createMollieHarness(): Promise<Harness> {
  const mollie = await startMollieStandIn();
  const find = createFinders(mollie);
  const { open } = mollie.configured.package;
  const pays = (charge: BegunCharge) => void mollie.pay(find.payment(charge).id);
  return {
    provider: { package: { ...molliePackage, open }, settings: { MOLLIE_API_KEY: mollie.settings.apiKey } },
    currencies: ['EUR', 'JPY'],
    customer: {
      pays,
      paysLate: pays,
      paysOther: (charge, money) => void mollie.pay(find.payment(charge).id, moneyAtMollie(money)),
      isDeclined: (charge) => void mollie.ends(find.payment(charge).id, 'failed'),
      leaves: (charge) => void mollie.ends(find.payment(charge).id, 'expired'),
      failsToConfirm(charge) {
        mollie.ends(find.payment(charge).id, 'failed', { failureReason: 'authentication_failed' });
      },
      paysSlowly: (charge) => void mollie.ends(find.payment(charge).id, 'pending'),
      arrives: pays,
      failsToArrive: (charge) => void mollie.ends(find.payment(charge).id, 'failed'),
    },
    captures: {
      of(charge) {
        const made = mollie.captures.filter(({ paymentId }) => paymentId === find.payment(charge).id);
        return {
          count: made.length,
          amount: made.reduce((sum, { amount }) => sum + fromMollieAmount(amount).amount, 0n),
        };
      },
      expires: (charge) => void mollie.ends(find.payment(charge).id, 'expired'),
    },
    refunds: refundsOf(mollie, find),
    disputes: disputesOf(mollie, find),
    notices: noticesOf(find),
    outages: {
      unreachable: outageOf(mollie, () => ({ calls: /./, status: 0, cuts: Number.POSITIVE_INFINITY })),
      broken: outageOf(mollie, () => ({ calls: /./, status: 502, body: '<html>Bad gateway</html>' })),
      answerLost: outageOf(mollie, () => ({ calls: /POST|DELETE/, status: 504, lost: true })),
    },
    countCharges: (attemptId) =>
      [...mollie.payments.values()].filter((one) => isMarked(one, 'sluice_attempt', attemptId)).length,
    close: () => mollie.close(),
  };
}

type Finders = ReturnType<typeof createFinders>;

const isMarked = ({ metadata }: { metadata: unknown }, key: string, id: string): boolean =>
  (metadata as Record<string, unknown>)[key] === id;

function createFinders({ payments, refunds }: MollieStandIn) {
  return {
    payment({ attemptId }: Pick<BegunCharge, 'attemptId'>): StandInPayment {
      const payment = [...payments.values()].find((one) => isMarked(one, 'sluice_attempt', attemptId));
      assert(payment, 'the charge was begun');
      return payment;
    },
    refund(refundId: string): StandInRefund {
      const refund = refunds.find((one) => isMarked(one, 'sluice_refund', refundId));
      assert(refund, 'the refund was made');
      return refund;
    },
  };
}

const moneyAtMollie = ({ amount, currency }: Money): MollieAmount =>
  toMollieAmount(amount, currency) ?? assert.fail('Mollie takes the currency');

const failed: readonly StandInRefund['status'][] = ['failed', 'canceled'];

function refundsOf(mollie: MollieStandIn, find: Finders): Refunds {
  return {
    of: (charge) =>
      mollie.refunds
        .filter(({ paymentId }) => paymentId === find.payment(charge).id)
        .map(({ amount, status }) => ({ ...fromMollieAmount(amount), failed: failed.includes(status) })),
    arePending: (charge) => void mollie.account.refundsOf.set(find.payment(charge).id, 'queued'),
    areRefused: (charge) => void mollie.account.refundsOf.set(find.payment(charge).id, 'refused'),
    ends(_charge, refundId, how) {
      find.refund(refundId).status = how === 'succeeded' ? 'refunded' : 'canceled';
    },
    failsLate(_charge, refundId) {
      find.refund(refundId).status = 'failed';
    },
  };
}

function disputesOf(mollie: MollieStandIn, find: Finders): Disputes {
  return {
    opens(charge, amount) {
      const { id } = find.payment(charge);
      const part = amount === undefined ? {} : { value: moneyAtMollie({ ...charge, amount }).value };
      const chargeback = mollie.chargeBack(id, part);
      return { id: `${id}.${chargeback.id}`, reference: id };
    },
    isWon({ id }) {
      const chargeback = mollie.chargebacks.find((one) => id === `${one.paymentId}.${one.id}`);
      assert(chargeback, 'the dispute was opened');
      mollie.reverse(chargeback);
    },
  };
}

function noticesOf(find: Finders): Notices {
  const sent = (address: string, id: string): SentNotice => ({
    body: `id=${id}`,
    headers: {},
    query: Object.fromEntries(new URL(address).searchParams),
  });
  const about = (charge: BegunCharge): SentNotice => {
    const { webhookUrl, id } = find.payment(charge);
    return sent(webhookUrl, id);
  };
  return {
    // The same whatever has changed.
    about: ({ charge }) => about(charge),
    provenBy: 'secret',
    bySomebodyElse({ charge }) {
      const { webhookUrl, id } = find.payment(charge);
      const bare = webhookUrl.split('?')[0] as string;
      return sent(noticeAddressOf(bare, 'live_somebody_else', charge.attemptId), id);
    },
    claimingPaid: (charge) => about(charge),
  };
}

function outageOf({ control }: MollieStandIn, faultOf: () => MollieStandIn['control']['fault']): Outage {
  return {
    starts() {
      control.fault = faultOf();
    },
    ends() {
      control.fault = undefined;
    },
  };
}

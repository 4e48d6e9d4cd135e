/** The simulator: the card that a customer enters decides what becomes of a charge, and the clock when. */
import assert from 'node:assert/strict';
import { sendNotices } from '../../../src/features/providers/simulator/send-notices.ts';
import { findCharge, findRefundsOf } from '../../../src/features/providers/simulator/simulator.repository.ts';
import { disputeIdOf } from '../../../src/features/providers/simulator/simulator.ts';
import { type TestCardBehavior, testCards } from '../../../src/features/providers/simulator/test-cards.ts';
import { createNoticeHandler } from '../../../src/features/refunds/provider-notices.ts';
import type { Asked, BegunCharge, Disputes, Harness, Outage, Part, Refunds, ServiceUnderTest } from '../harness.ts';

const cardsOf: Partial<Record<Part, TestCardBehavior>> = {
  'customer.paysAtOnce': 'succeeds',
  'customer.isDeclinedAtOnce': 'declined',
  'customer.paysSlowly': 'completes_later',
  'customer.paysLate': 'captured_late',
  'customer.failsToConfirm': 'confirmation_fails',
  'refunds.arePending': 'refund_pending',
  'refunds.areRefused': 'refund_refused',
  'refunds.failsLate': 'refund_fails_later',
  disputes: 'dispute_lost',
  'disputes.fee': 'dispute_lost',
  'disputes.inquires': 'inquiry',
  'disputes.isWon': 'dispute_won',
  'disputes.isLostAgain': 'dispute_lost_again',
  'outages.unreachable': 'unreachable',
  'outages.answerLost': 'answer_lost',
};

function cardOf(behavior: TestCardBehavior): Asked {
  const found = testCards.find((one) => one.behavior === behavior) ?? assert.fail('each behavior has a card');
  return { method: 'card', card: { number: found.number } };
}

/** What docs/test-cards.md, "What each card does" says of each, in seconds after the payment or the refund. */
const after = { completed: 5, capturedLate: 600, refundChanged: 600, disputed: 60, won: 600, lostAgain: 1_200 };

export default async function createSimulatorHarness(): Promise<Harness> {
  const side = createSide();
  return {
    provider: 'simulator',
    attach: side.attach,
    asked: (part) => cardOf(cardsOf[part] ?? 'needs_confirmation'),
    customer: {
      pays: (charge) => side.answer(charge, true),
      isDeclined: (charge) => side.answer(charge, false),
      confirms: (charge) => side.answer(charge, true),
      // By the card, although the customer does.
      failsToConfirm: (charge) => side.answer(charge, true),
      leaves: (charge) => side.waitForEnd(charge),
      paysSlowly() {},
      arrives: (charge) => side.wait(charge, after.completed),
      paysLate: (charge) => side.wait(charge, after.capturedLate),
      paysAtOnce: true,
      isDeclinedAtOnce: true,
    },
    captures: {
      async of({ attemptId }) {
        const charge = await findCharge(side.service().db, attemptId);
        return { count: charge?.capturedAt ? 1 : 0, amount: charge?.capturedAmount ?? 0n };
      },
      expires: (charge) => side.waitForHold(charge),
    },
    refunds: refundsOf(side),
    disputes: disputesOf(side),
    outages: { unreachable: atBegin, answerLost: atBegin },
    sendNotices: side.sendNotices,
    countCharges: async (attemptId) => ((await findCharge(side.service().db, attemptId)) === undefined ? 0 : 1),
    close() {},
  };
}

/** By the card. */
const atBegin: Outage = { calls: ['begin'], starts() {}, ends() {} };

type Side = ReturnType<typeof createSide>;

function createSide() {
  let attached: ServiceUnderTest | undefined;
  const service = (): ServiceUnderTest => attached ?? assert.fail('the service is there');
  const forward = (to: Date | null | undefined): void => {
    const { clock } = service();
    const ms = (to?.getTime() ?? 0) - clock.now(0n, 'live').getTime();
    if (ms > 0) clock.advance(Math.ceil(ms / 1_000));
  };
  const find = ({ attemptId }: BegunCharge) => findCharge(service().db, attemptId);
  return {
    service,
    attach(to: ServiceUnderTest): void {
      attached = to;
    },
    answer: ({ attemptId }: BegunCharge, isApproved: boolean) => service().simulator.answer(attemptId, isApproved),
    /** Until so many seconds after the payment. */
    async wait(charge: BegunCharge, seconds: number): Promise<void> {
      const begunAt = (await find(charge))?.begunAt?.getTime() ?? 0;
      forward(new Date(begunAt + seconds * 1_000));
    },
    async waitForEnd(charge: BegunCharge): Promise<void> {
      forward((await find(charge))?.endsAt);
    },
    async waitForHold(charge: BegunCharge): Promise<void> {
      forward((await find(charge))?.capturableUntil);
    },
    async sendNotices(): Promise<void> {
      const { db, clock } = service();
      await sendNotices({ db, clock, onNotice: createNoticeHandler({ db }) }, (error) => {
        throw error;
      });
    },
  };
}

function refundsOf({ service }: Side): Refunds {
  const wait = () => service().clock.advance(after.refundChanged);
  return {
    async of({ attemptId, providerRef, currency }) {
      const { db, simulator } = service();
      const made = await findRefundsOf(db, attemptId);
      return Promise.all(
        made.map(async ({ id: refundId, amount }) => {
          const found = await simulator.findRefund?.({ refundId, attemptId, providerRef, amount, currency });
          return { amount, currency, failed: found?.kind === 'failed' };
        }),
      );
    },
    arePending() {},
    pendingFails: false,
    ends: wait,
    areRefused() {},
    failsLate: wait,
  };
}

function disputesOf({ wait }: Side): Disputes {
  const opened = async (charge: BegunCharge) => {
    await wait(charge, after.disputed);
    const id = disputeIdOf(charge.attemptId);
    disputed.set(id, charge);
    return { id, reference: id };
  };
  const disputed = new Map<string, BegunCharge>();
  const waitFor = ({ id }: { id: string }, seconds: number) =>
    wait(disputed.get(id) ?? assert.fail('the dispute was opened'), seconds);
  return {
    opens: opened,
    ofParts: false,
    fee: { currency: 'EUR', charged: 1_500n },
    inquires: opened,
    isWon: (dispute) => waitFor(dispute, after.won),
    isLostAgain: (dispute) => waitFor(dispute, after.lostAgain),
  };
}

/** The simulator: the card that a customer enters decides what becomes of a charge. */
import assert from 'node:assert/strict';
import type { Asked, Harness, Part, ServiceUnderTest } from '../harness.ts';

const card = (number: string): Asked => ({ method: 'card', card: { number } });

const confirmed = card('4000000000003220');
const askedFor: Partial<Record<Part, Asked>> = {
  'customer.paysAtOnce': card('4242424242424242'),
  'customer.isDeclinedAtOnce': card('4000000000000002'),
  'customer.paysSlowly': card('4000000000000077'),
};

const laterSeconds = 5;

export default async function createSimulatorHarness(): Promise<Harness> {
  let service: ServiceUnderTest | undefined;
  const attached = (): ServiceUnderTest => {
    assert(service, 'the service is there');
    return service;
  };
  const answer = async ({ attemptId }: { attemptId: string }, isApproved: boolean) =>
    attached().simulator.answer(attemptId, isApproved);
  return {
    provider: 'simulator',
    attach(to) {
      service = to;
    },
    asked: (part) => askedFor[part] ?? confirmed,
    customer: {
      pays: (charge) => answer(charge, true),
      isDeclined: (charge) => answer(charge, false),
      confirms: (charge) => answer(charge, true),
      failsToConfirm: (charge) => answer(charge, false),
      // By the card alone.
      paysSlowly() {},
      arrives: () => attached().clock.advance(laterSeconds),
      paysAtOnce: true,
      isDeclinedAtOnce: true,
    },
    refunds: {},
    async countCharges(attemptId) {
      const { db } = attached();
      return (await db.selectFrom('simulatorCharges').select('id').where('id', '=', attemptId).execute()).length;
    },
    close() {},
  };
}

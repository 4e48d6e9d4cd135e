/**
 * The built-in provider of test mode: simulates a card acquirer and an online wallet, stores its charges and moves no
 * money. Must never be offered in live mode.
 */
import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import type { AmountLimits, BeginResult, ChargeRequest, ChargeState, Provider } from '../provider.ts';
import { endCharge, findCharge, insertCharge, type SimulatedCharge } from './simulator.repository.ts';
import { behaviorOf, type TestCardBehavior } from './test-cards.ts';

const completesAfterMs = 5_000;

/** The path of the confirmation step, under the payment's page. */
const confirmationPath = '/confirm';

export type Simulator = Provider & {
  /** Records the customer's decision at the confirmation step. */
  answer(attemptId: string, approved: boolean): Promise<void>;
};

/** @param limits those of the live provider, so that test mode accepts what live mode will. */
export function createSimulator({
  db,
  clock,
  limits,
}: {
  db: Database;
  clock: Clock;
  limits?: AmountLimits | undefined;
}): Simulator {
  const now = (): Date => clock.now(0n, 'test');

  async function begin(request: ChargeRequest): Promise<BeginResult> {
    if (request.mode !== 'test') throw new AppError('forbidden');
    const behavior = request.method === 'onlinewallet' ? 'needs_confirmation' : behaviorOf(request.card?.number ?? '');
    const asDeclined = declineOf(behavior);
    if (asDeclined !== undefined) return { ...asDeclined, providerRef: null };
    const later = behavior === 'completes_later';
    const charge = await insertCharge(db, {
      id: request.attemptId,
      status: behavior === 'succeeds' ? 'succeeded' : 'open',
      amount: request.amount,
      currency: request.currency,
      cardLastFour: request.card?.number.slice(-4) ?? null,
      completesAt: later ? new Date(now().getTime() + completesAfterMs) : null,
    });
    if (charge.status === 'open' && !later) {
      return { kind: 'continue', address: `${request.returnAddress}${confirmationPath}`, providerRef: charge.id };
    }
    return { ...stateOf(charge, now()), providerRef: charge.id };
  }

  async function confirm({ attemptId }: { attemptId: string }): Promise<ChargeState> {
    const charge = await findCharge(db, attemptId);
    return charge === undefined ? { kind: 'declined', reason: 'abandoned' } : stateOf(charge, now());
  }

  return {
    name: 'simulator',
    title: 'Simulator',
    methods: ['card', 'onlinewallet'],
    limits,
    acceptsCard: (number) => behaviorOf(number) !== undefined,
    begin,
    confirm,
    async close({ attemptId }) {
      const charge = await findCharge(db, attemptId);
      // A charge that completes by itself cannot be canceled: the money may already be in transit.
      if (charge !== undefined && charge.completesAt === null) await endCharge(db, attemptId, 'closed');
      return confirm({ attemptId });
    },
    async answer(attemptId, approved) {
      await endCharge(db, attemptId, approved ? 'succeeded' : 'declined');
    },
    refund: async () => ({ kind: 'succeeded' }),
  };
}

function declineOf(behavior: TestCardBehavior | undefined): ChargeState | undefined {
  switch (behavior) {
    case undefined:
    case 'declined':
      return { kind: 'declined', reason: 'declined' };
    case 'insufficient_funds':
    case 'processing_error':
      return { kind: 'declined', reason: behavior };
    default:
      return undefined;
  }
}

function stateOf(charge: SimulatedCharge, now: Date): ChargeState {
  const completed = charge.completesAt !== null && charge.completesAt <= now;
  if (charge.status === 'succeeded' || (charge.status === 'open' && completed)) {
    const { amount, currency, cardLastFour } = charge;
    return { kind: 'succeeded', amount, currency, cardLastFour, payerEmail: null };
  }
  if (charge.status === 'open') return { kind: 'pending' };
  return { kind: 'declined', reason: charge.status === 'declined' ? 'not_confirmed' : 'abandoned' };
}

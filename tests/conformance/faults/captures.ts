/** Faults of captures. */
import type { ChargeState } from '../../../src/features/providers/provider.ts';
import type { Acme } from '../acme/account.ts';
import { type Fault, service } from './fault.ts';

const chargeFor = (acme: Acme, attemptId: string) => acme.charges.find((one) => one.attemptId === attemptId);

const inService = {
  posted: 'a payment with capture manual is authorized, and posted when it is captured',
  lost: 'a capture whose answer was lost is completed by the sweep',
  voided: 'an authorized payment that is canceled is voided',
};

/** Of the fault that captures again. */
const captured = new WeakSet<object>();

const declined: ChargeState = { kind: 'declined', reason: 'abandoned' };

export const captureFaults: readonly Fault[] = [
  {
    does: 'takes the money of a charge that is to be captured later',
    plant: (good) => ({ begin: (request) => good.begin({ ...request, capture: 'automatic' }) }),
    seenBy: ['a charge with capture manual is only authorized by its customer', ...service(inService.posted)],
  },
  {
    does: 'always captures in full',
    plant: (good, acme) => ({
      capture: (request) =>
        good.capture({ ...request, amount: chargeFor(acme, request.attemptId)?.amount ?? request.amount }),
    }),
    seenBy: [
      'an authorized charge is captured in part, and tells what was captured',
      'more than was authorized is not captured',
      'what was captured in part can be refunded, and no more',
      ...service(inService.posted),
    ],
  },
  {
    does: 'tells what was authorized as what was captured',
    plant: (good, acme) => ({
      async confirm(key) {
        const state = await good.confirm(key);
        const charge = chargeFor(acme, key.attemptId);
        return state.kind === 'succeeded' && charge?.isManual ? { ...state, amount: charge.amount } : state;
      },
    }),
    seenBy: ['an authorized charge is captured in part, and tells what was captured'],
  },
  {
    does: 'captures again whenever it is asked',
    plant: (good, acme) => ({
      async capture(request) {
        const charge = chargeFor(acme, request.attemptId);
        const isFirst = charge === undefined || !captured.has(charge);
        if (charge !== undefined) captured.add(charge);
        const state = await good.capture(request);
        if (isFirst || charge?.paid === undefined || !charge.isManual) return state;
        charge.captures += 1;
        charge.paid = { ...charge.paid, amount: charge.paid.amount + request.amount };
        return good.confirm(request);
      },
    }),
    seenBy: [
      'a charge is captured once, whatever is asked for then',
      'a charge is captured once by calls at the same time',
      'a capture whose answer was lost is made once',
      ...service(inService.lost),
    ],
  },
  {
    does: 'answers a capture that it has made already with “declined”',
    plant: (good, acme) => ({
      async capture(request) {
        return chargeFor(acme, request.attemptId)?.state === 'paid' ? declined : good.capture(request);
      },
    }),
    seenBy: [
      'a charge is captured once, whatever is asked for then',
      'a capture whose answer was lost is made once',
      ...service(inService.lost),
    ],
  },
  {
    does: 'answers an outage of capture with “declined”',
    plant: (good) => ({ capture: (request) => good.capture(request).catch(() => declined) }),
    seenBy: [
      'capture throws while the provider is unreachable',
      'capture throws while the provider is broken',
      'a capture whose answer was lost is made once',
      ...service(inService.lost),
    ],
  },
  {
    does: 'does not void what was authorized',
    plant: (good, acme) => ({
      close: (key) => (chargeFor(acme, key.attemptId)?.state === 'held' ? good.confirm(key) : good.close(key)),
    }),
    seenBy: ['close voids an authorized charge, which can’t be captured then', ...service(inService.voided)],
  },
  {
    does: 'captures what was voided or has expired',
    plant: (good, acme) => ({
      async capture(request) {
        const charge = chargeFor(acme, request.attemptId);
        if (charge?.state === 'ended') charge.state = 'held';
        return good.capture(request);
      },
    }),
    seenBy: [
      'close voids an authorized charge, which can’t be captured then',
      'an authorization whose time is over is declined, and captured no more',
    ],
  },
  {
    does: 'says of a captured charge that close has voided it',
    plant: (good, acme) => ({
      close: async (key) => (chargeFor(acme, key.attemptId)?.captures ? declined : good.close(key)),
    }),
    seenBy: ['close tells of a charge that was captured that it was'],
  },
  {
    does: 'never says that a capture was made',
    plant: (good) => ({
      async capture(request) {
        await good.capture(request);
        return { kind: 'pending' };
      },
    }),
    seenBy: ['an authorized charge is captured in full', ...service(inService.posted)],
  },
];

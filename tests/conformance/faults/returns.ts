/** Faults of refunds and disputes. */
import type { Dispute, RefundResult } from '../../../src/features/providers/provider.ts';
import type { Plant } from '../acme/harness.ts';
import { type Fault, service } from './fault.ts';

const succeeded: RefundResult = { kind: 'succeeded' };

const tellingOfRefunds =
  (change: (result: RefundResult) => RefundResult): Plant =>
  (good) => ({ refund: async (request) => change(await good.refund(request)) });

/** A refund for each call. */
const refundAgain: Plant = (_good, acme) => ({
  refund: (request) =>
    acme.call('write', () => {
      const charge = acme.chargeOf(request.attemptId);
      acme.refund(request.refundId, charge.ref, request, 'succeeded');
      return succeeded;
    }),
});

const made: Fault[] = [
  {
    does: 'refunds with each call',
    plant: refundAgain,
    seenBy: [
      'a refund is made once, however often it is asked for',
      'a refund is made once by calls at the same time',
      'a refund whose answer was lost is made once',
      'refunds are never more than the charge',
      'a refund that fails after it had succeeded has failed, and is not made again',
      ...service('a refund whose answer was lost is made once, by the sweep'),
    ],
  },
  {
    does: 'looks for a refund before it makes one, and forgets those under way',
    plant: (good, acme) => ({
      async refund(request) {
        const known = acme.refunds.some(({ id }) => id === request.refundId);
        await Promise.resolve();
        return known ? good.refund(request) : (refundAgain(good, acme).refund?.(request) as Promise<RefundResult>);
      },
    }),
    seenBy: ['a refund is made once by calls at the same time'],
  },
  {
    does: 'takes two refunds of one amount for one',
    plant: (good, acme) => ({
      async refund(request) {
        const { ref } = acme.chargeOf(request.attemptId);
        const alike = acme.refunds.some((one) => one.ref === ref && one.amount === request.amount);
        return alike ? succeeded : good.refund(request);
      },
    }),
    seenBy: ['refunds of the same amount with different ids are different refunds'],
  },
  {
    does: 'takes all refunds of a charge for one',
    plant: (good, acme) => ({
      async refund(request) {
        const { ref } = acme.chargeOf(request.attemptId);
        return acme.refunds.some((one) => one.ref === ref) ? succeeded : good.refund(request);
      },
    }),
    seenBy: service('a payment is refunded in parts, until nothing is left'),
  },
  {
    does: 'refunds what nobody has paid',
    plant: (good, acme) => ({
      refund: async (request) =>
        acme.chargeOf(request.attemptId).paid === undefined ? succeeded : good.refund(request),
    }),
    seenBy: ['a charge that nobody has paid is not refunded'],
  },
  {
    does: 'refunds whole units alone',
    plant: (good) => ({
      refund: (request) =>
        good.refund({ ...request, amount: request.amount - (request.amount % 100n) || request.amount }),
    }),
    seenBy: ['a refund comes back exactly, in each currency, up to the last of it'],
  },
  {
    does: 'keeps the last of a charge where a part could not be so small',
    plant: ({ limits, refund }) => ({
      limits: {
        ...limits,
        refund: (amount, currency) => (amount < 50n ? { kind: 'min', amount: 50n } : limits.refund(amount, currency)),
      },
      refund: async (request) => (request.amount < 50n ? { kind: 'failed', reason: 'amount' } : refund(request)),
    }),
    seenBy: ['a refund comes back exactly, in each currency, up to the last of it'],
  },
  {
    does: 'refunds what its limits refuse',
    plant: refundAgain,
    seenBy: ['a part that limits refuses is not refunded'],
  },
];

const followed: Fault[] = [
  {
    does: 'says of a refund under way that it succeeded',
    plant: tellingOfRefunds((result) => (result.kind === 'pending' ? succeeded : result)),
    seenBy: [
      'a refund that is pending has succeeded once the provider says so',
      'a refund that is pending has failed once the provider says so',
      ...service(
        'a refund that is pending is followed until it has succeeded',
        'a refund that is pending is followed until it has failed',
      ),
    ],
  },
  {
    does: 'says of a refund that failed that it is under way',
    plant: tellingOfRefunds((result) => (result.kind === 'failed' ? { kind: 'pending' } : result)),
    seenBy: [
      'a refund that the provider refuses has failed, and moved nothing',
      'a refund that is pending has failed once the provider says so',
      ...service(
        'a refund that the provider refuses is posted back',
        'a refund that is pending is followed until it has failed',
      ),
    ],
  },
  {
    does: 'says of a refund that it made that it was refused',
    plant: (good, acme) => ({
      async refund(request) {
        const result = await good.refund(request);
        const { ref } = acme.chargeOf(request.attemptId);
        if (result.kind === 'failed') acme.refund(request.refundId, ref, request, 'succeeded');
        return result;
      },
    }),
    seenBy: ['a refund that the provider refuses has failed, and moved nothing'],
  },
  {
    does: 'believes that what succeeded stays so',
    plant: () => ({ findRefund: async () => succeeded }),
    seenBy: [
      'a refund that fails after it had succeeded has failed, and is not made again',
      'looking for a refund makes none',
      ...service('a refund that fails after it had succeeded is posted back'),
    ],
  },
  {
    does: 'makes a refund when it is to look for one',
    plant: (good) => ({ findRefund: (request) => good.refund(request) }),
    seenBy: ['looking for a refund makes none'],
  },
];

const tellingOfDisputes =
  (change: (dispute: Dispute) => Dispute): Plant =>
  (good) => ({ findDisputes: async (reference) => (await good.findDisputes(reference)).map(change) });

const disputes: Fault[] = [
  {
    does: 'counts the first withdrawal of a dispute alone',
    plant: tellingOfDisputes((dispute) => ({ ...dispute, withdrawals: 1, returns: 0 })),
    seenBy: [
      'a dispute that is won returned what it withdrew',
      'a dispute that is lost again withdrew twice',
      ...service('a dispute that is won is posted back', 'a dispute that was won is lost again'),
    ],
  },
  {
    does: 'takes an inquiry for a dispute',
    plant: (good, acme) => ({
      async findDisputes(reference) {
        const asking = acme.disputes.filter((one) => one.ref === reference && one.withdrawals === 0);
        for (const one of asking) one.withdrawals = 1;
        const found = await good.findDisputes(reference);
        for (const one of asking) one.withdrawals = 0;
        return found;
      },
    }),
    seenBy: ['a dispute that only asks withdrew nothing', ...service('a dispute that only asks takes nothing')],
  },
  {
    does: 'tells the whole charge of each dispute',
    plant: (good, acme) => ({
      findDisputes: async (reference) =>
        (await good.findDisputes(reference)).map((one) => ({ ...one, amount: acme.chargeOf(one.attemptId).amount })),
    }),
    seenBy: ['a dispute of a part withdraws that part'],
  },
  {
    does: 'finds a dispute by its charge alone',
    plant: (good) => ({
      findDisputes: async (reference) => (reference.startsWith('dp_') ? [] : good.findDisputes(reference)),
    }),
    seenBy: ['a dispute is found by its own id'],
  },
  {
    does: 'finds no dispute',
    plant: () => ({ findDisputes: async () => [] }),
    seenBy: [
      'a dispute names its attempt and what was withdrawn',
      ...service(
        'a dispute takes the money once, however often it is told',
        'a dispute told before its payment was noticed takes what came in first',
      ),
    ],
  },
  {
    does: 'names a dispute otherwise each time',
    plant: tellingOfDisputes((dispute) => ({ ...dispute, id: `${dispute.id}_${Math.random()}` })),
    seenBy: service('a dispute takes the money once, however often it is told'),
  },
  {
    does: 'keeps quiet about its fee',
    plant: tellingOfDisputes((dispute) => ({ ...dispute, fee: undefined })),
    seenBy: ['a dispute tells its fee', ...service('a dispute’s fee is the service’s')],
  },
];

export const returnFaults: readonly Fault[] = [...made, ...followed, ...disputes];

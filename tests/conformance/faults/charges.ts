/** Faults of charges and their amounts. */
import type { BeginResult, ChargeKey, ChargeState } from '../../../src/features/providers/provider.ts';
import type { Acme } from '../acme/account.ts';
import type { Plant } from '../acme/harness.ts';
import { type Fault, service } from './fault.ts';

const pending: ChargeState = { kind: 'pending' };
const abandoned: ChargeState = { kind: 'declined', reason: 'abandoned' };

/** `confirm` and `close` tell something else than what is. */
const telling =
  (
    change: (state: ChargeState, key: ChargeKey, acme: Acme) => ChargeState,
    calls: readonly ('confirm' | 'close')[] = ['confirm', 'close'],
  ): Plant =>
  (good, acme) =>
    Object.fromEntries(calls.map((call) => [call, async (key: ChargeKey) => change(await good[call](key), key, acme)]));

const chargeFor = (acme: Acme, { attemptId }: ChargeKey) => acme.charges.find((one) => one.attemptId === attemptId);

/** A charge for each call, whatever the attempt. */
const beginAgain: Plant = (_good, acme) => ({
  begin: (request) =>
    acme.call('write', (): BeginResult => {
      const { ref: providerRef } = acme.create(request);
      return { kind: 'continue', address: 'https://acme.test/', providerRef };
    }),
});

const begun: Fault[] = [
  {
    does: 'begins a charge for each call',
    plant: beginAgain,
    seenBy: [
      'a charge is begun once, however often it is asked for',
      'a charge is begun once by calls at the same time',
      'a charge whose answer was lost is the same when it is begun again',
    ],
  },
  {
    does: 'looks for a charge before it begins one, and forgets those under way',
    plant: (good, acme) => ({
      async begin(request) {
        const known = acme.charges.some(({ attemptId }) => attemptId === request.attemptId);
        await Promise.resolve();
        return known ? good.begin(request) : (beginAgain(good, acme).begin?.(request) as Promise<BeginResult>);
      },
    }),
    seenBy: ['a charge is begun once by calls at the same time'],
  },
  {
    does: 'has one charge for all attempts',
    plant: (good, acme) => ({
      async begin(request) {
        const begun = await good.begin(request);
        return { ...begun, providerRef: acme.charges[0]?.ref ?? null };
      },
      confirm: ({ attemptId }) => good.confirm({ attemptId, providerRef: null }),
    }),
    seenBy: ['each attempt is a charge of its own'],
  },
  {
    does: 'takes money at once and says that it is pending',
    plant: (good) => ({
      async begin(request) {
        const { providerRef, ...state } = await good.begin(request);
        return { ...(state.kind === 'succeeded' ? pending : state), providerRef };
      },
    }),
    seenBy: [
      'a charge that begin decides has succeeded from then on',
      ...service('a payment that begin decides is paid at once'),
    ],
  },
  {
    does: 'sends the customer of a declined card on',
    plant: (good) => ({
      async begin(request) {
        const result = await good.begin(request);
        return result.kind === 'declined'
          ? { kind: 'continue', address: 'https://acme.test/', providerRef: result.providerRef }
          : result;
      },
    }),
    seenBy: ['a charge that begin declines stays declined', 'what limits refuses is not charged'],
  },
];

const told: Fault[] = [
  {
    does: 'never says that a charge was paid',
    plant: telling((state) => (state.kind === 'succeeded' ? pending : state)),
    seenBy: [
      'a charge that was paid has succeeded, whenever it is asked about',
      'a charge that the customer’s bank has confirmed has succeeded',
      'money on its way is pending, also when we close the charge, and then succeeds',
      'close tells of a charge that was paid that it was',
      'a charge that was closed and paid all the same has succeeded',
      'a charge that was paid during an outage has succeeded after it',
      ...service(
        'a payment is paid once by return, notice and sweep at the same time',
        'a payment whose notice was lost is found by the sweep',
        'a payment whose customer closed the browser is paid by its notice',
        'a payment whose provider is away at the way back is found by the sweep',
        'a dispute told before its payment was noticed takes what came in first',
      ),
    ],
  },
  {
    does: 'never says that a charge was declined',
    plant: telling((state) => (state.kind === 'declined' ? pending : state)),
    seenBy: [
      'a charge that begin declines stays declined',
      'a charge that was declined is declined',
      'a charge whose time is over was abandoned',
      'a charge that the customer’s bank has not confirmed is declined',
      'a charge that the provider does not know was abandoned',
      'money on its way that does not arrive is declined',
      'close ends a charge that nobody has paid',
      ...service(
        'a payment that was declined can be paid again',
        'a payment whose charge ran out is open again',
        'a payment that is canceled can’t be paid at the provider either',
        'a payment whose provider is away at the beginning can be paid afterwards',
        'a payment whose beginning was not answered is paid once',
      ),
    ],
  },
  {
    does: 'says that an open charge is paid',
    plant: telling((state, key, acme) => {
      const charge = chargeFor(acme, key);
      if (state.kind !== 'pending' || charge === undefined) return state;
      const { amount, currency } = charge;
      return { kind: 'succeeded', amount, currency, cardLastFour: null, payerEmail: null };
    }),
    seenBy: [
      'a charge that nobody has paid yet is pending',
      'each attempt is a charge of its own',
      'money on its way that does not arrive is declined',
      'a notice carries no state, and what it claims counts for nothing',
      ...service('a notice that is forged, or claims what is not true, changes nothing'),
    ],
  },
  {
    does: 'tells what was asked for instead of what was paid',
    plant: telling((state, key, acme) =>
      state.kind === 'succeeded' ? { ...state, amount: chargeFor(acme, key)?.amount ?? 0n } : state,
    ),
    seenBy: ['a charge tells what was really paid', ...service('another amount than was asked for goes back')],
  },
  {
    does: 'tells another currency',
    plant: telling((state) => (state.kind === 'succeeded' ? { ...state, currency: 'USD' } : state)),
    seenBy: [
      'a charge that was paid has succeeded, whenever it is asked about',
      'close tells of a charge that was paid that it was',
    ],
  },
  {
    does: 'tells the money of one attempt to another',
    plant: (good, acme) => ({
      async confirm(key) {
        const charge = acme.charges.find(({ ref }) => ref === key.providerRef);
        return good.confirm({ ...key, attemptId: charge?.attemptId ?? key.attemptId });
      },
    }),
    seenBy: ['a charge of another attempt is never taken for this one’s'],
  },
];

const closed: Fault[] = [
  {
    does: 'says of every charge that it closed it',
    plant: telling(() => abandoned, ['close']),
    seenBy: [
      'close tells of a charge that was paid that it was',
      'money on its way is pending, also when we close the charge, and then succeeds',
      ...service('a payment that is paid at the moment of canceling is paid'),
    ],
  },
  {
    does: 'says that it closed a charge, which can still be paid',
    plant: (good) => ({
      async close(key) {
        const state = await good.confirm(key);
        return state.kind === 'pending' ? abandoned : state;
      },
    }),
    seenBy: [
      'close ends a charge that nobody has paid',
      'close by calls at the same time ends a charge',
      ...service('a payment that is canceled can’t be paid at the provider either'),
    ],
  },
  {
    does: 'looks away once it has closed a charge',
    plant: (good, acme) => ({
      async close(key) {
        const state = await good.close(key);
        const charge = chargeFor(acme, key);
        if (charge !== undefined && state.kind === 'declined') closedByAcme.add(charge.ref);
        return state;
      },
      async confirm(key) {
        const ref = chargeFor(acme, key)?.ref;
        return ref !== undefined && closedByAcme.has(ref) ? abandoned : good.confirm(key);
      },
    }),
    seenBy: [
      'a charge that was closed and paid all the same has succeeded',
      ...service(
        'money that comes in after the payment was canceled goes back',
        'money that comes in after another attempt has paid goes back',
      ),
    ],
  },
  {
    does: 'takes an expired charge for the end of it',
    plant: (good, acme) => ({
      async confirm(key) {
        const charge = chargeFor(acme, key);
        if (charge?.state === 'ended') closedByAcme.add(charge.ref);
        return charge !== undefined && closedByAcme.has(charge.ref) ? abandoned : good.confirm(key);
      },
    }),
    seenBy: service('money that comes in after the payment expired goes back'),
  },
];

const closedByAcme = new Set<string>();

const amounts: Fault[] = [
  {
    does: 'loses the cents',
    plant: telling((state) =>
      state.kind === 'succeeded' ? { ...state, amount: state.amount - (state.amount % 100n) } : state,
    ),
    seenBy: [
      'an amount comes back exactly, in each currency',
      'the least and the most that limits allows are charged',
      'a refund comes back exactly, in each currency, up to the last of it',
    ],
  },
  {
    does: 'counts thousandths as hundredths',
    plant: telling((state) =>
      state.kind === 'succeeded' && state.currency === 'KWD' ? { ...state, amount: state.amount / 10n } : state,
    ),
    seenBy: ['an amount comes back exactly, in each currency'],
  },
  {
    does: 'charges what its limits refuse',
    plant: (_good, acme) => ({
      async begin(request) {
        const { ref: providerRef } = acme.create(request);
        return { kind: 'continue', address: 'https://acme.test/', providerRef };
      },
    }),
    seenBy: ['what limits refuses is not charged'],
  },
  {
    does: 'charges more than its limits say',
    plant: (good) => ({
      async begin(request) {
        return request.amount <= 50n
          ? { kind: 'declined', reason: 'processing_error', providerRef: null }
          : good.begin(request);
      },
    }),
    seenBy: ['the least and the most that limits allows are charged'],
  },
];

export const chargeFaults: readonly Fault[] = [...begun, ...told, ...closed, ...amounts];

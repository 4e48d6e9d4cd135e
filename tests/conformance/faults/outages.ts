/** Faults of a provider that can't reach its API. */
import { AppError } from '../../../src/base/errors/app-error.ts';
import { acmeKey } from '../acme/account.ts';
import type { Plant } from '../acme/harness.ts';
import { type Fault, service } from './fault.ts';

const declined = { kind: 'declined', reason: 'processing_error' } as const;

const whileAway = (call: string): string[] =>
  ['unreachable', 'broken'].map((how) => `${call} throws while the provider is ${how}`);

const spilling =
  (error: () => unknown): Plant =>
  (good) => ({
    begin: (request) =>
      good.begin(request).catch(() => {
        throw error();
      }),
  });

export const outageFaults: readonly Fault[] = [
  {
    does: 'answers an outage of begin with “declined”',
    plant: (good) => ({ begin: (request) => good.begin(request).catch(() => ({ ...declined, providerRef: null })) }),
    seenBy: [
      ...whileAway('begin'),
      'a charge whose answer was lost is the same when it is begun again',
      ...service(
        'a payment whose provider is away at the beginning can be paid afterwards',
        'a payment whose beginning was not answered is paid once',
      ),
    ],
  },
  {
    does: 'answers an outage of confirm with “declined”',
    plant: (good) => ({ confirm: (key) => good.confirm(key).catch(() => declined) }),
    seenBy: [
      ...whileAway('confirm'),
      'a charge that was paid during an outage has succeeded after it',
      ...service('a payment whose provider is away at the way back is found by the sweep'),
    ],
  },
  {
    does: 'answers an outage of close with “declined”',
    plant: (good) => ({ close: (key) => good.close(key).catch(() => declined) }),
    seenBy: [
      ...whileAway('close'),
      'a charge that was paid during an outage has succeeded after it',
      ...service('a payment is not canceled while nobody knows whether it is paid'),
    ],
  },
  {
    does: 'answers an outage of refund with “failed”',
    plant: (good) => ({ refund: (request) => good.refund(request).catch(() => ({ kind: 'failed', reason: 'error' })) }),
    seenBy: [
      ...whileAway('refund'),
      'a refund whose answer was lost is made once',
      ...service('a refund whose answer was lost is made once, by the sweep'),
    ],
  },
  {
    does: 'finds neither refunds nor disputes in an outage',
    plant: (good) => ({
      findRefund: (request) => good.findRefund(request).catch(() => undefined),
      findDisputes: (reference) => good.findDisputes(reference).catch(() => []),
    }),
    seenBy: [...whileAway('findRefund'), ...whileAway('findDisputes')],
  },
  {
    does: 'answers an outage of submitEvidence with “refused”',
    plant: (good) => ({
      submitEvidence: (evidence) => good.submitEvidence(evidence).catch(() => ({ kind: 'refused', reason: 'error' })),
    }),
    seenBy: whileAway('submitEvidence'),
  },
  {
    does: 'spills its key in an error',
    plant: spilling(() => new AppError('unavailable', { cause: new Error(`401 for Bearer ${acmeKey}`) })),
    seenBy: ['no answer and no error holds a secret'],
  },
  {
    does: 'spills its key as the reason of a refund',
    plant: (good) => ({
      refund: (request) => good.refund(request).catch(() => ({ kind: 'failed', reason: `key ${acmeKey}` })),
    }),
    seenBy: ['no answer and no error holds a secret'],
  },
];

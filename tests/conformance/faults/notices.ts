/** Faults of notices. */
import type { OpenedProvider, ProviderNotice, ReadNotice } from '../../../src/features/providers/provider.ts';
import { acmeSecret, noticeMaxAgeSeconds, sign } from '../acme/account.ts';
import type { Plant } from '../acme/harness.ts';
import { readBody } from '../acme/provider.ts';
import { type Fault, service } from './fault.ts';

type ReceivedNotice = Parameters<Required<OpenedProvider>['readNotice']>[0];

const refused: ReadNotice = { ok: false };

const changing =
  (change: (notice: ProviderNotice) => ProviderNotice[]): Plant =>
  (good) => ({
    async readNotice(received) {
      const read = await good.readNotice(received);
      return read.ok ? { ok: true, notices: read.notices.flatMap(change) } : read;
    },
  });

const trusting =
  (isGenuine: (received: ReceivedNotice) => boolean): Plant =>
  () => ({ readNotice: async (received) => (isGenuine(received) ? readBody(received.body) : refused) });

const signedAt = ({ body, header }: ReceivedNotice, at: string): boolean =>
  header('acme-signature') === sign(body.toString(), Number(at), acmeSecret);

const changed = 'a notice that was changed on its way, or proves nothing, is refused';

export const noticeFaults: readonly Fault[] = [
  {
    does: 'trusts every notice',
    plant: trusting(({ body }) => body.toString().startsWith('{"type"')),
    seenBy: [
      changed,
      'a notice of somebody else is refused',
      'a notice that is too old is refused',
      ...service('a notice that is forged, or claims what is not true, changes nothing'),
    ],
  },
  {
    does: 'looks at whether a notice is signed, and not by whom',
    plant: trusting(({ header }) => /^[0-9a-f]{64}$/.test(header('acme-signature') ?? '')),
    seenBy: ['a notice of somebody else is refused', changed],
  },
  {
    does: 'trusts a notice of any age',
    plant: trusting((received) => signedAt(received, received.header('acme-at') ?? '')),
    seenBy: ['a notice that is too old is refused'],
  },
  {
    does: 'trips over a notice that makes no sense',
    plant: (good) => ({
      async readNotice(received) {
        JSON.parse(received.body.toString());
        return good.readNotice(received);
      },
    }),
    seenBy: ['a notice that makes no sense is refused, and never an error', changed],
  },
  {
    does: 'trusts a body without a signature of it',
    plant: trusting(({ header }) => Number(header('acme-at')) > Date.now() / 1_000 - noticeMaxAgeSeconds),
    seenBy: ['a notice that makes no sense is refused, and never an error'],
  },
  {
    does: 'names another charge',
    plant: changing((one) => [one.kind === 'charge' ? { ...one, attemptId: 'att_other' } : one]),
    seenBy: [
      'a notice about a charge names it',
      ...service(
        'a payment whose customer closed the browser is paid by its notice',
        'money that comes in after the payment was canceled goes back',
      ),
    ],
  },
  {
    does: 'names a charge by what does not find it',
    plant: changing((one) => [one.kind === 'charge' ? { ...one, providerRef: 'order_1' } : one]),
    seenBy: ['a notice about a charge names it'],
  },
  {
    does: 'names no refund and no dispute',
    plant: changing((one) => (one.kind === 'charge' ? [one] : [])),
    seenBy: [
      'a notice about a refund names it, or its charge',
      'a notice about a dispute names what finds it',
      ...service(
        'a refund that fails after it had succeeded is posted back',
        'a dispute takes the money once, however often it is told',
      ),
    ],
  },
  {
    does: 'refuses what it does not know',
    plant: (good) => ({
      async readNotice(received) {
        const read = await good.readNotice(received);
        return read.ok && read.notices.length === 0 ? refused : read;
      },
    }),
    seenBy: ['a genuine notice about nothing of ours is taken, and names nothing'],
  },
  {
    does: 'refuses every notice',
    plant: () => ({ readNotice: async () => refused }),
    seenBy: service('a notice that is sent again and again changes nothing'),
  },
  {
    does: 'asks its API about a notice',
    plant: (good, acme) => ({
      readNotice: (received) => acme.call('read', () => good.readNotice(received)).then((read) => read),
    }),
    seenBy: ['a notice is read without asking the provider'],
  },
  {
    does: 'hands on the amount of a notice',
    plant: changing((one) => [Object.assign({}, one, { amount: 1n })]),
    seenBy: ['a notice carries no state, and what it claims counts for nothing'],
  },
  {
    does: 'believes what a notice says',
    plant: (good, acme) => ({
      async readNotice(received) {
        const told = JSON.parse(received.body.toString() || '{}') as { ref?: string; paid?: boolean };
        const charge = acme.charges.find(({ ref }) => ref === told.ref);
        if (charge && told.paid)
          Object.assign(charge, { state: 'paid', paid: { amount: charge.amount, currency: charge.currency } });
        return good.readNotice(received);
      },
    }),
    seenBy: [
      'a notice carries no state, and what it claims counts for nothing',
      ...service('a notice that is forged, or claims what is not true, changes nothing'),
    ],
  },
];

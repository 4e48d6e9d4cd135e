/** Outages: an error is never an answer, nothing is lost by it, and it tells no secret. */
import assert from 'node:assert/strict';
import type { RefundRequest } from '../../../src/features/providers/provider.ts';
import {
  begin,
  captureOf,
  during,
  expectNoSecret,
  expectPaid,
  keyOf,
  paid,
  refundOf,
  requestOf,
  unanswered,
} from '../ask.ts';
import { type Case, type Context, type Need, requireOutage, toPay } from '../case.ts';
import type { BegunCharge, OpenedDispute, Outage, OutageCall, Outages } from '../harness.ts';
import { evidenceFor } from './evidence.ts';

type Facts = { charge: BegunCharge; refund: RefundRequest; dispute: OpenedDispute };

const ofDisputes: readonly OutageCall[] = ['findDisputes', 'submitEvidence'];

/** What is there before the outage. */
async function prepare(context: Context, call: OutageCall): Promise<Facts> {
  const charge = await paid(toPay(context));
  const refund = refundOf(charge);
  const dispute = ofDisputes.includes(call) ? await context.harness.disputes?.opens(charge) : undefined;
  return { charge, refund, dispute: dispute ?? { id: '', reference: '' } };
}

const asks: Record<OutageCall, (context: Context, facts: Facts) => Promise<unknown>> = {
  begin: (context) => context.provider.begin(requestOf(context)),
  confirm: ({ provider }, { charge }) => provider.confirm(keyOf(charge)),
  close: ({ provider }, { charge }) => provider.close(keyOf(charge)),
  capture: async ({ provider }, { charge }) => provider.capture?.(captureOf(charge)),
  refund: ({ provider }, { refund }) => provider.refund(refund),
  findRefund: async ({ provider }, { refund }) => provider.findRefund?.(refund),
  findDisputes: async ({ provider }, { dispute }) => provider.findDisputes?.(dispute.reference),
  submitEvidence: async ({ provider }, { dispute }) => provider.submitEvidence?.(evidenceFor(dispute)),
};

const needsOf: Record<OutageCall, readonly Need[]> = {
  begin: [],
  confirm: ['paid'],
  close: ['paid'],
  capture: ['paid', 'capture'],
  refund: ['paid', 'refunds'],
  findRefund: ['paid', 'findRefund'],
  findDisputes: ['paid', 'disputes', 'findDisputes'],
  submitEvidence: ['paid', 'disputes', 'submitEvidence'],
};

const hits = (outage: Outage | undefined, call: OutageCall): boolean => outage?.calls?.includes(call) ?? true;

function throwing(call: OutageCall, kind: 'unreachable' | 'broken'): Case {
  return {
    name: `${call} throws while the provider is ${kind}`,
    needs: [...needsOf[call], `outages.${kind}`],
    async run(context) {
      requireOutage(context, kind, call);
      const outage = context.harness.outages?.[kind];
      const facts = await prepare(context, call);
      await during(outage, () => unanswered(() => asks[call](context, facts)));
      await asks[call](toPay(context), facts);
    },
  };
}

const calls = Object.keys(asks) as OutageCall[];

/** Everything that goes wrong at a provider. */
async function errorsOf(context: Context): Promise<unknown[]> {
  const found: unknown[] = [];
  const { harness } = context;
  for (const [kind, outage] of Object.entries(harness.outages ?? {}) as [keyof Outages, Outage][]) {
    for (const call of calls.filter((one) => hits(outage, one))) {
      if (ofDisputes.includes(call) && harness.disputes === undefined) continue;
      const facts = await prepare(context, call);
      const asked = harness.asked?.(`outages.${kind}`) ?? {};
      const ask = () => asks[call]({ ...context, asked }, facts).catch((error: unknown) => error);
      found.push(await during(outage, ask));
    }
  }
  return found;
}

export const outageCases: readonly Case[] = [
  ...calls.flatMap((call) => [throwing(call, 'unreachable'), throwing(call, 'broken')]),
  {
    name: 'a charge that was paid during an outage has succeeded after it',
    needs: ['customer.pays', 'outages.unreachable'],
    async run(context) {
      const { harness, provider } = context;
      requireOutage(context, 'unreachable', 'confirm');
      const { charge } = await begin(context);
      await during(harness.outages?.unreachable, async () => {
        await harness.customer.pays?.(charge);
        await unanswered(() => provider.confirm(keyOf(charge)));
        await unanswered(() => provider.close(keyOf(charge)));
      });
      expectPaid(await provider.confirm(keyOf(charge)), charge);
    },
  },
  {
    name: 'no answer and no error holds a secret',
    needs: ['paid'],
    async run(context) {
      const { harness, provider } = context;
      const { result, charge } = await begin(context);
      expectNoSecret(harness, [result, await provider.confirm(keyOf(charge))]);
      const strange = { attemptId: 'att_none', providerRef: 'none' };
      const wrong = [
        () => provider.confirm(strange),
        () => provider.close(strange),
        () => provider.refund({ ...refundOf(charge), ...strange }),
        async () => provider.findDisputes?.('none'),
      ];
      for (const call of wrong) expectNoSecret(harness, await call().catch((error: unknown) => error));
      const errors = await errorsOf(context);
      for (const error of errors) expectNoSecret(harness, error);
      assert(errors.every((one) => one === undefined || typeof one === 'object'));
    },
  },
];

/** Charges: begun once, confirmed as they are, closed only while nobody has paid. */
import assert from 'node:assert/strict';
import {
  atOnce,
  begin,
  chargeOf,
  during,
  expectDeclined,
  expectPaid,
  keyOf,
  kindsOf,
  newAttemptId,
  open,
  paid,
  requestOf,
  unanswered,
} from '../ask.ts';
import { type Case, requireOutage } from '../case.ts';

const begun: Case[] = [
  {
    name: 'a charge is begun once, however often it is asked for',
    needs: ['paid'],
    async run(context) {
      const { provider, harness } = context;
      const request = requestOf(context);
      const results = [];
      for (let round = 0; round < 3; round += 1) results.push(await provider.begin(request));
      assert.equal(kindsOf(results).length, 1, 'each answer is the same');
      assert.equal(new Set(results.map(({ providerRef }) => providerRef)).size, 1, 'each names the same charge');
      const count = await harness.countCharges?.(request.attemptId);
      assert.equal(count ?? 1, 1, 'the provider has one charge of the attempt');
    },
  },
  {
    name: 'a charge is begun once by calls at the same time',
    needs: ['countCharges', 'paid'],
    async run(context) {
      const { provider, harness } = context;
      const request = requestOf(context);
      const results = await atOnce(() => provider.begin(request));
      assert.equal(new Set(results.map(({ providerRef }) => providerRef)).size, 1, 'each names the same charge');
      assert.equal(await harness.countCharges?.(request.attemptId), 1, 'the provider has one charge of the attempt');
    },
  },
  {
    name: 'a charge whose answer was lost is the same when it is begun again',
    needs: ['countCharges', 'outages.answerLost'],
    async run(context) {
      const { provider, harness } = context;
      requireOutage(context, 'answerLost', 'begin');
      const request = requestOf(context);
      await during(harness.outages?.answerLost, () => unanswered(() => provider.begin(request)));
      const { providerRef } = await provider.begin(request);
      assert.equal((await provider.begin(request)).providerRef, providerRef);
      assert.equal(await harness.countCharges?.(request.attemptId), 1, 'the provider has one charge of the attempt');
    },
  },
  {
    name: 'each attempt is a charge of its own',
    needs: ['customer.pays'],
    async run(context) {
      const [one, other] = [await open(context), await open(context)];
      assert.notEqual(one.providerRef, other.providerRef);
      await context.harness.customer.pays?.(one);
      expectPaid(await context.provider.confirm(keyOf(one)), one);
      assert.equal((await context.provider.confirm(keyOf(other))).kind, 'pending');
    },
  },
  {
    name: 'a charge that begin decides has succeeded from then on',
    needs: ['customer.paysAtOnce'],
    async run(context) {
      const { result, charge } = await begin(context);
      expectPaid(result, charge);
      expectPaid(await context.provider.confirm(keyOf(charge)), charge);
    },
  },
  {
    name: 'a charge that begin declines stays declined',
    needs: ['customer.isDeclinedAtOnce'],
    async run(context) {
      const { result, charge } = await begin(context);
      assert.equal(result.kind, 'declined');
      expectDeclined(await context.provider.confirm(keyOf(charge)));
    },
  },
];

const confirmed: Case[] = [
  {
    name: 'a charge that nobody has paid yet is pending',
    needs: ['customer.pays'],
    async run(context) {
      const charge = await open(context);
      for (let round = 0; round < 2; round += 1) {
        assert.equal((await context.provider.confirm(keyOf(charge))).kind, 'pending');
      }
    },
  },
  {
    name: 'a charge that was paid has succeeded, whenever it is asked about',
    needs: ['paid'],
    async run(context) {
      const charge = await paid(context);
      for (let round = 0; round < 2; round += 1) expectPaid(await context.provider.confirm(keyOf(charge)), charge);
    },
  },
  {
    name: 'a charge tells what was really paid',
    needs: ['customer.paysOther'],
    async run(context) {
      for (const change of [1n, -1n]) {
        const charge = await open(context);
        const other = { amount: charge.amount + change * 10n, currency: charge.currency };
        await context.harness.customer.paysOther?.(charge, other);
        expectPaid(await context.provider.confirm(keyOf(charge)), other);
      }
    },
  },
  {
    name: 'a charge that was declined is declined',
    needs: ['customer.isDeclined'],
    async run(context) {
      const charge = await open(context);
      await context.harness.customer.isDeclined?.(charge);
      expectDeclined(await context.provider.confirm(keyOf(charge)));
      expectDeclined(await context.provider.close(keyOf(charge)));
    },
  },
  {
    name: 'a charge whose time is over was abandoned',
    needs: ['customer.leaves'],
    async run(context) {
      const charge = await open(context);
      await context.harness.customer.leaves?.(charge);
      expectDeclined(await context.provider.confirm(keyOf(charge)), 'abandoned');
    },
  },
  {
    name: 'a charge that the customer’s bank has confirmed has succeeded',
    needs: ['customer.confirms'],
    async run(context) {
      const charge = await open(context);
      assert.equal((await context.provider.confirm(keyOf(charge))).kind, 'pending');
      await context.harness.customer.confirms?.(charge);
      expectPaid(await context.provider.confirm(keyOf(charge)), charge);
    },
  },
  {
    name: 'a charge that the customer’s bank has not confirmed is declined',
    needs: ['customer.failsToConfirm'],
    async run(context) {
      const charge = await open(context);
      await context.harness.customer.failsToConfirm?.(charge);
      expectDeclined(await context.provider.confirm(keyOf(charge)));
    },
  },
  {
    name: 'a charge that the provider does not know was abandoned',
    needs: [],
    async run({ provider }) {
      const charge = () => ({ attemptId: newAttemptId(), providerRef: null });
      expectDeclined(await provider.confirm(charge()), 'abandoned');
      expectDeclined(await provider.close(charge()), 'abandoned');
    },
  },
  {
    name: 'a charge of another attempt is never taken for this one’s',
    needs: ['paid'],
    async run(context) {
      const { provider } = context;
      const other = await paid(context);
      const mixed = { attemptId: newAttemptId(), providerRef: other.providerRef };
      for (const call of ['confirm', 'close'] as const) {
        const state = await provider[call](mixed).catch(() => undefined);
        assert.notEqual(state?.kind, 'succeeded', `${call} must not give one attempt the money of another`);
      }
    },
  },
];

const slow: Case[] = [
  {
    name: 'money on its way is pending, also when we close the charge, and then succeeds',
    needs: ['customer.arrives', 'customer.paysSlowly'],
    async run(context) {
      const { provider, harness } = context;
      const { charge } = await begin(context);
      await harness.customer.paysSlowly?.(charge);
      assert.equal((await provider.confirm(keyOf(charge))).kind, 'pending');
      assert.equal((await provider.close(keyOf(charge))).kind, 'pending', 'it can’t be called back');
      await harness.customer.arrives?.(charge);
      expectPaid(await provider.confirm(keyOf(charge)), charge);
    },
  },
  {
    name: 'money on its way that does not arrive is declined',
    needs: ['customer.failsToArrive', 'customer.paysSlowly'],
    async run(context) {
      const { provider, harness } = context;
      const { charge } = await begin(context);
      await harness.customer.paysSlowly?.(charge);
      assert.equal((await provider.confirm(keyOf(charge))).kind, 'pending');
      await harness.customer.failsToArrive?.(charge);
      expectDeclined(await provider.confirm(keyOf(charge)));
    },
  },
];

const closed: Case[] = [
  {
    name: 'close ends a charge that nobody has paid',
    needs: ['customer.pays'],
    async run(context) {
      const { provider } = context;
      const charge = await open(context);
      for (let round = 0; round < 2; round += 1) expectDeclined(await provider.close(keyOf(charge)), 'abandoned');
      expectDeclined(await provider.confirm(keyOf(charge)), 'abandoned');
    },
  },
  {
    name: 'close tells of a charge that was paid that it was',
    needs: ['paid'],
    async run(context) {
      const charge = await paid(context);
      expectPaid(await context.provider.close(keyOf(charge)), charge);
      expectPaid(await context.provider.confirm(keyOf(charge)), charge);
    },
  },
  {
    name: 'close by calls at the same time ends a charge',
    needs: ['customer.pays'],
    async run(context) {
      const { provider } = context;
      const charge = await open(context);
      for (const state of await atOnce(() => provider.close(keyOf(charge)), 4)) expectDeclined(state, 'abandoned');
      expectDeclined(await provider.confirm(keyOf(charge)), 'abandoned');
    },
  },
  {
    name: 'a charge that was closed and paid all the same has succeeded',
    needs: ['customer.paysLate'],
    async run(context) {
      const { provider, harness } = context;
      const request = requestOf(context);
      const charge = chargeOf(request, await provider.begin(request));
      expectDeclined(await provider.close(keyOf(charge)));
      await harness.customer.paysLate?.(charge);
      expectPaid(await provider.confirm(keyOf(charge)), charge);
    },
  },
];

export const chargeCases: readonly Case[] = [...begun, ...confirmed, ...slow, ...closed];

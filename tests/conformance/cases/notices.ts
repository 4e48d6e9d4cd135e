/** Notices: genuine ones name what they are about, and nothing else counts. */
import assert from 'node:assert/strict';
import type { ProviderNotice, ReadNotice } from '../../../src/features/providers/provider.ts';
import { during, expectDeclined, expectPaid, keyOf, open, paid, refunded, refundOf } from '../ask.ts';
import { type Case, type Context, NotOffered } from '../case.ts';
import { forgeriesOf } from '../forge.ts';
import type { BegunCharge, SentNotice, Subject } from '../harness.ts';

/** As the address of the provider's notices reads one. */
async function read({ provider }: Context, { body, headers, query = {} }: SentNotice): Promise<ReadNotice> {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = await provider.readNotice?.({
    body: Buffer.from(body),
    header: (name) => lower.get(name.toLowerCase()),
    query: (name) => query[name],
  });
  assert(answer);
  return answer;
}

async function about({ harness }: Context, subject: Subject): Promise<SentNotice | undefined> {
  return harness.notices?.about(subject);
}

async function named(context: Context, notice: SentNotice | undefined): Promise<readonly ProviderNotice[]> {
  assert(notice);
  const answer = await read(context, notice);
  assert(answer.ok, 'a genuine notice is taken');
  return answer.notices;
}

async function paidOrOpen(context: Context): Promise<BegunCharge> {
  return context.harness.customer.pays === undefined ? paid(context) : open(context);
}

const refused = (what: string, answer: ReadNotice): void =>
  assert.deepEqual(answer, { ok: false }, `${what} is refused`);

const genuine: Case[] = [
  {
    name: 'a notice about a charge names it',
    needs: ['readNotice', 'paid', 'notices'],
    async run(context) {
      const charge = await paid(context);
      const told = await named(context, await about(context, { kind: 'charge', charge }));
      const [key, ...others] = told.filter((one) => one.kind === 'charge');
      assert(key !== undefined && others.length === 0, 'it names one charge');
      const { attemptId, providerRef } = key;
      assert.equal(attemptId, charge.attemptId, 'it names the attempt');
      // It becomes the attempt's where the answer to `begin` was lost.
      const state = await context.provider.confirm({ attemptId, providerRef }).catch((error: unknown) => {
        throw new Error(`confirm must find the charge by the notice’s providerRef, ${providerRef}`, { cause: error });
      });
      expectPaid(state, charge);
    },
  },
  {
    name: 'a notice about a refund names it, or its charge',
    needs: ['readNotice', 'refunds', 'paid', 'notices'],
    async run(context) {
      const charge = await paid(context);
      const refund = refundOf(charge);
      await refunded(context, charge, refund);
      const { refundId } = refund;
      const notice = await about(context, { kind: 'refund', charge, refundId });
      if (notice === undefined) throw new NotOffered('notices about refunds');
      const told = await named(context, notice);
      const names = told.some(
        (one) =>
          (one.kind === 'refund' && one.refundId === refundId) ||
          (one.kind === 'refunds' && one.attemptId === charge.attemptId),
      );
      assert(names, 'it names the refund, or all of its charge');
    },
  },
  {
    name: 'a notice about a dispute names what finds it',
    needs: ['readNotice', 'findDisputes', 'disputes', 'paid', 'notices'],
    async run(context) {
      const charge = await paid(context);
      const dispute = await context.harness.disputes?.opens(charge);
      assert(dispute);
      const told = await named(context, await about(context, { kind: 'dispute', charge, dispute }));
      const references = told.flatMap((one) => (one.kind === 'disputes' ? [one.reference] : []));
      assert.deepEqual(references, [dispute.reference]);
    },
  },
  {
    name: 'a genuine notice about nothing of ours is taken, and names nothing',
    needs: ['readNotice', 'notices.aboutNothing'],
    async run(context) {
      assert.deepEqual(await named(context, await context.harness.notices?.aboutNothing?.()), []);
    },
  },
  {
    name: 'a notice is read without asking the provider',
    needs: ['readNotice', 'notices', 'outages.unreachable'],
    async run(context) {
      const charge = await paidOrOpen(context);
      const notice = await about(context, { kind: 'charge', charge });
      const told = await during(context.harness.outages?.unreachable, () => named(context, notice));
      assert.equal(told.length > 0, true);
    },
  },
  {
    name: 'a notice carries no state, and what it claims counts for nothing',
    needs: ['readNotice', 'customer.pays', 'notices.claimingPaid'],
    async run(context) {
      const { provider, harness } = context;
      const charge = await open(context);
      const told = await named(context, await harness.notices?.claimingPaid?.(charge));
      const known = ['kind', 'attemptId', 'providerRef', 'refundId', 'reference'];
      for (const one of told)
        assert.deepEqual(
          Object.keys(one).filter((key) => !known.includes(key)),
          [],
        );
      assert.equal((await provider.confirm(keyOf(charge))).kind, 'pending', 'only the provider’s API counts');
      expectDeclined(await provider.close(keyOf(charge)), 'abandoned');
    },
  },
];

const forged: Case[] = [
  {
    name: 'a notice that was changed on its way, or proves nothing, is refused',
    needs: ['readNotice', 'paid', 'notices'],
    async run(context) {
      const { notices } = context.harness;
      const notice = await about(context, { kind: 'charge', charge: await paid(context) });
      assert(notices && notice);
      for (const [what, one] of forgeriesOf(notice, notices.provenBy)) refused(what, await read(context, one));
    },
  },
  {
    name: 'a notice of somebody else is refused',
    needs: ['readNotice', 'paid', 'notices.bySomebodyElse'],
    async run(context) {
      const charge = await paid(context);
      const notice = await context.harness.notices?.bySomebodyElse?.({ kind: 'charge', charge });
      assert(notice);
      refused('it', await read(context, notice));
    },
  },
  {
    name: 'a notice that is too old is refused',
    needs: ['readNotice', 'paid', 'notices.tooOld'],
    async run(context) {
      const charge = await paid(context);
      const notice = await context.harness.notices?.tooOld?.({ kind: 'charge', charge });
      assert(notice);
      refused('it', await read(context, notice));
    },
  },
  {
    name: 'a notice that makes no sense is refused, and never an error',
    needs: ['readNotice', 'paid', 'notices'],
    async run(context) {
      const notice = await about(context, { kind: 'charge', charge: await paid(context) });
      assert(notice);
      for (const body of ['', '{', 'null', '[]', '{"data":null}', '\u0000\uffff', 'id=']) {
        const answer = await read(context, { ...notice, body });
        assert(!answer.ok || answer.notices.length === 0, `${JSON.stringify(body)} names nothing`);
      }
    },
  },
];

export const noticeCases: readonly Case[] = [...genuine, ...forged];

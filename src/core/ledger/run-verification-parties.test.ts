/** What an incremental verification covers of payouts, payments outside and claims, old and new. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { item } from '../../../tests/fixtures/shadow.ts';
import { memberOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { makeLink } from '../../../tests/support/holders.ts';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { cancelPayout } from '../../features/payouts/change-payout.ts';
import type { Payout } from '../../features/payouts/payout.ts';
import { runVerification } from './run-verification.ts';

let world: PostingWorld;
let other: bigint;
let asked: Payout;
let sent: Payout;

/**
 * Two payouts, a payment outside and a claim, fully verified. Each test gets its own database, because it damages it.
 */
beforeEach(async () => {
  world = await createPostingWorld();
  other = await makeLink(world.db, world.company.holderId, 'merchant', 'other');
  await world.topUp(world.company, 5_000n);
  asked = await world.ask(world.company, 'clearing', 100n);
  sent = await world.payOut(world.company, 'clearing', 200n);
  await recordAndClaim('old');
  expect(await verify()).toEqual({ kind: 'full', ok: true, found: [] });
  expect(await verify()).toEqual(held);
});
afterEach(() => world.close());

/** On a cluster every verification is a full one. */
const secondKind = onCluster ? 'full' : 'incremental';
const held = { kind: secondKind, ok: true, found: [] };

/** A shadow order of 700 for the restaurant: 300 paid outside, the rest claimed. */
async function recordAndClaim(ref: string): Promise<void> {
  await world.shadowOrder(ref);
  await world.settle(world.company);
  await world.payOutside(world.company, ref, [item(ref, 3)]);
  await world.claim(world.company, { claimRef: ref, linkId: world.taverna, orderRefs: [ref] });
}

async function verify() {
  const result = await runVerification(world.db, { full: false, waitMaxMs: 5_000 });
  const found = result?.checks.flatMap(({ offences }) => offences.map(({ row, problem }) => `${row}: ${problem}`));
  return { kind: result?.kind, ok: result?.ok, found };
}

const damages: [name: string, statement: () => string, problem: RegExp][] = [
  [
    'an old payout back to requested',
    () => `update payouts set status = 'requested', approved_at = null, sent_at = null where id = '${sent.id}'`,
    /payout_sent 0: has a transfer of 200 EUR that nothing asks for/,
  ],
  [
    'an old payout of more',
    () => `update payouts set amount = 201 where id = '${sent.id}'`,
    /asks for 201 EUR from clearing to payouts_pending, posted 200 EUR/,
  ],
  ['an open payout that is gone', () => `delete from payouts where id = '${asked.id}'`, /its payouts amount to 50$/],
  [
    'a new payout’s transfer',
    () => `update transfers set amount = 51 where amount = 50`,
    /asks for 50 EUR from clearing to payouts_pending, posted 51 EUR/,
  ],
  [
    'a transfer of no payout',
    () => `update transfers set subject_kind = 'link', subject_id = '1' where amount = 50 and code = 'payout'`,
    /is a payout of link:1 from clearing to payouts:pending, which is not allowed/,
  ],
  [
    'a transfer of an unknown payout',
    () => `update transfers set subject_id = 'po_x' where amount = 50 and code = 'payout'`,
    /payout po_x .*has a transfer of 50 EUR that nothing asks for/,
  ],
  [
    'an old claim for another link',
    () => `update shadow_claims set link_id = ${other} where claim_ref = 'old'`,
    /asks for 400 from clearing to earnings/,
  ],
  [
    'an old line of a claim',
    () =>
      `update shadow_claim_lines set amount = 399 where claim_id = (select id from shadow_claims where claim_ref = 'old')`,
    /recorded 300 and 399/,
  ],
  [
    'an old line of a payment outside',
    () =>
      `update shadow_payment_lines set amount = 299 where payment_id = (select id from shadow_payments where payment_ref = 'old')`,
    /asks for 299 from shadow:earnings/,
  ],
  [
    'an old order that forgets its claim',
    () => `update orders set claimed = '{0,0,0}' where partner_order_ref = 'old'`,
    /says 300 paid outside and 0 claimed of 700/,
  ],
  [
    'a new claim’s transfer that is gone',
    () => `delete from transfers where id = (select max(id) from transfers where code = 'claim')`,
    /claim 0: is without its transfer of 400/,
  ],
  [
    'a new claim of no order',
    () =>
      `update transfers set subject_kind = 'link', subject_id = '1' where id = (select max(id) from transfers where code = 'claim')`,
    /is a claim of link:1, which is none/,
  ],
  [
    'a new payment outside, twice',
    () => `insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, line,
      created_at)
      select holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id, 7, created_at
      from transfers where id = (select max(id) from transfers where code = 'paid_outside')`,
    /paid_outside 7: has a transfer of 300 that nothing asks for/,
  ],
];

it.each(damages)('%s', async (_name, statement, problem) => {
  await world.ask(world.company, 'clearing', 50n);
  await recordAndClaim('new');
  await world.database.owner.query(statement());
  const { kind, ok, found } = await verify();
  expect([kind, ok]).toEqual([secondKind, false]);
  expect(found?.join('\n')).toMatch(new RegExp(problem, 'm'));
});

it('sound ones, however often they change, and nothing after them', async () => {
  await recordAndClaim('new');
  await world.refund(world.company, 'old', { amount: 500n });
  await world.run((tx) =>
    cancelPayout(
      memberOf({ holderId: asked.ownerHolderId, mode: asked.mode }),
      tx,
      world.clock,
      asked.ownerHolderId,
      asked.id,
    ),
  );
  expect(await verify()).toEqual(held);
  await world.refund(world.company, 'new');
  expect(await verify()).toEqual(held);
  expect(await verify()).toEqual(held);
  await expectBooksToHold(world.db);
});

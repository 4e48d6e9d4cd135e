/** Disputes that wait for an answer: all of a holder's, and for the operator those whose deadline is near. */
import { sql } from 'kysely';
import { type Rows, sqlSource } from '../sources.repository.ts';

const nearMs = 7 * 24 * 60 * 60_000;

const columns: Omit<Rows, 'from'> = {
  id: sql`d.id`,
  since: sql`d.created_at`,
  order: sql`d.created_at, d.id`,
  dueAt: sql`d.evidence_due_at`,
  amount: sql`d.amount`,
  currency: sql`d.currency`,
  reason: sql`d.reason`,
};

const toAnswer = sql`d.status = 'needs_response' and not exists (
  select from dispute_evidence e where e.holder_id = d.holder_id and e.dispute_id = d.id and e.state <> 'draft')`;

export const dispute = sqlSource({
  kind: 'dispute',
  needs: 'disputes.read',
  effect: 'answers',
  rows: ({ holderId, mode }) => ({
    ...columns,
    from: sql`disputes d
      join payments p on p.holder_id = d.holder_id and p.id = d.payment_id
      left join orders o on o.holder_id = p.holder_id and o.id = p.order_id
      where d.holder_id = ${holderId} and d.mode = ${mode} and ${toAnswer}`,
    // What the shop or company calls it.
    label: sql`coalesce(o.partner_order_ref, p.description, p.custom, d.payment_id)`,
    facts: sql`jsonb_build_object('orderRef', o.partner_order_ref)`,
  }),
});

const ofHolders = { holderId: sql`h.id`, holderName: sql`h.name` };

export const disputeDue = sqlSource({
  kind: 'dispute',
  needs: 'disputes.read',
  rows: ({ mode }, now) => ({
    ...columns,
    ...ofHolders,
    from: sql`disputes d join holders h on h.id = d.holder_id
      where d.mode = ${mode} and ${toAnswer} and d.evidence_due_at <= ${new Date(now.getTime() + nearMs)}`,
  }),
});

export const disputeHandOver = sqlSource({
  kind: 'dispute_hand_over',
  needs: 'disputes.read',
  rows: ({ mode }) => ({
    ...columns,
    ...ofHolders,
    from: sql`dispute_evidence v
      join disputes d on d.holder_id = v.holder_id and d.id = v.dispute_id
      join holders h on h.id = d.holder_id
      where v.state = 'waiting' and d.mode = ${mode}`,
    since: sql`v.submitted_at`,
    order: sql`v.submitted_at, d.id`,
  }),
});

/**
 * What the objects of audit entries are called, so that a person reads "the USD 30.00 payout" and not its id. Reads only;
 * each kind is found by its primary key, and an object that is gone has no name.
 */
import { type RawBuilder, sql } from 'kysely';
import { int4, int8, nullable, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { ObjectName } from '../../core/access/present-audit.ts';

type Named = { kind: string; id: string; holderId: bigint | null };

const isNumber = /^\d{1,18}$/;
const nothing = sql`null::text`;
const noAmount = sql`null::bigint, null::text`;

const ofAmount = (table: string) => ({
  from: sql`${sql.table(table)} x`,
  on: sql`x.holder_id = s.holder_id and x.id = s.id`,
  name: nothing,
  amount: sql`x.amount, x.currency`,
});
const ofHolder = { from: sql`holders x`, on: sql`x.id = s.number`, name: sql`x.name`, amount: noAmount };

type Place = Record<'from' | 'on' | 'name' | 'amount', RawBuilder<unknown>>;

const places: Readonly<Record<string, Place>> = {
  order: {
    from: sql`orders x`,
    on: sql`x.holder_id = s.holder_id and x.id = s.number`,
    name: sql`x.partner_order_ref`,
    amount: sql`x.total_amount, x.currency`,
  },
  order_refund: {
    from: sql`order_refunds x join orders o on o.holder_id = x.holder_id and o.id = x.order_id`,
    on: sql`x.holder_id = s.holder_id and x.id = s.id`,
    name: sql`o.partner_order_ref`,
    amount: sql`x.amount, x.currency`,
  },
  payment: ofAmount('payments'),
  refund: ofAmount('refunds'),
  payout: ofAmount('payouts'),
  top_up: ofAmount('top_ups'),
  dispute: ofAmount('disputes'),
  link: {
    from: sql`links x`,
    on: sql`x.company_id = s.holder_id and x.id = s.number`,
    name: sql`x.name`,
    amount: noAmount,
  },
  holder: ofHolder,
  company: ofHolder,
  merchant: ofHolder,
  courier: ofHolder,
  customer: ofHolder,
  person: { from: sql`people x`, on: sql`x.id = s.id`, name: sql`x.name`, amount: noAmount },
  key: { from: sql`api_keys x`, on: sql`x.client_id = s.id`, name: sql`nullif(x.label, '')`, amount: noAmount },
  webhook_endpoint: {
    from: sql`webhook_endpoints x`,
    on: sql`x.holder_id = s.holder_id and x.id = s.id`,
    name: sql`coalesce(nullif(x.description, ''), x.host)`,
    amount: noAmount,
  },
  member_invitation: {
    from: sql`member_invitations x`,
    on: sql`x.holder_id = s.holder_id and x.id = s.id`,
    name: sql`x.email`,
    amount: noAmount,
  },
};

const columns = { n: int4, name: nullable(text), amount: nullable(int8), currency: nullable(text) };

/** @returns by their places in the list. */
export async function findObjectNames(
  db: Database,
  objects: readonly Named[],
): Promise<ReadonlyMap<number, ObjectName>> {
  const asked = objects.map(({ kind, id, holderId }, n) => {
    // A payee's payout is in the book of its company, which its id names.
    const book = kind === 'payout' ? holderOfPublicId('po', id) : undefined;
    return { n, kind, id, holderId: book ?? holderId ?? 0n, number: isNumber.test(id) ? BigInt(id) : -1n };
  });
  const kinds = [...new Set(asked.map(({ kind }) => kind))].filter((kind) => Object.hasOwn(places, kind));
  const rows = await Promise.all(
    kinds.map((kind) => {
      const { from, on, name, amount } = places[kind] as Place;
      const ofKind = asked.filter((one) => one.kind === kind);
      return query(columns)`
        select s.n, f.name, f.amount, f.currency
        from ${unnested('s', ofKind, { n: int4, id: text, holderId: int8, number: int8 })}
        left join lateral (
          select ${name} as name, q.* from ${from} cross join lateral (select ${amount}) q (amount, currency)
          where ${on}) f on true`.execute(db);
    }),
  );
  return new Map(rows.flat().map(({ n, ...name }) => [n, name]));
}

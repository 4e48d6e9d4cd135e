/**
 * The events of payees: what a company's events tell of the movements of their earnings (docs/contract/common.md,
 * "Events of payees"). Each movement is told once, whichever event tells of it.
 */
import { newTimedIdLike } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { EarningsPublishers } from './declare-events.ts';
import {
  type EarningEvent,
  findClaimIds,
  findMovements,
  findPayeeAccounts,
  findPayees,
  listTold,
  type Movement,
  type Payee,
  type Telling,
} from './earning-movements.repository.ts';
import { type EarningRule, earningRules } from './earning-rules.ts';
import type { UnpositionedEvent } from './positions.repository.ts';

/**
 * The movements of earnings that these events tell of and that are no event yet, in the order of the events.
 * @param events in the order in which they were appended.
 */
export async function findEarningEvents(
  tx: Tx,
  publishers: EarningsPublishers,
  events: readonly UnpositionedEvent[],
): Promise<EarningEvent[]> {
  const tellings = await findTellings(tx, publishers, events);
  if (tellings.length === 0) return [];
  const first = new Map<string, Telling>();
  for (const telling of tellings) if (!first.has(subjectKey(telling))) first.set(subjectKey(telling), telling);
  const movements = await findMovements(tx, [...first.values()]);
  if (movements.length === 0) return [];
  const earners = await findEarners(tx, movements);
  const found = movements.flatMap((movement): Found[] => {
    const rule = ruleOf.get(movement.code);
    const account = rule?.end === 'to' ? movement.toAccountId : movement.fromAccountId;
    const earner = earners.get(accountKey(movement.holderId, account));
    const telling = first.get(subjectKey(movement));
    if (rule === undefined || earner?.kind !== rule.account || telling === undefined) return [];
    return [{ movement, rule, payee: earner.payee, telling }];
  });
  const told = new Set((await listTold(tx, found.map(toldBy))).map(toldKey));
  return found
    .filter((one) => !told.has(toldKey(toldBy(one))))
    .sort((a, b) => a.telling.order - b.telling.order || compare(a.movement.id, b.movement.id))
    .map(eventOf);
}

type Found = { movement: Movement; rule: EarningRule; payee: Payee; telling: Telling };

const ruleOf: ReadonlyMap<string, EarningRule> = new Map(earningRules.map((rule) => [rule.code, rule]));

type Earner = { kind: EarningRule['account']; payee: Payee };

/** Whose account it is, by account: those of payees among the accounts that these transfers move. */
async function findEarners(tx: Tx, movements: readonly Movement[]): Promise<Map<string, Earner>> {
  const accounts = await findPayeeAccounts(tx, movements);
  const payees = new Map((await findPayees(tx, accounts)).map((one) => [payeeKey(one.companyId, one.linkId), one]));
  return new Map(
    accounts.flatMap(({ holderId, id, kind, linkId }): [string, Earner][] => {
      const payee = payees.get(payeeKey(holderId, linkId));
      return payee === undefined ? [] : [[accountKey(holderId, id), { kind, payee }]];
    }),
  );
}

const subjectKey = ({ holderId, mode, subjectKind, subjectId }: Omit<Telling, 'order' | 'eventId' | 'orderRef'>) =>
  `${holderId}/${mode}/${subjectKind}/${subjectId}`;
const accountKey = (holderId: bigint, accountId: bigint): string => `${holderId}/${accountId}`;
const payeeKey = (companyId: bigint, linkId: bigint): string => `${companyId}/${linkId}`;
const toldBy = ({ movement, payee }: Found) => ({ holderId: payee.holderId, transferId: movement.id });
const toldKey = ({ holderId, transferId }: { holderId: bigint; transferId: bigint }): string =>
  `${holderId}/${transferId}`;
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** What the transfers belong to of which these events tell. */
async function findTellings(
  tx: Tx,
  publishers: EarningsPublishers,
  events: readonly UnpositionedEvent[],
): Promise<Telling[]> {
  const claiming = events.filter(({ type, claimRef }) => publishers.claim.includes(type) && claimRef !== null);
  const claims = claiming.length === 0 ? [] : await findClaimIds(tx, claiming);
  const claimIds = new Map(claims.map(({ holderId, mode, claimRef, id }) => [`${holderId}/${mode}/${claimRef}`, id]));
  return events.flatMap((event, order) => {
    const { holderId, mode, type, id: eventId, subjectKind, subjectId, orderRef, refundId, claimRef } = event;
    const telling = { holderId, mode, eventId, order, orderRef };
    const claimId = claimIds.get(`${holderId}/${mode}/${claimRef}`);
    return [
      ...(publishers.subject.includes(type) ? [{ ...telling, subjectKind, subjectId }] : []),
      ...(publishers.refund.includes(type) && refundId !== null
        ? [{ ...telling, subjectKind: 'order_refund', subjectId: refundId }]
        : []),
      ...(publishers.claim.includes(type) && claimId !== undefined
        ? [{ ...telling, subjectKind: 'claim', subjectId: claimId, orderRef: null }]
        : []),
    ];
  });
}

const eventOf = ({ movement, rule, payee, telling }: Found): EarningEvent => ({
  holderId: payee.holderId,
  mode: movement.mode,
  id: newTimedIdLike('evt', payee.holderId, telling.eventId),
  type: rule.type,
  subjectKind: movement.subjectKind,
  subjectId: movement.subjectId,
  data: presentMovement(movement, rule, payee, telling),
  createdAt: movement.createdAt,
  transferId: movement.id,
});

/** The object that `GET /earnings/movements` lists. */
const presentMovement = (movement: Movement, rule: EarningRule, payee: Payee, { orderRef }: Telling) => ({
  movement_id: String(movement.id),
  code: movement.code,
  effect: rule.effect,
  beneficiary_ref: Number(payee.linkId),
  company: payee.company,
  partner_order_ref: orderRef,
  payout_id: movement.subjectKind === 'payout' ? movement.subjectId : null,
  amount: jsonDecimal(movement.amount, exponentOf(movement.currency)),
  currency: movement.currency,
  created_at: movement.createdAt.toISOString(),
});

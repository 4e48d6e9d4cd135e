/**
 * The events of payees: what a company's events tell of the movements of their earnings (docs/contract.md, "Events of
 * payees"). Each movement is told once, whichever event tells of it.
 */
import { newTimedIdLike } from '../database/public-id.ts';
import type { Tx } from '../database/transaction.ts';
import { jsonDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import {
  type EarningEvent,
  type EarningMovement,
  findClaimIds,
  findMovements,
  findPayees,
  listTold,
  type Payee,
  type Telling,
} from './earning-movements.repository.ts';
import { earningRules, tellingTypes } from './earning-rules.ts';
import type { UnpositionedEvent } from './positions.repository.ts';

/**
 * The movements of earnings that these events tell of and that are no event yet, in the order of the events.
 * @param events in the order in which they were appended.
 */
export async function findEarningEvents(tx: Tx, events: readonly UnpositionedEvent[]): Promise<EarningEvent[]> {
  const tellings = await findTellings(tx, events);
  if (tellings.length === 0) return [];
  const first = new Map<string, Telling>();
  for (const telling of tellings) if (!first.has(subjectKey(telling))) first.set(subjectKey(telling), telling);
  const movements = await findMovements(tx, [...first.values()]);
  if (movements.length === 0) return [];
  const payees = new Map((await findPayees(tx, movements)).map((one) => [payeeKey(one.companyId, one.linkId), one]));
  const found = movements.flatMap((movement) => {
    const payee = payees.get(payeeKey(movement.holderId, movement.linkId));
    const telling = first.get(subjectKey(movement));
    return payee === undefined || telling === undefined ? [] : [{ movement, payee, telling }];
  });
  const told = new Set((await listTold(tx, found.map(toldBy))).map(toldKey));
  return found
    .filter((one) => !told.has(toldKey(toldBy(one))))
    .sort((a, b) => a.telling.order - b.telling.order || compare(a.movement.id, b.movement.id))
    .map(eventOf);
}

type Found = { movement: EarningMovement; payee: Payee; telling: Telling };

const subjectKey = ({ holderId, mode, subjectKind, subjectId }: Omit<Telling, 'order' | 'eventId' | 'orderRef'>) =>
  `${holderId}/${mode}/${subjectKind}/${subjectId}`;
const payeeKey = (companyId: bigint, linkId: bigint): string => `${companyId}/${linkId}`;
const toldBy = ({ movement, payee }: Found) => ({ holderId: payee.holderId, transferId: movement.id });
const toldKey = ({ holderId, transferId }: { holderId: bigint; transferId: bigint }): string =>
  `${holderId}/${transferId}`;
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type);

/** What the transfers belong to of which these events tell. */
async function findTellings(tx: Tx, events: readonly UnpositionedEvent[]): Promise<Telling[]> {
  const claiming = events.filter(({ type, claimRef }) => isOneOf(tellingTypes.claim, type) && claimRef !== null);
  const claims = claiming.length === 0 ? [] : await findClaimIds(tx, claiming);
  const claimIds = new Map(claims.map(({ holderId, mode, claimRef, id }) => [`${holderId}/${mode}/${claimRef}`, id]));
  return events.flatMap((event, order) => {
    const { holderId, mode, type, id: eventId, subjectKind, subjectId, orderRef, refundId, claimRef } = event;
    const telling = { holderId, mode, eventId, order, orderRef };
    const claimId = claimIds.get(`${holderId}/${mode}/${claimRef}`);
    return [
      ...(isOneOf(tellingTypes.subject, type) ? [{ ...telling, subjectKind, subjectId }] : []),
      ...(isOneOf(tellingTypes.refund, type) && refundId !== null
        ? [{ ...telling, subjectKind: 'order_refund', subjectId: refundId }]
        : []),
      ...(isOneOf(tellingTypes.claim, type) && claimId !== undefined
        ? [{ ...telling, subjectKind: 'claim', subjectId: claimId, orderRef: null }]
        : []),
    ];
  });
}

const eventOf = ({ movement, payee, telling }: Found): EarningEvent => ({
  holderId: payee.holderId,
  mode: movement.mode,
  id: newTimedIdLike('evt', payee.holderId, telling.eventId),
  type: (earningRules[movement.rule] as (typeof earningRules)[number]).type,
  subjectKind: movement.subjectKind,
  subjectId: movement.subjectId,
  data: presentMovement(movement, payee, telling),
  createdAt: movement.createdAt,
  transferId: movement.id,
});

/** The same object as `GET /earnings/movements` lists. */
const presentMovement = (movement: EarningMovement, payee: Payee, { orderRef }: Telling) => ({
  movement_id: String(movement.id),
  code: movement.code,
  effect: (earningRules[movement.rule] as (typeof earningRules)[number]).effect,
  beneficiary_ref: Number(movement.linkId),
  company: payee.company,
  partner_order_ref: orderRef,
  payout_id: movement.subjectKind === 'payout' ? movement.subjectId : null,
  amount: jsonDecimal(movement.amount, exponentOf(movement.currency)),
  currency: movement.currency,
  created_at: movement.createdAt.toISOString(),
});

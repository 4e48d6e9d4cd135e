/** Settled debts and limits as the people who decide read them, with the names of who requested and decided. */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { byId, type PageQuery, readPage } from '../../core/http/page.ts';
import type { DecidedSettlement, PresentedLimit } from '../../features/debts/debt-schemas.ts';
import {
  findListedSettlement,
  findPeopleNames,
  type ListedDebtSettlement,
  listLimits,
  listSettlements,
  type SettlementFilter,
} from '../../features/debts/debt-settlements.repository.ts';
import { presentDecided, presentLimit } from '../../features/debts/present-debts.ts';
import { partnerPage } from './envelope.ts';

/** @param personId who reads it. */
export async function presentPage(db: Database, filter: SettlementFilter, query: PageQuery, personId: string) {
  const { rows: shown, next } = await readPage(query, byId('position'), (page) => listSettlements(db, filter, page));
  const names = await findPeopleNames(
    db,
    shown.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]),
  );
  return partnerPage(
    shown.map((settlement) => presentDecided(settlement, names, personId)),
    next,
  );
}

/** One that exists. */
export async function settlementInFull(
  tx: Tx,
  holderId: bigint,
  id: string,
  personId: string,
): Promise<DecidedSettlement> {
  const settlement = (await findListedSettlement(tx, holderId, id)) as ListedDebtSettlement;
  const names = await findPeopleNames(tx, [settlement.requestedBy, settlement.decidedBy]);
  return presentDecided(settlement, names, personId);
}

export async function presentLimits(db: Database, holderId: bigint): Promise<PresentedLimit[]> {
  const limits = await listLimits(db, holderId);
  const names = await findPeopleNames(
    db,
    limits.map(({ setBy }) => setBy),
  );
  return limits.map((limit) => presentLimit(limit, names.get(limit.setBy) ?? null));
}

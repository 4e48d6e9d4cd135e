/**
 * A settlement's statement: one line per order and party, and the totals. Reads only, and page by page, so that memory
 * is bounded by one page.
 */

import { amountCell, type Cell, csvRows } from '../../../base/csv/csv.ts';
import type { Database } from '../../../base/database/pool.ts';
import { sumOf } from '../../../base/money/compare.ts';
import { type Account, type Book, formatAccount, isShadow } from '../../../core/ledger/accounts.ts';
import { findLinks, type Link } from '../../links/links.repository.ts';
import { linkIdsOf, type Party, partyOf } from '../present-settlement.ts';
import type { Settlement } from '../settlements.repository.ts';
import { listStatementLines, type StatementLine, sumStatement } from './statements.repository.ts';

const pageLinesMax = 1_000;

export const settlementColumns = [
  'row',
  'order_ref',
  'order_id',
  'beneficiary_type',
  'beneficiary_ref',
  'shadow_merchant_ref',
  'name',
  'currency',
  'amount',
  'at',
  'is_shadow',
] as const;

const partyCells = (party: Party): Cell[] => [
  party.beneficiary_type,
  party.beneficiary_ref === null ? null : String(party.beneficiary_ref),
  party.shadow_merchant_ref ?? null,
  party.name,
];

const kinds = {
  settlement: 'settled',
  order_fee: 'fee',
  debt_recovery: 'debt_recovery',
  cash_netting: 'kept_from_cash',
} as const;

async function linksOfAccounts(db: Database, book: Book, accounts: readonly Account[]) {
  const ids = linkIdsOf(accounts);
  const links = ids.length === 0 ? [] : await findLinks(db, book.holderId, ids);
  return new Map(links.map((link) => [link.id, link]));
}

/** The lines page by page, with the link of each party. */
async function* pagesOf(db: Database, settlement: Settlement) {
  const links = new Map<bigint, Link>();
  let afterId = 0n;
  for (;;) {
    const lines = await listStatementLines(db, settlement.holderId, settlement.id, afterId, pageLinesMax);
    const last = lines.at(-1);
    if (last === undefined) return;
    const unknown = lines.filter(({ linkId }) => linkId !== null && !links.has(linkId));
    for (const [id, link] of await linksOfAccounts(db, settlement, unknown)) links.set(id, link);
    yield { lines, links };
    if (lines.length < pageLinesMax) return;
    afterId = last.transferId;
  }
}

/** The statement as chunks of CSV. The totals are summed from the lines above them. */
export async function* settlementCsv(db: Database, settlement: Settlement): AsyncGenerator<string> {
  const totals = new Map<string, { party: Party; isShadow: boolean; currency: string; amount: bigint }>();
  yield csvRows([settlementColumns]);
  for await (const { lines, links } of pagesOf(db, settlement)) {
    yield csvRows(
      lines.map((line) => {
        const party = partyOf(line, links);
        const key = `${line.currency}/${formatAccount(line)}`;
        const total = totals.get(key) ?? {
          party,
          isShadow: isShadow(line),
          currency: line.currency,
          amount: 0n,
        };
        totals.set(key, total);
        total.amount += line.amount;
        return lineCells(line, party);
      }),
    );
  }
  yield csvRows(
    [...totals.values()].map(({ party, isShadow, currency, amount }) => [
      'total',
      null,
      null,
      ...partyCells(party),
      currency,
      amountCell(amount, currency),
      null,
      String(isShadow),
    ]),
  );
}

/** Marks shares in the shadow ledger: no money moved for them. */
const lineCells = (line: StatementLine, party: Party): Cell[] => [
  kinds[line.code],
  line.partnerOrderRef,
  line.orderId,
  ...partyCells(party),
  line.currency,
  amountCell(line.amount, line.currency),
  line.createdAt.toISOString(),
  String(isShadow(line)),
];

/** The totals, and the first lines. */
export async function settlementExtract(db: Database, settlement: Settlement, limit: number) {
  const totals = await sumStatement(db, settlement.holderId, settlement.id);
  const lines = await listStatementLines(db, settlement.holderId, settlement.id, 0n, limit);
  const links = await linksOfAccounts(db, settlement, totals);
  const named = totals.map((total) => ({
    ...total,
    party: partyOf(total, links),
    isShadow: isShadow(total),
  }));
  return {
    totals: named,
    currencies: sumsOf(named.filter(({ isShadow }) => !isShadow)),
    shadowCurrencies: sumsOf(named.filter(({ isShadow }) => isShadow)),
    lines: lines.map((line) => ({
      ...line,
      party: partyOf(line, links),
      isShadow: isShadow(line),
    })),
    linesTotal: sumOf(totals.map(({ lines: count }) => count)),
  };
}

/** Sums by currency. Must never add real money to balances of the shadow ledger. */
function sumsOf(totals: readonly { currency: string; paid: bigint; deducted: bigint }[]): [string, bigint][] {
  const sums = new Map<string, bigint>();
  for (const { currency, paid, deducted } of totals) {
    sums.set(currency, (sums.get(currency) ?? 0n) + paid - deducted);
  }
  return [...sums];
}

/** What a settlement credited, before everything else of it. */
import type { SettlementInFull } from '../../api/types.ts';
import { LeadCredits } from './lead-credits.tsx';

export function CreditedHeadline({ settlement }: { settlement: SettlementInFull }) {
  const { credited, recorded, totals, settlement_id: id } = settlement;
  // It goes on being credited while it runs. A zero says less than the words below, which say why.
  if (credited === null || credited.length + (recorded?.length ?? 0) === 0) return null;
  return <LeadCredits totals={totals} of="settlement" trace={`settlement:${id}`} />;
}

/** What a settlement credited, before everything else of it. */
import type { SettlementInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { leading } from '../../ui/amount-headline.tsx';
import { LeadAmounts } from '../../ui/lead-amounts.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function CreditedHeadline({ settlement }: { settlement: SettlementInFull }) {
  const t = useStrings();
  const { credited, settlement_id: id } = settlement;
  // It goes on being credited while it runs. A zero says less than the words below, which say why.
  if (credited === null || credited.length === 0) return null;
  return (
    <LeadAmounts
      label={t('settlements.credited')}
      amounts={credited.map((one) => (
        <TracedMoney key={one.currency} trace={`settlement:${id}`} {...one} {...leading} />
      ))}
    />
  );
}

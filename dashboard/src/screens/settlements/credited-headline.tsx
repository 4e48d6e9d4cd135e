/** What a settlement credited, before everything else of it. */
import { Text } from '@mantine/core';
import type { SettlementInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { leading } from '../../ui/amount-headline.tsx';
import { LeadAmounts } from '../../ui/lead-amounts.tsx';
import { Money } from '../../ui/money.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function CreditedHeadline({ settlement }: { settlement: SettlementInFull }) {
  const t = useStrings();
  const { credited, currency, settlement_id: id } = settlement;
  // It goes on being credited while it runs.
  if (credited === null) return null;
  return (
    <LeadAmounts
      label={t('settlements.credited')}
      amounts={
        <>
          {credited.map((one) => (
            <TracedMoney key={one.currency} trace={`settlement:${id}`} {...one} {...leading} />
          ))}
          {credited.length === 0 &&
            (currency === null ? (
              <Text {...leading}>{t('settlements.credited.nothing')}</Text>
            ) : (
              <Money amount={0} currency={currency} {...leading} />
            ))}
        </>
      }
    />
  );
}

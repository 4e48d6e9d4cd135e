/** What a settlement credited, or would, before everything else of it; apart from that, what is only recorded. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { SettlementTotal } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { leading } from '../../ui/amount-headline.tsx';
import { LeadAmounts } from '../../ui/lead-amounts.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { sumsOf } from '../../ui/sums.ts';
import { TracedMoney } from '../../ui/traced-money.tsx';

type Props = {
  totals: readonly SettlementTotal[];
  of: 'preview' | 'settlement';
  /** Of a settlement that was made. */
  trace?: string;
  children?: ReactNode;
};

const amountOf = ({ amount }: SettlementTotal): number => amount;

export function LeadCredits({ totals, of, trace, children }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const credited = sumsOf(
    totals.filter((total) => !total.is_shadow),
    amountOf,
  );
  const recorded = sumsOf(
    totals.filter((total) => total.is_shadow),
    amountOf,
  );
  const isCredited = credited.length > 0;
  const amounts = intl.formatList(recorded.map(({ amount, currency }) => money(amount, currency)));
  const words =
    of === 'preview'
      ? {
          credited: t('preview.total'),
          onlyRecorded: t('preview.shadow.only'),
          alsoRecorded: t('preview.shadow.also', { amounts }),
        }
      : {
          credited: t('settlements.credited'),
          onlyRecorded: t('settlements.shadow.only'),
          alsoRecorded: t('settlements.shadow.also', { amounts }),
        };
  return (
    <LeadAmounts
      label={isCredited ? words.credited : words.onlyRecorded}
      amounts={(isCredited ? credited : recorded).map((one) =>
        trace === undefined ? (
          <Money key={one.currency} {...one} {...leading} />
        ) : (
          <TracedMoney key={one.currency} trace={trace} {...one} {...leading} />
        ),
      )}
    >
      {isCredited && recorded.length > 0 && <Text>{words.alsoRecorded}</Text>}
      {children}
    </LeadAmounts>
  );
}

/** What a settlement would do, in one figure before everything else: what is credited, or what is missing for that. */
import { Text } from '@mantine/core';
import type { SettlementPreview as Preview } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { leading } from '../../ui/amount-headline.tsx';
import { LeadAmounts } from '../../ui/lead-amounts.tsx';
import { Money } from '../../ui/money.tsx';
import { LeadCredits } from './lead-credits.tsx';

export type Shown = Omit<Preview, 'settlement_id' | 'started_at' | 'finished_at'>;

export const creditsOf = ({ orders_settled: settled, orders_recorded: recorded }: Shown): number => settled - recorded;

export function PreviewHeadline({ preview }: { preview: Shown }) {
  const t = useStrings();
  const held = preview.orders_on_hold;
  const credits = creditsOf(preview);
  const holds = held > 0 && <Text fw={600}>{t('preview.holds', { count: held })}</Text>;
  if (credits === 0 && preview.blocked.length > 0) {
    return (
      <LeadAmounts
        label={t('preview.missing')}
        amounts={preview.blocked.map(({ currency, missing_for_all: missing }) => (
          <Money key={currency} amount={missing} currency={currency} {...leading} />
        ))}
      >
        <Text fw={600}>{t('preview.missing.text')}</Text>
        {holds}
      </LeadAmounts>
    );
  }
  const note = <Text c="dimmed">{t('preview.note')}</Text>;
  if (preview.orders_settled === 0) {
    return (
      <>
        {holds}
        {note}
      </>
    );
  }
  return (
    <LeadCredits totals={preview.totals} of="preview">
      {credits > 0 && <Text fw={600}>{t('preview.settles', { count: credits })}</Text>}
      {holds}
      {note}
    </LeadCredits>
  );
}

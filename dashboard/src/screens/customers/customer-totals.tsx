/** What a customer paid, by currency, and what of it went back. */
import { Card } from '@mantine/core';
import type { Customer } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { LeadFigures } from '../../ui/lead-figures.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';

export function CustomerTotals({ customer: { totals } }: { customer: Customer }) {
  const t = useStrings();
  const amount = (value: number, currency: string) =>
    value === 0 ? t('app.none') : <Money amount={value} currency={currency} />;
  const [only, ...others] = totals;
  if (only !== undefined && others.length === 0) {
    const { currency, payments, paid, refunded, charged_back: chargedBack } = only;
    return (
      <Card withBorder padding="lg">
        <LeadFigures
          label={t('customer.totals')}
          figures={[
            { label: t('sums.paid_amount'), value: <Money amount={paid} currency={currency} /> },
            { label: t('payments.title'), value: payments },
            { label: t('sums.refunded_amount'), value: amount(refunded, currency) },
            { label: t('payments.disputed'), value: amount(chargedBack, currency) },
          ]}
        />
      </Card>
    );
  }
  return (
    <Panel title={t('customer.totals')} isFlush>
      <Figures
        label={t('payments.amount')}
        isFlush
        isStacked
        heads={[
          { title: t('app.currency') },
          { title: t('payments.title'), align: 'end' },
          { title: t('sums.paid_amount'), align: 'end' },
          { title: t('sums.refunded_amount'), align: 'end' },
          { title: t('payments.disputed'), align: 'end' },
        ]}
        rows={totals.map(({ currency, payments, paid, refunded, charged_back: chargedBack }) => ({
          key: currency,
          cells: [
            currency,
            payments,
            <Money key="paid" amount={paid} currency={currency} fw={600} />,
            amount(refunded, currency),
            amount(chargedBack, currency),
          ],
        }))}
      />
    </Panel>
  );
}

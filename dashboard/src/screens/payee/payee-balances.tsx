/** What a payee can be paid out, and what waits for settlement, by currency. */
import { Text } from '@mantine/core';
import type { Payee } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';

export function PayeeBalances({ payee: { balances, next_settlement_at: next } }: { payee: Payee }) {
  const t = useStrings();
  const amount = (value: number, currency: string) =>
    value === 0 ? t('app.none') : <Money amount={value} currency={currency} />;
  return (
    <Panel title={t('payee.balances')} isFlush={balances.length > 0}>
      {balances.length === 0 ? (
        <Text c="dimmed">{t('payee.balances.none')}</Text>
      ) : (
        <Figures
          label={t('payee.balances.by')}
          isFlush
          isStacked
          heads={[
            { title: t('app.currency') },
            { title: t('payee.available'), align: 'end' },
            { title: t('payee.upcoming'), align: 'end' },
            { title: t('payee.onHold'), align: 'end' },
            { title: t('payee.owes'), align: 'end' },
          ]}
          rows={balances.map(({ currency, available, upcoming, on_hold, debt }) => ({
            key: currency,
            cells: [
              currency,
              <Money key="available" amount={available} currency={currency} fz={26} fw={650} lh={1.3} />,
              amount(upcoming, currency),
              amount(on_hold, currency),
              amount(debt, currency),
            ],
          }))}
        />
      )}
      {next !== null && balances.some(({ upcoming }) => upcoming > 0) && (
        <Text size="sm" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="sm">
          {t('payee.next')} <Instant at={next} zone />
        </Text>
      )}
    </Panel>
  );
}

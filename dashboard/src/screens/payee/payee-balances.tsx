/** What a payee can be paid out, and what waits for settlement, by currency. */
import { Box, Group, Stack, Text } from '@mantine/core';
import type { Payee } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';

export function PayeeBalances({ payee: { balances, next_settlement_at: next } }: { payee: Payee }) {
  const t = useStrings();
  return (
    <Panel title={t('payee.balances')}>
      <Stack gap="md">
        {balances.length === 0 && <Text c="dimmed">{t('payee.balances.none')}</Text>}
        {balances.map((balance) => (
          <Balance key={balance.currency} balance={balance} />
        ))}
        {next !== null && balances.some(({ upcoming }) => upcoming > 0) && (
          <Text size="sm" c="dimmed">
            {t('payee.next')} <Instant at={next} zone />
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

const others = [
  ['upcoming', 'payee.upcoming'],
  ['on_hold', 'payee.onHold'],
  ['debt', 'payee.owes'],
] as const;

/** What can be paid out leads; of the rest what there is. */
function Balance({ balance }: { balance: Payee['balances'][number] }) {
  const t = useStrings();
  const { currency, available } = balance;
  return (
    <Group component="dl" m={0} align="flex-end" style={{ gap: '12px 40px' }}>
      <Box w={{ base: '100%', sm: 'auto' }}>
        <Text component="dt" size="xs" c="dimmed">
          {t('payee.available')}
        </Text>
        <Text component="dd" m={0}>
          <Money amount={available} currency={currency} fz={26} fw={650} lh={1.3} />
        </Text>
      </Box>
      {others
        .filter(([name]) => balance[name] !== 0)
        .map(([name, label]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {t(label)}
            </Text>
            <Text component="dd" m={0}>
              <Money amount={balance[name]} currency={currency} fw={550} />
            </Text>
          </div>
        ))}
    </Group>
  );
}

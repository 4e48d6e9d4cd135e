/** What there is in one currency, and what the next settlement needs of it. */
import { Divider, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompanyHome, Wallet } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { companyQuery } from '../home/company-query.ts';

export function Balances({ wallet }: { wallet: Wallet }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const home = useQuery({ ...companyQuery({ holderId, mode }), enabled: may('orders.read') });
  const { currency, clearing, reserved, spendable, commission, debt } = wallet;
  const next = home.data?.currencies.find((one) => one.currency === currency);
  return (
    <Panel title={currency}>
      <Stack gap="md">
        <Group gap={40} align="flex-start">
          <Balance label={t('wallets.clearing')} amount={clearing} currency={currency} />
          {reserved > 0 && (
            <>
              <Balance label={t('wallets.reserved')} amount={reserved} currency={currency} />
              <Balance label={t('wallets.spendable')} amount={spendable} currency={currency} />
            </>
          )}
          <Balance label={t('wallets.commission')} amount={commission} currency={currency} />
          {debt > 0 && <Balance label={t('wallets.debt')} amount={debt} currency={currency} />}
        </Group>
        {next !== undefined && next.orders > 0 && <NextSettlement next={next} />}
      </Stack>
    </Panel>
  );
}

function Balance({ label, amount, currency }: { label: string; amount: number; currency: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} component="div">
        <Money amount={amount} currency={currency} />
      </Text>
    </div>
  );
}

/** As the home says it. */
function NextSettlement({ next }: { next: CompanyHome['currencies'][number] }) {
  const t = useStrings();
  const money = useMoney();
  const { currency, needed, missing, orders, next_run_at: at } = next;
  const isShort = missing > 0;
  return (
    <>
      <Divider color="var(--line)" />
      <Stack gap={2}>
        <Group justify="space-between" gap="xs" align="baseline">
          <Text size="sm" c="dimmed">
            {t('home.needed')}
            {next.at_least ? ` ${t('home.needed.least')}` : ''}
          </Text>
          <Money amount={needed} currency={currency} fw={600} />
        </Group>
        <Group justify="space-between" gap="xs" align="baseline">
          <Text size="sm" c="dimmed" component="div">
            {at === null ? t('home.paused') : <Instant at={at} zone />}
          </Text>
          <Text size="sm" c="dimmed">
            {t('home.orders', { count: orders })}
          </Text>
        </Group>
        <Text size="sm" fw={550} mt={6} c={isShort ? 'var(--tone-waiting)' : 'var(--tone-done)'}>
          {isShort ? t('home.missing', { amount: money(missing, currency) }) : t('home.covered')}
        </Text>
      </Stack>
    </>
  );
}

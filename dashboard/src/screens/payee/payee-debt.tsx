/** What a payee owes the company, how it is settled, and what was settled before. Nothing where it never owed any. */
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import type { Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PayeesOwed } from '../debts/payee-debts.tsx';

const shownMax = 5;

export function PayeeDebt({ payee: { id, name, balances } }: { payee: Payee }) {
  const t = useStrings();
  const may = useMay();
  const money = useMoney();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['debts', holderId, mode, 'payee', id],
    queryFn: () =>
      pageOf(api.GET('/api/v1/debts/settlements', { params: { query: { beneficiary_ref: id, limit: shownMax } } })),
  });
  const settled = query.data?.data ?? [];
  const owed = balances
    .filter(({ debt }) => debt > 0)
    .map(({ currency, debt }) => ({ id: String(id), name, amount: debt, currency }));
  return (
    <>
      <PayeesOwed owed={may('link_debts.write_off') ? owed : []} />
      {settled.length > 0 && (
        <Panel title={t('debts.settled.title')}>
          <Stack gap="sm">
            {settled.map((one) => (
              <Group key={one.debt_settlement_id} justify="space-between" gap="xs">
                <Text fw={550}>
                  {t(`debts.settled.${one.kind}.${one.status}`, { amount: money(one.amount, one.currency) })}
                </Text>
                <Text size="xs" c="dimmed" component="div">
                  <Instant at={one.requested_at} day />
                </Text>
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
    </>
  );
}

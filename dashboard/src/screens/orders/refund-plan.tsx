/** What a refund or a reversal would do: what the customer gets, who gives back how much, and every transfer. */
import { Alert, Stack, Table, Text } from '@mantine/core';
import type { OrderInFull, OrderRefundPreview, OrderRefundWithTransfers, OrderTrace } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FromTo } from '../../ui/from-to.tsx';
import { useAccountWords } from '../../ui/ledger-words.ts';
import { Money, useMoney } from '../../ui/money.tsx';
import { usePartyName } from './party-name.ts';

export type Plan = OrderRefundWithTransfers | OrderRefundPreview;

type Props = { act: 'refund' | 'reverse'; plan: Plan; order: OrderInFull; trace: OrderTrace };

export function RefundPlan({ act, plan, order, trace }: Props) {
  const t = useStrings();
  const money = useMoney();
  const partyName = usePartyName();
  const accountWords = useAccountWords();
  const names = new Map(trace.splits.map(({ beneficiary_ref: ref, name }) => [String(ref), name]));
  const wordsOf = (account: string) => accountWords(account, names.get(/:(\d+)$/.exec(account)?.[1] ?? ''));
  const amount = money(plan.amount, plan.currency);
  const bearing = plan.splits.flatMap((split, place) => (split.amount > 0 ? [{ ...split, place }] : []));
  return (
    <Stack gap="md">
      <Text fw={550}>
        {act === 'reverse'
          ? t('reverse.plan.customer', { amount })
          : t(order.payment_method === 'service' ? 'refund.plan.customer' : 'refund.plan.collected', { amount })}
      </Text>
      {plan.status === 'awaiting_funds' && (
        <Alert color="yellow" variant="light">
          {t('refund.plan.waits')}
        </Alert>
      )}
      <div>
        <Text fw={600} mb={4}>
          {t(act === 'reverse' ? 'reverse.who' : 'refund.plan.bears')}
        </Text>
        {bearing.length === 0 ? (
          <Text c="dimmed">{t('refund.plan.nobody')}</Text>
        ) : (
          <Table withTableBorder>
            <Table.Tbody>
              {bearing.map((split) => (
                <Table.Tr key={split.place}>
                  <Table.Th scope="row" fw={500}>
                    {partyName({ ...split, name: trace.splits[split.place]?.name ?? null })}
                  </Table.Th>
                  <Table.Td ta="end">
                    <Money amount={split.amount} currency={plan.currency} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </div>
      <div>
        <Text fw={600} mb={4}>
          {t('refund.plan.transfers')}
        </Text>
        {plan.transfers.length === 0 ? (
          <Text c="dimmed">{t('refund.plan.noTransfers')}</Text>
        ) : (
          <Table withTableBorder>
            <Table.Tbody>
              {plan.transfers.map(({ from, to, amount: moved, currency, code }) => (
                <Table.Tr key={`${code}/${from}/${to}/${moved}`}>
                  <Table.Td>
                    <FromTo from={wordsOf(from)} to={wordsOf(to)} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Money amount={moved} currency={currency} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </div>
    </Stack>
  );
}

/** What a refund would do: what the customer gets where, what comes back of the fee, and every transfer. */
import { Stack, Table, Text } from '@mantine/core';
import type { ShopRefundInFull, ShopRefundPreview } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FromTo } from '../../ui/from-to.tsx';
import { useAccountWords } from '../../ui/ledger-words.ts';
import { Money, useMoney } from '../../ui/money.tsx';

export type Plan = ShopRefundInFull | ShopRefundPreview;

export function RefundPlan({ plan }: { plan: Plan }) {
  const t = useStrings();
  const money = useMoney();
  const accountWords = useAccountWords();
  const { goes_to: to, currency } = plan;
  const amount = money(plan.amount, currency);
  return (
    <Stack gap="md">
      <div>
        <Text fw={550}>
          {to.card_last_four === null
            ? t(`payRefund.plan.${to.method}`, { amount })
            : t('payRefund.plan.cardEnding', { amount, digits: to.card_last_four })}
        </Text>
        {to.method === 'card' && <Text c="dimmed">{t('payRefund.plan.days')}</Text>}
      </div>
      <Table withTableBorder>
        <Table.Tbody>
          {plan.fee_returned > 0 && (
            <Table.Tr>
              <Table.Th scope="row" fw={500}>
                {t('payRefund.fee')}
              </Table.Th>
              <Table.Td ta="end">
                <Money amount={plan.fee_returned} currency={currency} />
              </Table.Td>
            </Table.Tr>
          )}
          <Table.Tr>
            <Table.Th scope="row" fw={500}>
              {t('payRefund.walletAfter')}
            </Table.Th>
            <Table.Td ta="end">
              <Money amount={plan.wallet_after} currency={currency} />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <div>
        <Text fw={600} mb={4}>
          {t('payRefund.transfers')}
        </Text>
        <Table withTableBorder>
          <Table.Tbody>
            {plan.transfers.map(({ from, to: receiver, amount: moved, code }) => (
              <Table.Tr key={`${code}/${from}/${receiver}`}>
                <Table.Td>
                  <FromTo from={accountWords(from)} to={accountWords(receiver)} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money amount={moved} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  );
}

/** Transfers with their two accounts in words: a table at a desk, one below the other on a phone. */
import { Group, Stack, Table, Text } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './instant.tsx';
import { useIsPhone } from './is-phone.ts';
import { type TransferCode, useAccountWords } from './ledger-words.ts';
import { Money } from './money.tsx';
import panel from './panel.module.css';

type Account = { account: string; name: string | null };
type Transfer = {
  transfer_id: number;
  code: TransferCode;
  from: Account;
  to: Account;
  amount: number;
  currency: string;
  /** Of a transfer that a settlement posted. */
  settlement_id?: number | null;
  created_at: string;
};

type Props = { transfers: readonly Transfer[] /** Where there are none. */; empty: string };

export function Transfers({ transfers, empty }: Props) {
  const t = useStrings();
  const accountWords = useAccountWords();
  const isPhone = useIsPhone();
  if (transfers.length === 0)
    return (
      <Text c="dimmed" className={panel.body ?? ''}>
        {empty}
      </Text>
    );
  const wordsOf = ({ account, name }: Account) => accountWords(account, name);
  const what = ({ code, settlement_id: id }: Transfer) =>
    id == null ? t(`code.${code}`) : `${t(`code.${code}`)} ${id}`;
  if (isPhone) {
    return (
      <Stack gap={0}>
        {transfers.map((transfer, place) => (
          <Stack
            key={transfer.transfer_id}
            gap={4}
            p="md"
            style={{ borderTop: place === 0 ? 'none' : '1px solid var(--line)' }}
          >
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text fw={550}>{what(transfer)}</Text>
              <Money amount={transfer.amount} currency={transfer.currency} fw={600} style={{ whiteSpace: 'nowrap' }} />
            </Group>
            <Text size="sm">
              {wordsOf(transfer.from)} → {wordsOf(transfer.to)}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <Instant at={transfer.created_at} />
            </Text>
          </Stack>
        ))}
      </Stack>
    );
  }
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('order.what')}</Table.Th>
          <Table.Th>{`${t('order.from')} → ${t('order.to')}`}</Table.Th>
          <Table.Th ta="right">{t('order.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {transfers.map((transfer) => (
          <Table.Tr key={transfer.transfer_id}>
            <Table.Td>
              <Text fw={550}>{what(transfer)}</Text>
              <Text size="xs" c="dimmed" component="div">
                <Instant at={transfer.created_at} />
              </Text>
            </Table.Td>
            <Table.Td>
              <Group gap={6} wrap="nowrap">
                <span>{wordsOf(transfer.from)}</span>
                <Icon name="arrow-right" size={14} />
                <span>{wordsOf(transfer.to)}</span>
              </Group>
            </Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              <Money amount={transfer.amount} currency={transfer.currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

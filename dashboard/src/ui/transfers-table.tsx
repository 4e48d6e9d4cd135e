/** Transfers at a desk. A file of its own: no phone loads it. */
import { Group, Table, Text } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { FromTo } from './from-to.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './instant.tsx';
import { TracedMoney } from './traced-money.tsx';
import type { ToldTransfer } from './transfers.tsx';

export function TransfersTable({ transfers }: { transfers: readonly ToldTransfer[] }) {
  const t = useStrings();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('order.what')}</Table.Th>
          <Table.Th>
            <FromTo from={t('order.from')} to={t('order.to')} />
          </Table.Th>
          <Table.Th ta="end">{t('order.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {transfers.map((transfer) => (
          <Table.Tr key={transfer.transfer_id}>
            <Table.Td>
              <Text fw={550}>{transfer.what}</Text>
              <Text size="xs" c="dimmed" component="div">
                <Instant at={transfer.created_at} />
              </Text>
            </Table.Td>
            <Table.Td>
              <Group gap={6} wrap="nowrap">
                <span>{transfer.fromWords}</span>
                <Icon name="arrow-right" size={14} />
                <span>{transfer.toWords}</span>
              </Group>
            </Table.Td>
            <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
              <TracedMoney
                trace={`transfer:${transfer.transfer_id}`}
                amount={transfer.amount}
                currency={transfer.currency}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

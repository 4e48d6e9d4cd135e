/** The splits of an order at a desk. A file of its own: no phone loads it. */
import { Table } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Money } from '../../ui/money.tsx';
import { nameOfRest, type ShownSplits } from './order-splits.tsx';

export function SplitTable({ splits, shown, currency, difference, total, partyOf }: ShownSplits) {
  const t = useStrings();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('order.party')}</Table.Th>
          <Table.Th ta="end">{t('order.share')}</Table.Th>
          {shown.map(({ of, title }) => (
            <Table.Th key={of} ta="end">
              {t(title)}
            </Table.Th>
          ))}
          {shown.length > 0 && <Table.Th ta="end">{t('order.left')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {splits.map((split, place) => (
          <Table.Tr key={place.toString()}>
            <Table.Td>{partyOf(split, place)}</Table.Td>
            <Table.Td ta="end">
              <Money amount={split.amount} currency={currency} />
            </Table.Td>
            {shown.map(({ of }) => (
              <Table.Td key={of} ta="end">
                {!split[of] ? t('app.none') : <Money amount={split[of]} currency={currency} />}
              </Table.Td>
            ))}
            {shown.length > 0 && (
              <Table.Td ta="end">
                <Money amount={split.left} currency={currency} fw={600} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
        {difference !== 0 && (
          <Table.Tr>
            <Table.Td fw={550}>{t(nameOfRest(difference))}</Table.Td>
            <Table.Td ta="end">
              <Money amount={difference} currency={currency} />
            </Table.Td>
            {shown.length > 0 && <Table.Td colSpan={shown.length + 1} />}
          </Table.Tr>
        )}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr style={{ borderTop: '1px solid var(--line)' }}>
          <Table.Th scope="row">{t('order.total')}</Table.Th>
          <Table.Td ta="end">
            <Money amount={total} currency={currency} fw={650} />
          </Table.Td>
          {shown.length > 0 && <Table.Td colSpan={shown.length + 1} />}
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** The chain as a table: what moved, between whom, when. */
import { Table, Text } from '@mantine/core';
import type { MoneyTrace, TraceEdge } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FromTo } from '../../ui/from-to.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { usePlaceWords } from './place-words.ts';

/** Of many things at once, whose transfers have chains of their own. */
const isOfMany = ({ trace }: MoneyTrace): boolean => /^(settlement|line):/.test(trace);

export function EdgeTable({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  const placeOf = usePlaceWords();
  const names = new Map(trace.nodes.map((node) => [node.key, placeOf(node)]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('order.what')}</Table.Th>
          <Table.Th ta="end">{t('order.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trace.edges.map((edge) => (
          <Table.Tr key={`${edge.from} ${edge.to} ${edge.code}`}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text fw={550} component="div">
                {t(`code.${edge.code}`)}
                {edge.count > 1 && (
                  <Text span c="dimmed" fw={400} size="sm">
                    {' '}
                    {t('trace.count', { count: edge.count })}
                  </Text>
                )}
              </Text>
              <Text size="sm" component="div">
                <FromTo from={nameOf(edge.from)} to={nameOf(edge.to)} />
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <Instant at={edge.last_at} />
              </Text>
            </Table.Td>
            <Table.Td ta="end" style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
              <Amount edge={edge} leadsOn={isOfMany(trace)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Amount({ edge: { amount, currency, transfer_id: id }, leadsOn }: { edge: TraceEdge; leadsOn: boolean }) {
  return leadsOn && id !== null ? (
    <TracedMoney trace={`transfer:${id}`} amount={amount} currency={currency} fw={600} />
  ) : (
    <Money amount={amount} currency={currency} fw={600} />
  );
}

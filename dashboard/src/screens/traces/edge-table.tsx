/** The chain as a table: what moved, between whom, when. */
import { Table, Text } from '@mantine/core';
import type { MoneyTrace, TraceEdge } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FromTo } from '../../ui/from-to.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Money } from '../../ui/money.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import classes from './edge-table.module.css';
import { usePlaceWords } from './place-words.ts';

/** Of many things at once, whose transfers have chains of their own. */
const isOfMany = ({ trace }: MoneyTrace): boolean => /^(settlement|line):/.test(trace);

export function EdgeTable({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const placeOf = usePlaceWords();
  const names = new Map(trace.nodes.map((node) => [node.key, placeOf(node)]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  return (
    <Table verticalSpacing="sm" horizontalSpacing={isPhone ? 'md' : 'lg'}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('order.what')}</Table.Th>
          {!isPhone && (
            <Table.Th>
              <FromTo from={t('order.from')} to={t('order.to')} />
            </Table.Th>
          )}
          <Table.Th ta="end">{t('order.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trace.edges.map((edge) => {
          const ends = <FromTo from={nameOf(edge.from)} to={nameOf(edge.to)} />;
          return (
            <Table.Tr key={`${edge.from} ${edge.to} ${edge.code}`}>
              <Table.Td className={classes.what ?? ''}>
                <What edge={edge} />
                {isPhone && (
                  <Text size="sm" component="div">
                    {ends}
                  </Text>
                )}
                <Text size="xs" c="dimmed" component="div">
                  <Instant at={edge.last_at} />
                </Text>
              </Table.Td>
              {!isPhone && <Table.Td className={classes.what ?? ''}>{ends}</Table.Td>}
              <Table.Td ta="end" className={classes.amount ?? ''}>
                <Amount edge={edge} leadsOn={isOfMany(trace)} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function What({ edge: { code, count } }: { edge: TraceEdge }) {
  const t = useStrings();
  return (
    <Text fw={550} component="div">
      {t(`code.${code}`)}
      {count > 1 && (
        <Text span c="dimmed" fw={400} size="sm">
          {' '}
          {t('trace.count', { count })}
        </Text>
      )}
    </Text>
  );
}

function Amount({ edge: { amount, currency, transfer_id: id }, leadsOn }: { edge: TraceEdge; leadsOn: boolean }) {
  return leadsOn && id !== null ? (
    <TracedMoney trace={`transfer:${id}`} amount={amount} currency={currency} fw={600} />
  ) : (
    <Money amount={amount} currency={currency} fw={600} />
  );
}

/** Where the money of a period came from and went, through clearing, in one currency. */
import { SankeyChart } from '@mantine/charts';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CompanyActivity } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Money, useMoney } from '../../ui/money.tsx';
import { flowHeight } from './flow-ahead.tsx';
import { FlowNode, labelHeight, labelMargin } from './flow-node.tsx';
import classes from './home.module.css';

type Flow = CompanyActivity['flows'][number];
type Move = { key: string; label: string; amount: number; color: string };

const colors = {
  top_ups: 'teal.6',
  payments: 'teal.5',
  taken_back: 'gray.5',
  merchants: 'teal.7',
  couriers: 'cyan.6',
  commission: 'indigo.5',
  refunds: 'orange.6',
  payouts: 'gray.6',
  disputes: 'red.6',
  fees: 'gray.5',
  debt: 'red.5',
  cash: 'lime.6',
} as const satisfies Record<Flow['moves'][number]['part'], string>;

/** Of all bars of a side and the margins, beside what their labels need. */
const barsHeightMin = 150;

type Props = { activity: CompanyActivity; currency: string; days: number; controls: ReactNode };

export function FlowFigure({ activity, currency, days, controls }: Props) {
  const t = useStrings();
  const title = t('home.flow', { days });
  const flow = activity.flows.find((one) => one.currency === currency);
  const sides = useSides(flow);
  if (flow === undefined || flow.moves.length === 0) {
    const none = <Text c="dimmed">{t('home.flow.empty')}</Text>;
    return <FigureTable title={title} controls={controls} picture={none} table={none} />;
  }
  return (
    <FigureTable
      title={title}
      controls={controls}
      picture={<FlowPicture sides={sides} currency={currency} />}
      table={
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('home.flow.what')}</Table.Th>
              <Table.Th ta="end">{t('home.flow.in')}</Table.Th>
              <Table.Th ta="end">{t('home.flow.out')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(['in', 'out'] as const).flatMap((direction) =>
              sides[direction].map(({ key, label, amount }) => (
                <Table.Tr key={`${direction}/${key}`}>
                  <Table.Th scope="row" fw={500}>
                    {label}
                  </Table.Th>
                  <Table.Td ta="end">{direction === 'in' && <Money amount={amount} currency={currency} />}</Table.Td>
                  <Table.Td ta="end">{direction === 'out' && <Money amount={amount} currency={currency} />}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      }
    />
  );
}

/** What there was and what came in stand on one side; what went out and what is left on the other. */
function useSides(flow: Flow | undefined): { in: Move[]; out: Move[] } {
  const t = useStrings();
  if (flow === undefined) return { in: [], out: [] };
  const moved = (direction: 'in' | 'out'): Move[] =>
    flow.moves
      .filter((move) => move.direction === direction)
      .map(({ part, amount }) => ({
        key: part,
        label: t(`home.flow.${direction}.${part}`),
        amount,
        color: colors[part],
      }));
  const rest = (key: 'opening' | 'closing'): Move[] =>
    flow[key] > 0 ? [{ key, label: t(`home.flow.${key}`), amount: flow[key], color: 'gray.5' }] : [];
  return { in: [...rest('opening'), ...moved('in')], out: [...moved('out'), ...rest('closing')] };
}

function FlowPicture({ sides, currency }: { sides: { in: Move[]; out: Move[] }; currency: string }) {
  const t = useStrings();
  const money = useMoney();
  const isPhone = useIsPhone();
  const format = (value: number) => money(value, currency);
  const most = Math.max(sides.in.length, sides.out.length);
  const clearing = sides.in.length;
  const nodes = [
    ...sides.in.map(({ label, color }) => ({ name: label, color })),
    { name: t('home.flow.clearing'), color: 'gray.6' },
    ...sides.out.map(({ label, color }) => ({ name: label, color })),
  ];
  const links = [
    ...sides.in.map(({ amount }, place) => ({ source: place, target: clearing, value: amount })),
    ...sides.out.map(({ amount }, place) => ({ source: clearing, target: clearing + 1 + place, value: amount })),
  ];
  return (
    <SankeyChart
      className={classes.flow ?? ''}
      height={isPhone ? Math.max(flowHeight, most * labelHeight + barsHeightMin) : flowHeight}
      data={{ nodes, links }}
      nodeWidth={12}
      nodePadding={isPhone ? labelHeight : 22}
      linkOpacity={0.3}
      textColor="var(--mantine-color-text)"
      valueFormatter={format}
      sankeyProps={{
        accessibilityLayer: false,
        margin: { top: isPhone ? labelMargin : 8, bottom: 16, left: 4, right: 4 },
        sort: false,
        ...(isPhone && {
          node: (node) => <FlowNode node={node} color={nodes[node.index]?.color ?? 'gray.5'} format={format} />,
        }),
      }}
    />
  );
}

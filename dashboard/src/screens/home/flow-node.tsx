/** A part of the money flow on a phone: its name and amount below each other, no wider than its half of the picture. */
import { getThemeColor, useMantineTheme } from '@mantine/core';
import { Text, useChartWidth } from 'recharts';

/** What its labels need, so that those of parts without height do not touch: two lines of name and one of amount. */
export const labelHeight = 44;
/** Above the picture, where clearing is named: it stands between both sides. */
export const labelMargin = 36;

const fontSize = 12;
const lineHeight = 14;
const gap = 6;
/** Of half the width: the picture's margin, its bar, half of the one in the middle, and the gaps beside the label. */
const taken = 34;

type Node = {
  x: number;
  y: number;
  width: number;
  height: number;
  payload: { name: string; value: number; sourceNodes: readonly number[]; targetNodes: readonly number[] };
};

type Props = { node: Node; color: string; format: (value: number) => string };

export function FlowNode({ node: { x, y, width, height, payload }, color, format }: Props) {
  const theme = useMantineTheme();
  const room = (useChartWidth() ?? 0) / 2 - taken;
  const isSource = payload.sourceNodes.length === 0;
  const isMiddle = !isSource && payload.targetNodes.length > 0;
  const at = isMiddle
    ? { x: x + width / 2, textAnchor: 'middle' as const }
    : isSource
      ? { x: x + width + gap, textAnchor: 'start' as const }
      : { x: x - gap, textAnchor: 'end' as const };
  const middle = isMiddle ? fontSize + 4 : y + height / 2;
  const style = { fontSize, fontFamily: 'var(--mantine-font-family)' };
  const said = { ...at, lineHeight, style, fill: 'var(--chart-text-color)' };
  return (
    <g data-label={payload.name}>
      <rect x={x} y={y} width={width} height={height} fill={getThemeColor(color, theme)} />
      <Text {...said} y={middle - 4} verticalAnchor="end" {...(!isMiddle && { width: room })}>
        {payload.name}
      </Text>
      <Text {...said} y={middle + 3} verticalAnchor="start" opacity={0.8}>
        {format(payload.value)}
      </Text>
    </g>
  );
}

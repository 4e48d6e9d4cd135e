/** The product in one picture: an order comes in as one amount, and leaves in the shares of everyone involved. */

import { type StringId, useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import classes from './welcome.module.css';

const currency = 'USD';
const total = 25;

/** Strands as wide as their shares: together they are the channel. */
const shares: readonly { label: StringId; amount: number; width: number; from: number; to: number }[] = [
  { label: 'welcome.flow.restaurant', amount: 18.5, width: 29.6, from: 124.8, to: 56 },
  { label: 'welcome.flow.courier', amount: 4, width: 6.4, from: 142.8, to: 142 },
  { label: 'welcome.flow.platform', amount: 2.5, width: 4, from: 148, to: 216 },
];

export function Flow() {
  const t = useStrings();
  const money = useMoney();
  const text = [
    `${t('welcome.flow.order')} ${money(total, currency)}`,
    ...shares.map(({ label, amount }) => `${t(label)} ${money(amount, currency)}`),
  ].join(', ');
  return (
    <svg className={classes.flow} viewBox="0 0 420 260" role="img" aria-label={text}>
      <g fill="none">
        <path className={classes.strand} strokeWidth="40" d="M0 130 H150" />
        {shares.map(({ label, width, from, to }) => (
          <path
            key={label}
            className={classes.strand}
            strokeWidth={width}
            d={`M150 ${from} C 220 ${from}, 220 ${to}, 296 ${to}`}
          />
        ))}
        <path className={classes.gate} strokeWidth="6" strokeLinecap="round" d="M150 92 V168" />
      </g>
      <Label x={0} y={84} name={t('welcome.flow.order')} amount={money(total, currency)} />
      {shares.map(({ label, amount, to }) => (
        <Label key={label} x={310} y={to - 2} name={t(label)} amount={money(amount, currency)} />
      ))}
    </svg>
  );
}

const Label = ({ x, y, name, amount }: { x: number; y: number; name: string; amount: string }) => (
  <text x={x} y={y} className={classes.label}>
    <tspan className={classes.name}>{name}</tspan>
    <tspan x={x} dy="17" className={classes.sum}>
      {amount}
    </tspan>
  </text>
);

/** What an order or a payment is about, before everything else of it: its amount, and where it stands. */
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import classes from './amount-headline.module.css';
import { Icon } from './icon.tsx';
import { Money } from './money.tsx';
import { TracedMoney, useTraceLink } from './traced-money.tsx';

type State = { badge: ReactNode /** Of which side of it, where there are several. */; of?: string };

type Props = {
  amount: number;
  currency: string;
  /** Undefined while no money has moved: there is nothing to follow. */
  trace: string | undefined;
  states: readonly State[];
};

/** How the amount that leads a page is written. */
export const leading = { fz: 30, fw: 650, lh: 1.25, lts: '-0.015em' } as const;

export function AmountHeadline({ amount, currency, trace, states }: Props) {
  return (
    <Stack gap={8} c="var(--mantine-color-text)">
      <Group gap="sm" align="baseline" className={classes.amount ?? ''}>
        {trace === undefined ? (
          <Money amount={amount} currency={currency} {...leading} />
        ) : (
          <>
            <TracedMoney trace={trace} amount={amount} currency={currency} {...leading} />
            <Follow trace={trace} />
          </>
        )}
      </Group>
      <Group gap="md">
        {states.map(({ badge, of }, place) => (
          <Group key={of ?? place.toString()} gap={6} wrap="nowrap">
            {of !== undefined && (
              <Text span size="sm" c="dimmed">
                {of}
              </Text>
            )}
            {badge}
          </Group>
        ))}
      </Group>
    </Stack>
  );
}

function Follow({ trace }: { trace: string }) {
  const t = useStrings();
  return (
    <Link {...useTraceLink(trace)} className={classes.follow}>
      {t('trace.title')} <Icon name="arrow-right" size={14} />
    </Link>
  );
}

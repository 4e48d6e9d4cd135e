/** One of the few objects that belong to the page's own: its name, which leads to it, its amount, state and day. */
import { Group, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Instant } from './instant.tsx';
import { Money } from './money.tsx';

type Props = {
  to: LinkProps;
  title: string;
  amount: { amount: number; currency: string };
  badge: ReactNode;
  at: string;
};

export const RelatedRow = ({ to, title, amount: { amount, currency }, badge, at }: Props) => (
  <Stack gap={2}>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Link {...to} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Link>
      <Money amount={amount} currency={currency} fw={550} />
    </Group>
    <Group justify="space-between" gap="xs">
      {badge}
      <Text size="xs" c="dimmed" component="div">
        <Instant at={at} day />
      </Text>
    </Group>
  </Stack>
);

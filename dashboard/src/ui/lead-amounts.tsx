/** What a page is about in money, before everything else: a name, and below it an amount of each currency. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { label: string; amounts: ReactNode; children?: ReactNode };

export const LeadAmounts = ({ label, amounts, children }: Props) => (
  <Stack gap={0} c="var(--mantine-color-text)">
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Group gap="lg" align="baseline">
      {amounts}
    </Group>
    {children}
  </Stack>
);

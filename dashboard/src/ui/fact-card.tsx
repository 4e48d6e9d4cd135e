/** One figure with its name above and what it means below. */
import { Box, Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { label: string; value: ReactNode; note?: ReactNode; action?: ReactNode };

export const FactCard = ({ label, value, note, action }: Props) => (
  <Card withBorder padding="md">
    <Text c="dimmed" size="sm">
      {label}
    </Text>
    <Text component="div" fz={{ base: 20, xs: 24 }} fw={650} lh={1.3} lts="-0.01em">
      {value}
    </Text>
    {note !== undefined && (
      <Text c="dimmed" size="xs" component="div" mt={2}>
        {note}
      </Text>
    )}
    {Boolean(action) && (
      // At the end, where those of the cards beside it stand.
      <Box mt="auto" display="grid">
        {action}
      </Box>
    )}
  </Card>
);

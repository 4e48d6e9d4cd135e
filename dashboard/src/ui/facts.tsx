/** Facts about one thing, each with its name above: in a row at a desk, two by two on a phone. */
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = { label: string; value: ReactNode };

type Props = {
  facts: readonly Fact[];
  /** How many stand side by side at a desk; as many as fit without it. */
  cols?: number;
  /** Inside a card, which has its own line around it. */
  isBare?: boolean;
};

/** More do not fit beside each other with a date and its zone among them. */
const narrowCols = 4;

export function Facts({ facts, cols = Math.min(facts.length, 5), isBare = false }: Props) {
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: Math.min(cols, narrowCols), xl: cols }}
      m={0}
      className={isBare ? classes.bare : classes.facts}
    >
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} mt={2} fw={550}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

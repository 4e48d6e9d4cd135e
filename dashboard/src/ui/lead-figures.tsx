/** The figures that lead a panel, each with its name above: in a row at a desk, two by two on a phone. */
import { SimpleGrid, Text } from '@mantine/core';
import type { Fact } from './facts.tsx';
import classes from './lead-figures.module.css';

export function LeadFigures({ label, figures }: { label: string; figures: readonly Fact[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form.
    <div role="group" aria-label={label}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: figures.length }} spacing="md" verticalSpacing="sm" m={0}>
        {figures.map((figure) => (
          <div key={figure.label}>
            <Text component="dt" size="xs" c="dimmed">
              {figure.label}
            </Text>
            <Text component="dd" m={0} className={classes.figure ?? ''}>
              {figure.value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </div>
  );
}

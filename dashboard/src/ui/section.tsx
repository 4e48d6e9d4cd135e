/** A part of a screen with a heading of its own, what it is about, and what can be done with it. Looks as a panel does. */
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  id?: string;
  title: string;
  /** What it is about, first. */
  text?: ReactNode;
  /** What is said of it after what it holds, which is what one looks for. */
  footnote?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

export function Section({ id, title, text, aside, footnote, children }: Props) {
  const heading = useId();
  return (
    <Box component="section" id={id} aria-labelledby={heading} className={classes.panel}>
      <Group justify="space-between" gap="xs" className={classes.head}>
        <Title order={2} size="h3" id={heading}>
          {title}
        </Title>
        {aside}
      </Group>
      <Stack gap="md" className={classes.body}>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        {children}
        {footnote !== undefined && (
          <Text size="sm" c="dimmed">
            {footnote}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

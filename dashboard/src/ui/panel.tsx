/** A part of a screen with a heading of its own. */
import { Box, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  /** A table fills it from edge to edge. */
  isFlush?: boolean;
};

export function Panel({ title, actions, children, isFlush = false }: Props) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} className={classes.panel}>
      <Group justify="space-between" gap="xs" className={classes.head}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </Box>
  );
}

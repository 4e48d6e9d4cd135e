/** A screen: its heading, what can be done there, and its content. Names the browser's tab. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

type Props = {
  title: string;
  /** A menu at the end of the title's line, on a phone too. */
  menu?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  /** On a phone the actions are below the title, where the words of both are long. */
  areActionsBelow?: boolean;
  children: ReactNode;
};

export function Page({ title, menu, note, actions, areActionsBelow = false, children }: Props) {
  useDocumentTitle(`${title} · Sluice`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={menu ? classes.wide : undefined}>
          {menu ? (
            <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
              <Title order={1}>{title}</Title>
              {menu}
            </Group>
          ) : (
            <Title order={1}>{title}</Title>
          )}
          {note !== undefined && (
            <Text c="dimmed" component="div" mt={4} maw={680}>
              {note}
            </Text>
          )}
        </div>
        {actions !== undefined && (
          <Group gap="xs" mih={32} className={classes.actions ?? ''} data-below={areActionsBelow || undefined}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}

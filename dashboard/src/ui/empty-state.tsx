/** Shown instead of an empty list: what the list is for, and what to do first. */
import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

type Props = {
  icon: IconName;
  title: string;
  text: string;
  action?: ReactNode;
  /** It is the whole page. */
  isPage?: boolean;
};

const balanced = { textWrapStyle: 'balance' } as CSSProperties;

export function EmptyState({ icon, title, text, action, isPage = false }: Props) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <ThemeIcon variant="light" color="gray" size={44} radius="xl">
        <Icon name={icon} size={22} />
      </ThemeIcon>
      <Title order={isPage ? 1 : 2} size="h3" style={balanced}>
        {title}
      </Title>
      <Text c="dimmed" maw={420} style={balanced}>
        {text}
      </Text>
      {action && (
        <Stack align="center" gap="xs" mt="xs">
          {action}
        </Stack>
      )}
    </Stack>
  );
}

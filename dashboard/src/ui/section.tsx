/** A part of a screen with a heading of its own. */
import { Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = { id?: string; title: string; text?: ReactNode; aside?: ReactNode; children: ReactNode };

export function Section({ id, title, text, aside, children }: Props) {
  const heading = useId();
  return (
    <Card withBorder padding="lg" component="section" id={id} aria-labelledby={heading}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <Box flex="1 1 220px">
            <Title order={2} id={heading}>
              {title}
            </Title>
            {text !== undefined && (
              <Text c="dimmed" mt={4}>
                {text}
              </Text>
            )}
          </Box>
          <Box flex="none">{aside}</Box>
        </Group>
        {children}
      </Stack>
    </Card>
  );
}

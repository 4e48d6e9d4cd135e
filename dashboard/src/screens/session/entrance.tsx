/** The frame of the screens before sign-in: the mark, one card, nothing else. */
import { Box, Card, Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Mark } from '../../ui/mark.tsx';

type Props = { title: string; text?: ReactNode; children: ReactNode; below?: ReactNode };

export function Entrance({ title, text, children, below }: Props) {
  useDocumentTitle(`${title} · Sluice`);
  return (
    <Center mih="100dvh" p="md" bg="var(--ground-subtle)" component="main">
      <Box w="100%" maw={400}>
        <Center mb="xl">
          <Mark size={32} />
        </Center>
        <Card withBorder padding="xl" radius={12}>
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {text !== undefined && (
                <Text c="dimmed" mt={4} component="div">
                  {text}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Card>
        {below !== undefined && (
          <Text ta="center" mt="lg" component="div">
            {below}
          </Text>
        )}
      </Box>
    </Center>
  );
}

/** A part of the profile that is seldom changed: one row, until its owner opens it or an address names it. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';

type Props = {
  id: string;
  title: string;
  /** How things stand, in a word. */
  summary?: ReactNode;
  /** Above what is opened. */
  text: ReactNode;
  children: (fold: () => void) => ReactNode;
};

export function FoldedSection({ id, title, summary, text, children }: Props) {
  const t = useStrings();
  const isNamed = useLocation({ select: ({ hash }) => hash === id });
  const [isOpen, setOpen] = useState(isNamed);
  const heading = useId();
  const content = useId();
  return (
    <Card withBorder px="lg" py={isOpen ? 'lg' : 'sm'} component="section" id={id} aria-labelledby={heading}>
      <Group justify="space-between" wrap="nowrap" align="center">
        <Group miw={0} gap="sm" wrap="nowrap" align="baseline">
          <Title order={2} id={heading}>
            {title}
          </Title>
          {!isOpen && summary !== undefined && (
            <Text size="sm" c="dimmed" truncate>
              {summary}
            </Text>
          )}
        </Group>
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-expanded={isOpen}
          aria-controls={content}
          aria-label={`${t(isOpen ? 'app.close' : 'profile.change')}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'app.close' : 'profile.change')}
        </Button>
      </Group>
      <Stack gap="md" mt={isOpen ? 4 : 0} id={content} hidden={!isOpen} style={isOpen ? {} : { display: 'none' }}>
        {isOpen && (
          <>
            <Text c="dimmed">{text}</Text>
            {children(() => setOpen(false))}
          </>
        )}
      </Stack>
    </Card>
  );
}

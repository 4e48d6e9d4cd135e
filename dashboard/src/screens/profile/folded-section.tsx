/** A part of the profile that is seldom changed: one row, until its owner opens it or an address names it. */
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import classes from '../../ui/panel.module.css';

type Props = {
  id: string;
  title: string;
  /** What is done in it: one thing is changed, several are managed. */
  act: 'change' | 'manage';
  /** How things stand, in a word. */
  summary?: ReactNode;
  /** Above what is opened. */
  text: ReactNode;
  children: (fold: () => void) => ReactNode;
};

export function FoldedSection({ id, title, act, summary, text, children }: Props) {
  const t = useStrings();
  const isNamed = useLocation({ select: ({ hash }) => hash === id });
  const [isOpen, setOpen] = useState(isNamed);
  const heading = useId();
  const content = useId();
  const button = t(isOpen ? 'app.close' : `profile.${act}`);
  return (
    <Box component="section" id={id} aria-labelledby={heading} className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" className={classes.head} data-folded={!isOpen || undefined}>
        <Group miw={0} gap="sm" wrap="nowrap" align="baseline">
          <Title order={2} size="h3" id={heading}>
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
          aria-label={`${button}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {button}
        </Button>
      </Group>
      <Stack gap="md" className={classes.body} id={content} hidden={!isOpen} style={isOpen ? {} : { display: 'none' }}>
        {isOpen && (
          <>
            <Text c="dimmed">{text}</Text>
            {children(() => setOpen(false))}
          </>
        )}
      </Stack>
    </Box>
  );
}

/** The frame of the screens before sign-in: the mark, one card, nothing else. */
import { Box, Card, Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '../../ui/mark.tsx';
import classes from './entrance.module.css';
import { LanguageSelect } from './language-select.tsx';

type Props = {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
  /** It takes the place of a form that had the focus: its heading takes that over, so that it is read out. */
  announced?: boolean;
};

export function Entrance({ title, text, children, below, announced = false }: Props) {
  useDocumentTitle(`${title} · Sluice`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (announced) heading.current?.focus();
  }, [announced]);
  return (
    <Center mih="100dvh" p="md" component="main" className={classes.ground ?? ''}>
      <Box w="100%" maw={400}>
        <Center mb="xl">
          <Link to="/" className={classes.home}>
            <Mark size={32} />
          </Link>
        </Center>
        <Card withBorder padding="xl" radius={12}>
          <Stack gap="md">
            <div>
              <Title order={1} ref={heading} tabIndex={announced ? -1 : undefined}>
                {title}
              </Title>
              {text !== undefined && (
                <Text c="dimmed" mt={4} component="div" style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Card>
        {below !== undefined && (
          <Text ta="center" mt="lg" component="div" className={classes.below ?? ''}>
            {below}
          </Text>
        )}
        <Center mt="lg">
          <LanguageSelect />
        </Center>
      </Box>
    </Center>
  );
}

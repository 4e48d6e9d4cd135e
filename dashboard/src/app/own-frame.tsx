/** The frame of a person's own screens, which belong to no account: the way home, and the person's menu. */
import { Box, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { contentId, useFocusOnContent } from './focus-content.ts';
import { PersonMenu } from './person-menu.tsx';
import { useSession } from './session.ts';
import classes from './shell.module.css';
import { startOf } from './start.ts';

export function OwnFrame({ children }: { children: ReactNode }) {
  const t = useStrings();
  const session = useSession();
  const book = startOf(session);
  const account = session.holders.find(({ holder_id: id }) => id === book?.holderId);
  useFocusOnContent();
  return (
    <Box className={classes.window}>
      <a className={classes.skip} href={`#${contentId}`}>
        {t('app.skip')}
      </a>
      <Group component="header" h={56} px={{ base: 'sm', md: 'xl' }} justify="space-between" className={classes.own}>
        <Group gap="lg" wrap="nowrap" miw={0}>
          <Mark />
          {account !== undefined && (
            <Link to="/" className={classes.home} aria-label={`${t('profile.home')}: ${account.name}`}>
              <Icon name="arrow-left" size={16} />
              <span className={classes.homeName}>{account.name}</span>
            </Link>
          )}
        </Group>
        <PersonMenu />
      </Group>
      <Box component="main" id={contentId} tabIndex={-1} className={classes.main} p={{ base: 'md', md: 'xl' }}>
        <Box maw={720} mx="auto">
          {children}
        </Box>
      </Box>
    </Box>
  );
}

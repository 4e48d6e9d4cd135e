/** What the screens of links and invitations share: the heading, the tabs and inviting. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../app/may.ts';
import { Tabs } from '../../app/tabs.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Invite } from './invite.tsx';

export function LinksFrame({ children }: { children: ReactNode }) {
  const t = useStrings();
  const may = useMay();
  const [isInviting, setInviting] = useState(false);
  const invite = (
    <Button leftSection={<Icon name="mail" size={16} />} onClick={() => setInviting(true)}>
      {t('links.invite')}
    </Button>
  );
  return (
    <Page title={t('links.title')} note={t('links.note')} {...(may('invitations.send') ? { actions: invite } : {})}>
      <Tabs
        label={t('links.title')}
        tabs={[
          { to: '/h/$holderId/$mode/links', label: t('links.tab.links') },
          { to: '/h/$holderId/$mode/links/invitations', label: t('links.tab.invitations') },
        ]}
      />
      {children}
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  );
}

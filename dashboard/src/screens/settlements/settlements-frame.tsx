/** What the lists about settlements share: the heading, the tabs and the way to the preview. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { Tabs } from '../../app/tabs.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';

type Props = {
  /** What can be done with the list alone, before the way to the preview. */
  actions?: ReactNode;
  children: ReactNode;
};

export function SettlementsFrame({ actions, children }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  return (
    <Page
      title={t('settlements.title')}
      actions={
        <>
          {actions}
          <Button
            {...(may('settlements.run') ? {} : { variant: 'default' })}
            renderRoot={(props) => (
              <Link to="/h/$holderId/$mode/settlements/preview" params={{ holderId, mode }} {...props} />
            )}
          >
            {t(may('settlements.run') ? 'settlements.preview' : 'settlements.preview.only')}
          </Button>
        </>
      }
    >
      <Tabs
        label={t('settlements.title')}
        tabs={[
          { to: '/h/$holderId/$mode/settlements', label: t('settlements.tab.runs') },
          { to: '/h/$holderId/$mode/settlements/schedule', label: t('settlements.tab.schedule') },
          { to: '/h/$holderId/$mode/settlements/statements', label: t('settlements.tab.statements') },
        ]}
      />
      {children}
    </Page>
  );
}

/** What the screens of a company's cash share: the heading, the tabs and the settings. */
import { Alert, Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { apiOf, type Book, dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { Tabs } from '../../app/tabs.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { StartTracking } from './start-tracking.tsx';

export const settingsQuery = ({ holderId, mode }: Book) =>
  queryOptions({
    queryKey: ['cash', holderId, mode, 'settings'],
    queryFn: () => dataOf(apiOf({ holderId, mode }).GET('/api/v1/cash/settings')),
  });

/** @param isBlank there is nothing to show yet: the screen says what it is for. */
export function CashFrame({ isBlank = false, children }: { isBlank?: boolean; children: ReactNode }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const settings = useQuery(settingsQuery({ holderId, mode })).data;
  const [isOpen, setOpen] = useState(false);
  const mayChange = may('cash.change_settings') && settings !== undefined;
  return (
    <Page
      title={t('cash.title')}
      note={t('cash.note')}
      actions={
        mayChange &&
        !isBlank && (
          <Button variant="default" leftSection={<Icon name="adjustments" size={16} />} onClick={() => setOpen(true)}>
            {t('cash.settings')}
          </Button>
        )
      }
    >
      {!isBlank && (
        <Tabs
          label={t('cash.title')}
          tabs={[
            { to: '/h/$holderId/$mode/cash', label: t('cash.tab.held') },
            { to: '/h/$holderId/$mode/cash/handovers', label: t('cash.tab.handovers') },
          ]}
        />
      )}
      {!isBlank && settings?.is_tracked === false && (
        <Alert color="yellow" variant="light" icon={<Icon name="info-circle" />}>
          {t('cash.off.notice')} <StartTracking isInline />
        </Alert>
      )}
      {children}
      {isOpen && settings !== undefined && <SettingsDialog settings={settings} onClose={() => setOpen(false)} />}
    </Page>
  );
}

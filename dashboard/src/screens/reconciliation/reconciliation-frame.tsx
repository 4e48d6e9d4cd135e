/** What the screens of reconciliation share: the heading, the way to the import, the tabs and the choice of a source. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { Tabs } from '../../app/tabs.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs as Choices } from '../operator/tabs.tsx';
import { useSources } from './sources.ts';
import type { Source } from './types.ts';

const base = '/h/$holderId/$mode/operator/reconciliation';

type Props = {
  children: ReactNode;
  /** Without it the screen is of all sources. */
  source?: { value: Source; onChange: (source: Source) => void };
  actions?: ReactNode;
  /** Importing is not what the screen is for. */
  isImportAside?: boolean;
};

export function ReconciliationFrame({ children, source, actions, isImportAside = false }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const sources = useSources();
  return (
    <Page
      title={t('recon.title')}
      note={t('recon.note')}
      actions={
        <>
          {!isImportAside && actions}
          {may('reconciliation.import') && (
            <Button
              {...(isImportAside ? { variant: 'default' } : {})}
              leftSection={<Icon name="file-text" size={16} />}
              renderRoot={(props) => <Link to={`${base}/import`} params={{ holderId, mode }} {...props} />}
            >
              {t('recon.import')}
            </Button>
          )}
          {isImportAside && actions}
        </>
      }
    >
      <Tabs
        label={t('recon.title')}
        tabs={[
          { to: base, label: t('recon.tab.lines') },
          { to: `${base}/statements`, label: t('recon.tab.statements') },
          { to: `${base}/acquirer-payouts`, label: t('recon.tab.acquirer') },
          { to: `${base}/rules`, label: t('recon.tab.rules') },
          { to: `${base}/report`, label: t('recon.tab.report') },
        ]}
      />
      {source !== undefined && (
        <Choices label={t('recon.source')} value={source.value} tabs={sources.choices} onChange={source.onChange} />
      )}
      {children}
    </Page>
  );
}

/** The views of a list that the person saved under names: its filters, its order and its columns. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyOnInput, loadOnInput } from '../../ui/lazy.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import classes from '../arranged.module.css';
import type { ViewAct } from './view-dialogs.tsx';

const loadItems = loadOnInput(async () => (await import('./view-items.tsx')).ViewItems);
const ViewDialog = lazyOnInput(async () => (await import('./view-dialogs.tsx')).ViewDialog);

export function ViewsMenu({ screen }: { screen: string }) {
  const t = useStrings();
  const [act, setAct] = useState<ViewAct>();
  const button = (
    <Button
      className={classes.arrange}
      title={t('views.title')}
      variant="default"
      data-filter="idle"
      leftSection={<Icon name="bookmark" size={16} />}
    >
      <span className={classes.name}>{t('views.title')}</span>
    </Button>
  );
  return (
    <>
      <MenuButton button={button} position="bottom-end" width={260} load={loadItems} of={{ screen, onAct: setAct }} />
      {act !== undefined && (
        <ViewDialog key={act.is} screen={screen} act={act} onAct={setAct} onClose={() => setAct(undefined)} />
      )}
    </>
  );
}

/** The views of a list that the person saved under names: its filters, its order and its columns. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyOnInput, loadOnInput } from '../../ui/lazy.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

const loadItems = loadOnInput(async () => (await import('./view-items.tsx')).ViewItems);
const SaveView = lazyOnInput(async () => (await import('./view-dialogs.tsx')).SaveView);
const DeleteViews = lazyOnInput(async () => (await import('./view-dialogs.tsx')).DeleteViews);

export function ViewsMenu({ screen }: { screen: string }) {
  const t = useStrings();
  const [open, setOpen] = useState<'save' | 'delete'>();
  const onClose = () => setOpen(undefined);
  const button = (
    <Button variant="default" leftSection={<Icon name="filter" size={16} />}>
      {t('views.title')}
    </Button>
  );
  return (
    <>
      <MenuButton
        button={button}
        position="bottom-end"
        width={260}
        load={loadItems}
        of={{ screen, onSave: () => setOpen('save'), onDelete: () => setOpen('delete') }}
      />
      {open === 'save' && <SaveView screen={screen} onClose={onClose} />}
      {open === 'delete' && <DeleteViews screen={screen} onClose={onClose} />}
    </>
  );
}

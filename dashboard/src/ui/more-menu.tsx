/** On a phone: what a screen offers besides the one act that its button names. */
import { ActionIcon } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { loadOnInput } from './lazy.tsx';
import { MenuButton } from './menu-button.tsx';
import type { RowAction } from './row-menu.tsx';

const loadItems = loadOnInput(async () => (await import('./row-items.tsx')).RowItems);

export function MoreMenu({ actions }: { actions: readonly RowAction[] }) {
  const t = useStrings();
  const button = (
    <ActionIcon variant="default" size={36} aria-label={t('app.more')}>
      <Icon name="dots" />
    </ActionIcon>
  );
  return <MenuButton button={button} position="bottom-end" width={220} load={loadItems} of={{ actions }} />;
}

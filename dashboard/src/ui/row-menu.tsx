/** What can be done with a row of a list. */
import { ActionIcon } from '@mantine/core';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { loadOnInput } from './lazy.tsx';
import { MenuButton } from './menu-button.tsx';

export type RowAction = { label: string; icon: IconName; onClick: () => void; destroys?: boolean };

const loadItems = loadOnInput(async () => (await import('./row-items.tsx')).RowItems);

/** @param props.label names the row too: "Actions for Taverna". */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  const button = (
    <ActionIcon variant="subtle" color="gray" aria-label={label}>
      <Icon name="dots" />
    </ActionIcon>
  );
  return <MenuButton button={button} position="bottom-end" width={220} load={loadItems} of={{ actions }} />;
}

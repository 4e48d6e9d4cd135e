/** What can be done with a row of a list. */
import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

export type RowAction = { label: string; icon: IconName; onClick: () => void; destroys?: boolean };

/** @param props.label names the row too: "Actions for Taverna". */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: text, icon, onClick, destroys = false }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon name={icon} size={16} />}
            onClick={onClick}
            {...(destroys ? { c: 'var(--mantine-color-error)' } : {})}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The items of a row's menu, for `row-menu.tsx`. */
import { Menu } from '@mantine/core';
import { Icon } from './icon.tsx';
import type { RowAction } from './row-menu.tsx';

export const RowItems = ({ actions }: { actions: readonly RowAction[] }) =>
  actions.map(({ label: text, icon, onClick, destroys = false }) => (
    <Menu.Item
      key={text}
      leftSection={<Icon name={icon} size={16} />}
      onClick={onClick}
      {...(destroys ? { c: 'var(--mantine-color-error)' } : {})}
    >
      {text}
    </Menu.Item>
  ));

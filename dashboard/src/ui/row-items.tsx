/** The items of a row's menu, for `row-menu.tsx`. */
import { Kbd, Menu } from '@mantine/core';
import { Icon } from './icon.tsx';
import type { RowAction } from './row-menu.tsx';

export const RowItems = ({ actions }: { actions: readonly RowAction[] }) =>
  actions.map(({ label: text, icon, onClick, destroys = false, hotkey }) => (
    <Menu.Item
      key={text}
      leftSection={<Icon name={icon} size={16} />}
      onClick={onClick}
      {...(destroys ? { c: 'var(--mantine-color-error)' } : {})}
      {...(hotkey === undefined ? {} : { 'aria-keyshortcuts': hotkey, rightSection: <KeyHint name={hotkey} /> })}
    >
      {text}
    </Menu.Item>
  ));

/** For those who have a keyboard; `aria-keyshortcuts` says it to a screen reader. */
const KeyHint = ({ name }: { name: string }) => (
  <Kbd size="xs" visibleFrom="sm" aria-hidden>
    {name}
  </Kbd>
);

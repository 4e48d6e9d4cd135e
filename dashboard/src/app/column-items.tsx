/** The items of the menu of columns, for `columns-menu.tsx`. It stays open, because several are chosen at once. */
import { Menu } from '@mantine/core';
import type { ColumnChoice } from './column-choice.ts';

export const ColumnItems = ({ optional, toggle }: ColumnChoice) =>
  optional.map(({ key, title, isShown }) => (
    <Menu.CheckboxItem key={key} checked={isShown} onChange={() => toggle(key)}>
      {title}
    </Menu.CheckboxItem>
  ));

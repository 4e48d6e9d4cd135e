/** What can be done with a row of a list. */
import { ActionIcon } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { loadOnInput } from './lazy.tsx';
import type { Column } from './list.tsx';
import { MenuButton } from './menu-button.tsx';

export type RowAction = {
  label: string;
  icon: IconName;
  onClick: () => void;
  destroys?: boolean;
  /** The key that does the same while the row has the focus. */
  hotkey?: string;
};

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

type Menus<Row> = {
  /** Those that are shown; undefined while they are read. */
  rows: readonly Row[] | undefined;
  nameOf: (row: Row) => string;
  actionsOf: (row: Row) => readonly RowAction[];
  /** Of the column, in pixels. */
  width?: number;
};

/** The menu of each row of a list, and its column, which is left out where no row that is shown has one. */
export function useRowMenus<Row>({ rows = [], nameOf, actionsOf, width = 90 }: Menus<Row>) {
  const t = useStrings();
  const menuOf = (row: Row) => <RowMenu label={t('row.actions', { what: nameOf(row) })} actions={actionsOf(row)} />;
  const column: Column<Row> = { key: 'actions', title: t('row.header'), align: 'end', width, cell: menuOf };
  return { menuOf, menuColumns: rows.some((row) => actionsOf(row).length > 0) ? [column] : [] };
}

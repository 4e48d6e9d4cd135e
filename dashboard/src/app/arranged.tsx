/**
 * What a person arranges of a list: its columns at a desk, and the views that they saved. A list declares its columns once, and
 * which of them can be hidden.
 */
import { Group } from '@mantine/core';
import type { Column } from '../ui/list.tsx';
import { useColumnChoice } from './column-choice.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

/** @param list names it in saved views and in this browser. @returns the columns to show, and the menus for its controls. */
export function useArranged<Row>(list: string, declared: readonly Column<Row>[]) {
  const { columns, choice } = useColumnChoice(list, declared);
  const menus = (
    // Never one of them alone in another row. On a phone they wait behind the button of the filters.
    <Group gap="sm" wrap="nowrap" data-filter="idle">
      {choice.optional.length > 0 && <ColumnsMenu choice={choice} />}
      <ViewsMenu screen={list} />
    </Group>
  );
  return { columns, menus };
}

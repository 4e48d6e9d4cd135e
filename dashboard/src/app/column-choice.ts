/**
 * Which columns of a list are shown at a desk. The choice is in the address, so that it is sent and saved with a view, and is kept in
 * this browser for the next time.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Column } from '../ui/list.tsx';
import type { ListSearch } from './list-search.ts';

const none = 'none';
const keyOf = (list: string): string => `sluice-columns ${list}`;

export type ColumnChoice = {
  optional: readonly { key: string; title: string; isShown: boolean }[];
  toggle: (key: string) => void;
};

export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
  const navigate = useNavigate();
  const address: ListSearch = useSearch({ strict: false });
  const optional = columns.filter((column) => column.optional !== undefined);
  const usual = optional.filter((column) => column.optional === 'shown').map(({ key }) => key);
  const given = address.columns === undefined ? readKept(list) : String(address.columns);
  const shown = new Set(given === undefined ? usual : given.split(','));
  const choice: ColumnChoice = {
    optional: optional.map(({ key, title }) => ({ key, title, isShown: shown.has(key) })),
    toggle: (key) => {
      const kept = optional.map((column) => column.key).filter((one) => shown.has(one) !== (one === key));
      const chosen = kept.join(',') || none;
      keep(list, chosen);
      void navigate({ to: '.', search: (before) => ({ ...before, columns: chosen }), replace: true });
    },
  };
  return { columns: columns.filter(({ key, optional: of }) => of === undefined || shown.has(key)), choice };
}

function readKept(list: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(list)) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(list: string, chosen: string): void {
  try {
    localStorage.setItem(keyOf(list), chosen);
  } catch {
    // Storage is refused: the address alone has it.
  }
}

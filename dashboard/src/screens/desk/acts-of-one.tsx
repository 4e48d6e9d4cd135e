/** What the desk offers for an exception, on the page of its object: marking it as done as a button, the rest in a menu. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Exception } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import type { RowDialog } from './desk-row.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useRowActs } from './row-acts.ts';

/** @param of which object, for who hears the menu's button alone. */
export function ActsOfOne({ row, of }: { row: Exception; of: string }) {
  const t = useStrings();
  const [dialog, setDialog] = useState<RowDialog>();
  const acts = useRowActs(row, setDialog);
  // The keys are those of the desk.
  const others = acts.filter(({ act }) => act !== 'done').map(({ hotkey: _, ...act }) => act);
  const done = acts.find(({ act }) => act === 'done');
  return (
    <>
      {done !== undefined && <Button onClick={done.onClick}>{done.label}</Button>}
      <RowMenu label={t('row.actions', { what: of })} actions={others} />
      {dialog !== undefined && <OpenDialog dialog={dialog} row={row} onClose={() => setDialog(undefined)} />}
    </>
  );
}

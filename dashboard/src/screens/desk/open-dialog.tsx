/** The dialog of an exception that was asked for: its fix, or one of the desk's own. */
import type { Exception } from '../../api/types.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import type { RowDialog } from './desk-row.tsx';

const FixDialog = lazyOnInput(async () => (await import('./fix-dialog.tsx')).FixDialog);
const DeclineDialog = lazyOnInput(async () => (await import('./decline-dialog.tsx')).DeclineDialog);
const AssigneeDialog = lazyOnInput(async () => (await import('./row-dialogs.tsx')).AssigneeDialog);
const NotesDialog = lazyOnInput(async () => (await import('./row-dialogs.tsx')).NotesDialog);
const DoneDialog = lazyOnInput(async () => (await import('./row-dialogs.tsx')).DoneDialog);

type Props = { dialog: RowDialog; row: Exception; onClose: () => void };

export function OpenDialog({ dialog, row, onClose }: Props) {
  switch (dialog) {
    case 'fix':
      return <FixDialog row={row} onClose={onClose} />;
    case 'decline':
      return <DeclineDialog row={row} onClose={onClose} />;
    case 'assign':
      return <AssigneeDialog row={row} onClose={onClose} />;
    case 'done':
      return <DoneDialog row={row} onClose={onClose} />;
    default:
      return <NotesDialog row={row} onClose={onClose} />;
  }
}

/** What can be done with an exception beside its proposed fix: in the row's menu, and by the keys that stand there. */
import type { Exception } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
import { useOnce } from '../../ui/use-once.ts';
import type { RowDialog } from './desk-row.tsx';
import { declinable } from './kinds.ts';
import { useDesk, useRowAct } from './use-desk.ts';

type RowAct = RowAction & { act: 'me' | 'assign' | 'notes' | 'done' | 'decline' };

export function useRowActs(row: Exception, onOpen: (dialog: RowDialog) => void): RowAct[] {
  const t = useStrings();
  const { mayAssign, mayFinish, mayDo, assign } = useDesk();
  const toMe = useRowAct<void>(() => assign(row, 'me'));
  const once = useOnce(toMe);
  const acts: (RowAct | false)[] = [
    mayAssign &&
      row.assignee?.is_you !== true && {
        act: 'me',
        label: t('desk.assignMe'),
        icon: 'user',
        hotkey: 'a',
        onClick: () => once(() => toMe.mutate()),
      },
    mayAssign && { act: 'assign', label: t('desk.assign'), icon: 'users', onClick: () => onOpen('assign') },
    {
      act: 'notes',
      label: t('desk.notes', { count: row.notes }),
      icon: 'pencil',
      hotkey: 'n',
      onClick: () => onOpen('notes'),
    },
    mayFinish &&
      row.ends_by_hand && {
        act: 'done',
        label: t('desk.done'),
        icon: 'check',
        hotkey: 'd',
        onClick: () => onOpen('done'),
      },
    mayDo(declinable[row.kind]) && {
      act: 'decline',
      label: t(row.kind === 'transfer' ? 'desk.sendBack' : 'desk.decline'),
      icon: row.kind === 'transfer' ? 'arrow-back-up' : 'ban',
      hotkey: 'x',
      destroys: true,
      onClick: () => onOpen('decline'),
    },
  ];
  return acts.filter((act) => act !== false);
}

/** Shows the keys of a list that is worked through by keyboard; `?` does too. */
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { isElsewhere, type KeyGroup } from './item-keys.tsx';
import { lazyOnInput } from './lazy.tsx';

const KeysDialog = lazyOnInput(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** @param keys those of the list, without the one that shows them. */
export function KeysButton({ keys }: { keys: readonly KeyGroup[] }) {
  const t = useStrings();
  const [isOpen, setOpen] = useState(false);
  const show = () => setOpen((now) => now || !isElsewhere());
  // Where it takes Shift, and where it does not.
  useHotkeys(
    [
      ['?', show],
      ['shift+?', show],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        visibleFrom="sm"
        me={-8}
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      >
        {t('desk.keys.title')}
      </Button>
      {isOpen && <KeysDialog keys={[...keys, [['?'], t('desk.keys.help')]]} onClose={() => setOpen(false)} />}
    </>
  );
}

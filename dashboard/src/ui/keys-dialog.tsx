/** What each key does, for `keys-button.tsx`. */
import { Kbd } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Dialog } from './dialog.tsx';
import { FactList } from './fact-list.tsx';
import type { KeyGroup } from './item-keys.tsx';

export function KeysDialog({ keys, onClose }: { keys: readonly KeyGroup[]; onClose: () => void }) {
  const t = useStrings();
  return (
    <Dialog title={t('desk.keys.title')} onClose={onClose}>
      <FactList
        facts={keys.map(([names, does]) => ({
          label: does,
          value: names.map((name) => (
            <Kbd key={name} me={4}>
              {name}
            </Kbd>
          )),
        }))}
      />
    </Dialog>
  );
}

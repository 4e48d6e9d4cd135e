/** Making the first test key without leaving the list of steps; its secret is shown once, with the first call. */
import { useQueryClient } from '@tanstack/react-query';
import { useBook } from '../../app/book.ts';
import type { NewKey } from '../developers/first-call.ts';
import { MakeKey } from '../developers/key-dialogs.tsx';
import { ShowNewKey } from '../developers/new-key.tsx';

export type OpenKey = 'make' | NewKey | undefined;

/** Stands beside the list: its step is done, and gone, as soon as the key is made, while the secret is still shown. */
export function FirstKey({ open, onChange }: { open: OpenKey; onChange: (open: OpenKey) => void }) {
  const { holderId } = useBook();
  const queries = useQueryClient();
  if (open === undefined) return null;
  const close = () => {
    onChange(undefined);
    void queries.invalidateQueries({ queryKey: ['checklist', holderId] });
  };
  return open === 'make' ? <MakeKey onClose={close} onMade={onChange} /> : <ShowNewKey pair={open} onClose={close} />;
}

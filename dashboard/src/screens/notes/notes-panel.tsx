/** Notes as a part of the page of their object. */
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type NoteObject, Notes } from './notes.tsx';

export function NotesPanel({ about }: { about: NoteObject }) {
  const t = useStrings();
  const may = useMay();
  const { holder } = useBook();
  if (!may(holder.kind === 'service' ? 'operator_notes.read' : 'notes.read')) return null;
  return (
    <Panel title={t('notes.title')}>
      <Notes about={about} />
    </Panel>
  );
}

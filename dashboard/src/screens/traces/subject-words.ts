/** What a chain is about, by its kind and id, for the operator, to whom the id alone says little. */
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';

const kinds = ['order', 'payment', 'payout', 'top_up', 'settlement', 'dispute', 'transfer', 'line'] as const;

/** The service's own ids are longer than what people go by. */
const referenceMax = 24;
const shortened = (reference: string): string =>
  reference.length > referenceMax ? `${reference.slice(0, referenceMax / 2)}…` : reference;

/** A dispute is shown with its payment; who came from it goes on reading about it. */
const askedOf = ({ trace }: MoneyTrace, asked: string): string => (asked.startsWith('dispute:') ? asked : trace);

type Words = { title: string /** That no money has moved for it. */; none: string };

/** @returns undefined for other readers, and for what has no name. */
export function useSubjectWords() {
  const t = useStrings();
  const { holder } = useBook();
  return (trace: MoneyTrace, asked: string): Words | undefined => {
    const [name, id = ''] = askedOf(trace, asked).split(/:(.*)/s);
    const kind = kinds.find((one) => one === name);
    if (holder.kind !== 'service' || kind === undefined) return undefined;
    const isOwn = kind === 'order' || kind === 'payout' || kind === 'settlement';
    const subject = t(`trace.subject.${kind}`, { id: shortened((isOwn ? trace.reference : null) ?? id) });
    return { title: t('trace.titleOfSubject', { subject }), none: t('trace.none.titleOf', { subject }) };
  };
}

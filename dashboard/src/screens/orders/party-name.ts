/** Whose share a split is, in words. */
import type { TracedSplit } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';

type Party = Pick<TracedSplit, 'beneficiary_type' | 'beneficiary_ref' | 'name'>;

export function usePartyName(): (party: Party) => string {
  const t = useStrings();
  return ({ beneficiary_type: type, beneficiary_ref: ref, name }) => {
    if (type === 'partner') return t('order.party.partner');
    if (name !== null) return name;
    return ref === null ? t('order.party.unassigned') : t('order.party.link', { id: ref });
  };
}

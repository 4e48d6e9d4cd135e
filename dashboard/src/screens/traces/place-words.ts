/** Where money is, in words. */
import { useIntl } from 'react-intl';
import type { TraceNode } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAccountWords } from '../../ui/ledger-words.ts';

export function usePlaceWords(): (node: TraceNode) => string {
  const t = useStrings();
  const intl = useIntl();
  const accountWords = useAccountWords();
  return ({ kind, account, name, holder_name: holder, is_own: isOwn, count, payout_status: status, at }) => {
    if (kind === 'others') return t('trace.others', { count: count ?? 0 });
    if (kind === 'later') return t('trace.later');
    if (kind === 'payout') {
      const isPaid = status === 'completed' || status === 'sent';
      return isPaid && at !== null
        ? t('trace.paidOut', { date: intl.formatDate(at, { dateStyle: 'medium' }) })
        : t('trace.payout');
    }
    // Only a company speaks of its own clearing.
    if (kind === 'clearing' && !isOwn && holder !== null) return t('trace.ordersOf', { name: holder });
    // Money on its way between two accounts of the service is with the other one.
    if (kind === 'transit' && name !== null) return name;
    return accountWords(account ?? kind, name);
  };
}

/** Where the chain begins, and where its money is now. Notes of debts and of cash in someone's hands are neither. */
export const originsOf = (nodes: readonly TraceNode[]): TraceNode[] =>
  nodes.filter((node) => node.held < 0 && isHere(node));
export const endsOf = (nodes: readonly TraceNode[]): TraceNode[] =>
  nodes.filter((node) => node.held > 0 && isHere(node));

const memos: readonly TraceNode['kind'][] = ['debt', 'link_debt', 'debts'];

export const isMoney = ({ kind }: TraceNode): boolean => !memos.includes(kind);
const isHere = (node: TraceNode): boolean => isMoney(node) && node.kind !== 'cash' && node.kind !== 'link_cash';

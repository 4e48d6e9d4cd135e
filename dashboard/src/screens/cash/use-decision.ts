/** Confirming, declining or withdrawing a handover at once, and saying in a corner how it went. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { CashHandover } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { useMoney } from '../../ui/money.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import type { RowAction } from '../../ui/row-menu.tsx';
import { showProblemToast, showToast } from '../../ui/toast.ts';

type Decision = 'confirm' | 'decline' | 'withdraw';
type Decided = { handover: Pick<CashHandover, 'handover_id' | 'amount' | 'currency'>; decision: Decision };

/** @param side whose people decide: those of the company, or of the payee. */
export function useDecision(side: 'company' | 'link') {
  const t = useStrings();
  const money = useMoney();
  const wordsOf = useProblemWords();
  const queries = useQueryClient();
  const { api } = useBook();
  return useMutation({
    mutationFn: ({ handover, decision }: Decided) => {
      const params = { path: { id: handover.handover_id } };
      return side === 'company'
        ? dataOf<CashHandover>(api.POST(`/api/v1/cash/handovers/{id}/${decision}`, { params }))
        : dataOf<CashHandover>(api.POST(`/api/v1/earnings/cash/handovers/{id}/${decision}`, { params }));
    },
    onSuccess: ({ amount, currency }, { decision }) =>
      showToast(t(`cash.decided.${decision}`, { amount: money(amount, currency) })),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
    // What is held, earned and owed changes with it.
    onSettled: () => queries.invalidateQueries(),
  });
}

/** What can still be done with a handover: the side that recorded it withdraws it, the other one decides. */
export function useHandoverActions(side: 'company' | 'link') {
  const t = useStrings();
  const decide = useDecision(side);
  return (handover: CashHandover): RowAction[] => {
    if (handover.status !== 'waiting') return [];
    const action = (decision: Decision, icon: IconName): RowAction => ({
      label: t(`cash.${decision}`),
      icon,
      onClick: () => decide.mutate({ handover, decision }),
    });
    return handover.recorded_by === side
      ? [action('withdraw', 'arrow-back-up')]
      : [action('confirm', 'check'), action('decline', 'x')];
  };
}

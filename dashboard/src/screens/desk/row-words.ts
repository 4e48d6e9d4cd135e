/** An exception in words: why it is one, what the proposed fix is called, and what it does. */
import type { Exception } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useDesk } from './use-desk.ts';

/** Kinds whose fix is a name of their own; the others are reviewed, approved or opened. */
const fixes = {
  order_held: 'desk.fix.order_held',
  shortfall: 'desk.fix.shortfall',
  settlement_paused: 'desk.fix.settlement_paused',
  settlement_late: 'desk.fix.settlement_late',
  cash_handover: 'desk.fix.cash_handover',
  link_write_off: 'desk.fix.approve',
  dispute: 'desk.fix.dispute',
  webhook: 'desk.fix.webhook',
  payout_failed: 'desk.fix.payout_failed',
  order_refund_failed: 'desk.fix.order',
  refund_failed: 'desk.fix.payment',
  transfer: 'desk.fix.transfer',
  statement_line: 'desk.fix.statement_line',
  top_up: 'desk.fix.cash_handover',
  take_back: 'desk.fix.approve',
  payout_approve: 'desk.fix.approve',
  payout_send: 'desk.fix.payout_send',
  payout_returned: 'desk.fix.open',
  late_capture: 'desk.fix.late_capture',
  bank_refund: 'desk.fix.bank_refund',
  dispute_hand_over: 'desk.fix.open',
  write_off: 'desk.fix.approve',
  approval: 'desk.fix.review',
  two_step_reset: 'desk.fix.review',
  books: 'desk.fix.open',
  backup: 'desk.fix.open',
} as const;

/** Who gets or loses how much is what the row's own type, name and amount say. */
const movesRowsAmount: ReadonlySet<NonNullable<Exception['effect']>['code']> = new Set([
  'credits',
  'takes_back',
  'pays_out',
  'writes_off',
]);

const repeatsRow = ({ effect, amount, currency }: Exception): boolean =>
  effect !== null && movesRowsAmount.has(effect.code) && effect.amount === amount && effect.currency === currency;

type AmountOf = (of: Pick<Exception, 'amount' | 'currency'>) => string;

function useAmountOf(): AmountOf {
  const money = useMoney();
  return ({ amount, currency }) => (amount === null || currency === null ? '' : money(Math.abs(amount), currency));
}

/** Why it is an exception. */
function useReason(): (row: Exception) => string | null {
  const t = useStrings();
  const amountOf = useAmountOf();
  const held = ({ reason, said, by }: Exception): string => {
    if (reason === 'by_hand') {
      if (by === null) return said === null ? t('desk.reason.by_hand') : t('desk.reason.by_hand.said', { said });
      return said === null ? t('desk.reason.by', { name: by }) : t('desk.reason.by.said', { name: by, said });
    }
    if (reason === 'charged_back' || reason === 'balance_limit') return t(`desk.reason.${reason}`);
    return t('desk.reason.held');
  };

  const broken = (row: Exception): string => {
    const amount = amountOf(row);
    if (row.reason === 'no_payee') return t('desk.reason.no_payee', { amount });
    return t((row.amount ?? 0) > 0 ? 'desk.reason.short' : 'desk.reason.over', { amount });
  };

  return (row) => {
    const { kind, reason, said, label } = row;
    switch (kind) {
      case 'order_held':
        return held(row);
      case 'order_broken':
        return broken(row);
      case 'settlement_paused':
      case 'settlement_late':
      case 'approval':
      case 'books':
        return t(`desk.reason.${kind}`);
      case 'webhook':
        return reason === 'active' || reason === 'failing' || reason === 'gone'
          ? t(`desk.reason.webhook.${reason}`, { label: label ?? '' })
          : null;
      case 'statement_line':
        return reason === 'possible_duplicate' || reason === 'direction'
          ? t(`desk.reason.${reason}`)
          : [t('desk.reason.unmatched'), said].filter(Boolean).join(': ');
      case 'backup':
        return reason === 'failed'
          ? t('desk.reason.backup.failed', { said: said ?? '' })
          : t('desk.reason.backup.overdue');
      case 'payout_failed':
      case 'payout_returned':
        return reason === 'returned' && said !== null ? t('desk.reason.returned', { said }) : said;
      case 'payout_approve':
        if (reason !== 'returned_before') return said;
        return said === null ? t('desk.reason.returnedBefore') : t('desk.reason.returnedBefore.said', { said });
      case 'late_capture':
        return said === null ? null : t('desk.reason.late_capture', { said });
      default:
        return said;
    }
  };
}

export function useRowWords() {
  const t = useStrings();
  const { isOperator } = useDesk();
  const amountOf = useAmountOf();
  const whyOf = useReason();

  const fixOf = (row: Exception): string => {
    const { kind, reason, effect } = row;
    if (kind === 'order_broken') {
      if (reason !== 'no_payee') return t('desk.fix.order');
      return effect?.name == null ? t('desk.fix.assign') : t('desk.fix.assignTo', { name: effect.name });
    }
    if (effect?.code === 'matches_top_up') return t('desk.fix.match');
    // Only the account itself can respond.
    if (kind === 'dispute' && isOperator) return t('desk.fix.open');
    return t(fixes[kind]);
  };

  /** Without the time, which stands beside it; null where the row says as much already. */
  const effectOf = (row: Exception): string | null => {
    const { kind, effect, holder, label } = row;
    if (effect === null || repeatsRow(row)) return null;
    const name = (effect.code === 'matches_top_up' ? effect.name : holder?.name) ?? label ?? '';
    return t(`desk.effect.${effect.code}`, { kind, amount: amountOf(effect), count: effect.count ?? 0, name });
  };

  /** Of whom or what it is. */
  const subjectOf = ({ holder, label }: Exception): string | null => holder?.name ?? label;

  /** For who hears it alone: what it is, and whose or what it says; never a number of ours. */
  const nameOf = (row: Exception): string => {
    const subject = subjectOf(row);
    const rest = subject === null || row.kind === 'transfer' ? [amountOf(row), subject, whyOf(row)] : [subject];
    return [t(`desk.kind.${row.kind}`), ...rest].filter(Boolean).join(', ');
  };

  return { amountOf, whyOf, fixOf, effectOf, subjectOf, nameOf };
}

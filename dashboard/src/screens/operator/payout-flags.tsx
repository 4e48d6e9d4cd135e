/** What to look at before a payout is approved: a changed bank account, one that the bank
 * knows under another name, the wait of a new one, debts, suspension. */
import { Flex, Tooltip } from '@mantine/core';
import type { OperatorPayout } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useNow, useSpan } from '../../ui/span.tsx';
import { waitOf } from './payout-data.ts';

/** @param isStacked in a column, which would else take the room of the others. */
export function PayoutFlags({ payout, isStacked = false }: { payout: OperatorPayout; isStacked?: boolean }) {
  const t = useStrings();
  const format = useMoney();
  const span = useSpan();
  const now = useNow();
  const check = payout.bank_account.payee_check?.result;
  const isOpen = payout.status === 'requested' || payout.status === 'approved';
  const waitMs = waitOf(payout, now);
  return (
    <Flex gap={6} {...(isStacked ? { direction: 'column', align: 'flex-start' } : { wrap: 'wrap', align: 'center' })}>
      {isOpen && payout.bank_account.changed && (
        <Tooltip
          label={t('op.payouts.changed.text')}
          multiline
          maw={280}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Flag tone="failed">{t('op.payouts.changed')}</Flag>
        </Tooltip>
      )}
      {isOpen && check === 'no_match' && <Flag tone="failed">{t('op.payouts.check.no_match')}</Flag>}
      {isOpen && check === 'close_match' && <Flag tone="waiting">{t('op.payouts.check.close_match')}</Flag>}
      {isOpen && payout.bank_account.status === 'ended' && <Flag tone="failed">{t('op.payouts.bankEnded')}</Flag>}
      {waitMs > 0 && (
        <Tooltip
          label={t('op.payouts.waits.text')}
          multiline
          maw={280}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Flag tone="waiting">{t('op.payouts.waits', { time: span(waitMs) })}</Flag>
        </Tooltip>
      )}
      {isOpen && payout.file_id !== null && <Flag tone="waiting">{t('op.payouts.inFile')}</Flag>}
      {payout.debts.map(({ amount, currency }) => (
        <Flag key={currency} tone="waiting">
          {t('op.payouts.owes', { amount: format(amount, currency) })}
        </Flag>
      ))}
      {payout.payee.status !== 'active' && <Flag tone="waiting">{t(`op.payouts.payee.${payout.payee.status}`)}</Flag>}
    </Flex>
  );
}

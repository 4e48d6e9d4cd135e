/** What to look at before a payout is approved: a changed bank account, one that the bank
 * knows under another name, the wait of a new one, debts, suspension. */
import { Flex, Text, Tooltip } from '@mantine/core';
import type { OperatorPayout } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useSpan } from '../../ui/span.tsx';
import { useNow } from '../../ui/use-now.ts';
import { isOfClosedAccount } from '../payouts/failure.ts';
import { isOpen, waitOf } from './payout-data.ts';

/** @param isStacked in a column, which would else take the room of the others. */
export function PayoutFlags({ payout, isStacked = false }: { payout: OperatorPayout; isStacked?: boolean }) {
  const t = useStrings();
  const format = useMoney();
  const span = useSpan();
  const now = useNow();
  const check = payout.bank_account.payee_check?.result;
  const waitMs = waitOf(payout, now);
  return (
    <Flex gap={6} {...(isStacked ? { direction: 'column', align: 'flex-start' } : { wrap: 'wrap', align: 'center' })}>
      {isOpen(payout) && payout.bank_account.changed && (
        <Tooltip
          label={t('op.payouts.changed.text')}
          multiline
          maw={280}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Flag tone="failed">{t('op.payouts.changed')}</Flag>
        </Tooltip>
      )}
      {isOpen(payout) && check === 'no_match' && <Flag tone="failed">{t('op.payouts.check.no_match')}</Flag>}
      {isOpen(payout) && check === 'close_match' && <Flag tone="waiting">{t('op.payouts.check.close_match')}</Flag>}
      {isOpen(payout) && payout.bank_account.status === 'ended' && (
        <Flag tone="failed">{t('op.payouts.bankEnded')}</Flag>
      )}
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
      {isOpen(payout) && payout.file_id !== null && <Flag tone="waiting">{t('op.payouts.inFile')}</Flag>}
      {payout.debts.map(({ amount, currency }) => (
        <Flag key={currency} tone="waiting">
          {t('op.payouts.owes', { amount: format(amount, currency) })}
        </Flag>
      ))}
      {payout.payee.status !== 'active' && <Flag tone="waiting">{t(`op.payouts.payee.${payout.payee.status}`)}</Flag>}
    </Flex>
  );
}

/** Under the bank account of a payout that isn't sent yet: that the last payout to it came back, or that this is the first one. */
export function AccountPast({ payout }: { payout: OperatorPayout }) {
  const t = useStrings();
  const { last_return: last, paid_before: isKnown, changed } = payout.bank_account;
  if (!isOpen(payout)) return null;
  if (last !== null) {
    return (
      <Text size="xs" fw={550} c="var(--tone-failed)" component="div">
        {isOfClosedAccount(last)
          ? t('op.payouts.returned.closed')
          : t(last.reason === null ? 'op.payouts.returned' : 'op.payouts.returned.because', {
              reason: last.reason ?? '',
            })}
      </Text>
    );
  }
  // A changed account says so itself.
  if (isKnown || changed) return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      {t('op.payouts.first')}
    </Text>
  );
}

/** Above the payouts and the earnings: the last payout did not arrive, why, and what to do. */
import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Payout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { asSentence } from '../../ui/as-sentence.ts';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { needsOtherAccount } from './failure.ts';

/** @param props.bank the number of the account that it went to, for those who may see it. */
export function FailureNotice({ payout, bank }: { payout: Payout; bank: string }) {
  const t = useStrings();
  const money = useMoney();
  const may = useMay();
  const { holderId, mode } = useBook();
  const { amount, currency, reason } = payout;
  const isOver = needsOtherAccount(payout);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="alert-triangle" />}
      title={t('payouts.failed', { amount: money(amount, currency) })}
    >
      <Text size="sm">
        {bank !== '' && (
          <>
            {bank}
            {' · '}
          </>
        )}
        <Instant at={payout.ended_at ?? payout.created_at} day />
      </Text>
      {reason !== null && <Text size="sm">{asSentence(t('payouts.why', { reason }))}</Text>}
      <Text size="sm">{asSentence(t('payouts.said.rejected'))}</Text>
      {may('payouts.request') && (
        <>
          {!isOver && <Text size="sm">{t('payouts.next.failed')}</Text>}
          <Button
            mt="sm"
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/h/$holderId/$mode/payouts/bank-accounts" params={{ holderId, mode }} {...props} />
            )}
          >
            {t(isOver ? 'payouts.next.otherAccount' : 'payouts.bankAccounts')}
          </Button>
        </>
      )}
    </Alert>
  );
}

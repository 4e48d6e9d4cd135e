/** How far a payout of the reader's own is, and what they should do where the bank has closed the account it goes to. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoneyTrace, OwnPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useBankNumbers } from '../payouts/bank-numbers.ts';
import { CancelPayout, useIsCancellable } from '../payouts/cancel-payout.tsx';
import { useGoesToClosed } from '../payouts/last-return.ts';
import { recentPayoutsQuery } from '../payouts/queries.ts';
import { ToClosed } from '../payouts/to-closed.tsx';
import { PayoutState } from './payout-state.tsx';

type Props = { id: string | undefined; payout: NonNullable<MoneyTrace['payout']> };

export function OwnPayoutState({ id, payout }: Props) {
  const { holderId, mode } = useBook();
  const recent = useQuery({ ...recentPayoutsQuery({ holderId, mode }), retry: false });
  const goesToClosed = useGoesToClosed();
  const own = recent.data?.find(({ payout_id: one }) => one === id);
  if (own === undefined || !goesToClosed(own)) return <PayoutState payout={payout} />;
  return (
    <>
      <PayoutState payout={{ ...payout, expected_on: null }} />
      <Group gap="sm" mb={6}>
        <ToClosed payout={own} size="sm" />
        <Cancel payout={own} />
      </Group>
    </>
  );
}

function Cancel({ payout }: { payout: OwnPayout }) {
  const t = useStrings();
  const bankOf = useBankNumbers();
  const isCancellable = useIsCancellable();
  const [isAsked, setIsAsked] = useState(false);
  if (!isCancellable(payout)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
        {t('payouts.cancel')}
      </Button>
      {isAsked && <CancelPayout payout={payout} bank={bankOf(payout)} onClose={() => setIsAsked(false)} />}
    </>
  );
}

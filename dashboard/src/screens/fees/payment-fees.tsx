/** What payments cost, for the operator: all accounts, or one with what it has of all. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { PaymentFeeRule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { OwnAccounts } from '../limits/own-accounts.tsx';
import { type FeeAct, FeeDialog } from './fee-dialog.tsx';
import { FeeLines } from './fee-lines.tsx';
import { effective } from './fee-rules.ts';
import { useFeeWords } from './fee-words.ts';

type Props = {
  /** The id of a company or shop; without it the rules of all accounts. */
  account?: number;
};

export function PaymentFees({ account }: Props) {
  const t = useStrings();
  const words = useFeeWords();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [act, setAct] = useState<FeeAct>();
  const query = useQuery({
    queryKey: ['operator', 'payment-fees', holderId, mode, account],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/operator/payment-fees', {
          params: { query: account === undefined ? {} : { holder_id: account } },
        }),
      ),
  });
  const isForAll = account === undefined;
  const hasFees = query.data === undefined || query.data.in_force.length > 0;
  const isHere = ({ own }: PaymentFeeRule) => may('payment_fees.set') && own !== isForAll;
  return (
    <Section
      title={t('fees.title')}
      footnote={t(!isForAll ? 'fees.text.one' : hasFees ? 'fees.text.all' : 'fees.text.none')}
      aside={
        may('payment_fees.set') &&
        !query.isLoadingError && (
          <Button variant="default" size="xs" disabled={query.isPending} onClick={() => setAct({ kind: 'set' })}>
            {t('fees.set')}
          </Button>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[20]} />}
      {query.data !== undefined && (
        <FeeLines
          inForce={effective(query.data.in_force)}
          toCome={query.data.to_come}
          {...(isForAll ? {} : { general: t('fees.general') })}
          {...(isForAll && query.data.accounts.count > 0 ? { none: t('fees.none.others') } : {})}
          actions={(rule) =>
            isHere(rule) &&
            (['set', 'end'] as const).map((kind) => (
              <Button
                key={kind}
                variant="default"
                size="xs"
                aria-label={t(kind === 'set' ? 'fees.change.of' : 'fees.end.of', { payments: words.scope(rule) })}
                onClick={() => setAct({ kind, rule })}
              >
                {t(kind === 'set' ? 'fees.change' : 'fees.end')}
              </Button>
            ))
          }
        />
      )}
      {isForAll && query.data !== undefined && (
        <OwnAccounts of="fees" count={query.data.accounts.count} accounts={query.data.accounts.first} />
      )}
      {act !== undefined && <FeeDialog act={act} account={account} onClose={() => setAct(undefined)} />}
    </Section>
  );
}

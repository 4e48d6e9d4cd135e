/** The last look before a payout is requested: what is taken, what arrives, where, and when. */
import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { Draft } from './new-payout.tsx';
import { PayoutTerms } from './payout-terms.tsx';
import { afterPayoutChange } from './queries.ts';

type Props = { draft: Draft; onBack: () => void; onDone: () => void };

export function ConfirmPayout({ draft, onBack, onDone }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const queries = useQueryClient();
  const { api } = useBook();
  const now = useNow();
  const { source, destination, amount } = draft;
  const request = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/payouts', {
          body: {
            account: source.account,
            beneficiary_ref: source.beneficiary_ref,
            amount,
            currency: source.currency,
            bank_account_id: destination.bank_account_id,
          },
        }),
      ),
    onSuccess: async () => {
      await afterPayoutChange(queries);
      onDone();
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), []);
  const blamed = Object.values(fieldProblems(request.error));
  return (
    <Card withBorder padding="lg" maw={520}>
      <Stack gap="md">
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('payouts.new.confirm')}
        </Title>
        {request.isError &&
          (blamed.length > 0 ? (
            <Alert role="alert" color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
              {blamed.join(' ')}
            </Alert>
          ) : (
            <ProblemNotice error={request.error} />
          ))}
        <PayoutTerms draft={draft} />
        {destination.approved_from !== null && Date.parse(destination.approved_from) > now && (
          <Alert color="yellow" variant="light" icon={<Icon name="clock" />}>
            {t('payouts.new.approvedFrom', {
              when: intl.formatDate(destination.approved_from, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </Alert>
        )}
        <Group wrap="nowrap">
          <Button variant="default" size="md" onClick={onBack}>
            {t('payouts.new.change')}
          </Button>
          <Button size="md" flex={1} loading={request.isPending} onClick={() => request.mutate()}>
            {t('payouts.request')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

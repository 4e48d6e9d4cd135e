/** Minimum, fee and daily limit of payouts in each currency, and changing them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutRule } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import classes from '../operator/operator.module.css';
import { LastChange } from './last-change.tsx';
import { RuleDialog } from './rule-dialog.tsx';

export function PayoutRules({ query }: { query: UseQueryResult<PayoutRule[]> }) {
  const t = useStrings();
  const may = useMay();
  const [edited, setEdited] = useState<PayoutRule | 'new'>();
  return (
    <Section
      title={t('limits.payouts')}
      footnote={t(query.data?.length === 0 ? 'op.limits.payouts.none' : 'limits.payouts.text')}
      aside={
        may('payout_rules.set') &&
        !query.isLoadingError && (
          <Button variant="default" size="xs" flex="none" disabled={query.isPending} onClick={() => setEdited('new')}>
            {t('limits.payouts.add')}
          </Button>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[20]} />}
      {query.data?.length === 0 && <Text fw={600}>{t('limits.payouts.none')}</Text>}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className={classes.items}>
          {query.data.map((rule) => (
            <li key={rule.currency} className={classes.item}>
              <Stack gap="xs">
                <Group justify="space-between">
                  <Text fw={600}>{rule.currency}</Text>
                  {may('payout_rules.set') && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t('limits.payouts.change.of', { currency: rule.currency })}
                      onClick={() => setEdited(rule)}
                    >
                      {t('limits.payouts.change')}
                    </Button>
                  )}
                </Group>
                <Facts
                  isBare
                  facts={[
                    { label: t('limits.fee'), value: <Money amount={rule.fee} currency={rule.currency} /> },
                    { label: t('limits.minimum'), value: <Money amount={rule.minimum} currency={rule.currency} /> },
                    {
                      label: t('limits.daily'),
                      value:
                        rule.daily_limit === null ? (
                          t('limits.daily.none')
                        ) : (
                          <Money amount={rule.daily_limit} currency={rule.currency} />
                        ),
                    },
                  ]}
                />
                <LastChange change={rule.changed} />
              </Stack>
            </li>
          ))}
        </ul>
      )}
      {edited !== undefined && <RuleDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

/** Whether money takes two people to move. Switching it off takes a second administrator. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { FourEyes as Setting } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { LastChange } from './last-change.tsx';

const acts = ['switch-on', 'request-off', 'switch-off', 'keep-on'] as const;
type Act = (typeof acts)[number];

export function FourEyes({ query }: { query: UseQueryResult<Setting> }) {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Act>();
  const change = useMutation({
    mutationFn: (act: Act) => dataOf(api.POST(`/api/v1/operator/four-eyes/${act}`)),
    onSuccess: () => setAsked(undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const ask = (act: Act) => {
    change.reset();
    setAsked(act);
  };
  const setting = query.data;
  const isAsked = setting !== undefined && setting.off_requested_at !== null;
  const button = (act: Act, variant: 'default' | 'filled' = 'default') => (
    <Button variant={variant} size="xs" onClick={() => ask(act)}>
      {t(`limits.four.${act}`)}
    </Button>
  );
  return (
    <Section
      title={t('limits.four')}
      text={t('limits.four.text')}
      aside={
        setting !== undefined && (
          <Flag tone={setting.is_on ? 'done' : 'neutral'}>
            {t(setting.is_on ? 'limits.four.on' : 'limits.four.off')}
          </Flag>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[60]} />}
      {setting !== undefined && (
        <Stack gap="sm">
          {isAsked && (
            <Alert color="yellow" variant="light">
              <Text>
                {setting.off_requested_by.is_you
                  ? t('limits.four.youAsked')
                  : t('limits.four.asked', { name: setting.off_requested_by.name ?? t('limits.change.someone') })}
              </Text>
              <Text size="xs" component="div" mt={4}>
                {t('limits.four.askedAt')} <Instant at={setting.off_requested_at as string} />
              </Text>
            </Alert>
          )}
          <LastChange change={setting.changed} />
          {may('four_eyes.change') && (
            <Group gap="xs">
              {!setting.is_on && button('switch-on')}
              {setting.is_on && !isAsked && button('request-off')}
              {isAsked && !setting.off_requested_by.is_you && button('switch-off')}
              {isAsked && button('keep-on')}
            </Group>
          )}
          {!may('four_eyes.change') && (
            <Text size="sm" c="dimmed">
              {t('limits.four.administrators')}
            </Text>
          )}
        </Stack>
      )}
      {asked !== undefined && (
        <Confirm
          title={t(`limits.four.${asked}.title`)}
          action={t(`limits.four.${asked}`)}
          destroys={asked === 'switch-off' || asked === 'request-off'}
          onConfirm={() => change.mutate(asked)}
          onClose={() => setAsked(undefined)}
          act={change}
        >
          {t(`limits.four.${asked}.text`)}
        </Confirm>
      )}
    </Section>
  );
}

/** The rules by which lines that come again are booked, and those that could be made of what people booked. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { ListedBookingRule, SuggestedBookingRule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { BookingRuleDialog, type RuleDraft } from './booking-rule-dialog.tsx';
import { useRuleWords } from './booking-rule-words.ts';
import classes from './reconciliation.module.css';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { ofSource, type Source } from './types.ts';

export function BookingRules() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const [draft, setDraft] = useState<RuleDraft>();
  const { filter, narrow, query, list } = useList({
    key: ['operator', 'reconciliation', 'booking-rules'],
    filters: { source: ofSource },
    read: (query) => api.GET('/api/v1/operator/booking-rules', { params: { query } }),
  });
  const { source } = filter;
  const rules = query.data?.data ?? [];
  const isEmpty = query.isSuccess && rules.length === 0;
  const mayAdd = may('reconciliation.add_rule');
  const add = <Button onClick={() => setDraft({ source })}>{t('recon.rules.add')}</Button>;
  return (
    <ReconciliationFrame
      source={{ value: source, onChange: (value) => narrow({ source: value }) }}
      isImportAside={mayAdd}
      actions={mayAdd && !isEmpty && add}
    >
      <Suggested source={source} onChoose={setDraft} />
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && (
        <Card withBorder>
          <EmptyState
            icon="clipboard-list"
            title={t('recon.rules.empty.title')}
            text={t('recon.rules.empty.text')}
            action={mayAdd && add}
          />
        </Card>
      )}
      {rules.length > 0 && (
        <Panel title={t('recon.rules.inForce')}>
          <ul className={classes.choices}>
            {rules.map((rule) => (
              <li key={rule.rule_id}>
                <Rule rule={rule} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Pager {...list} />
      {draft !== undefined && <BookingRuleDialog draft={draft} onClose={() => setDraft(undefined)} />}
    </ReconciliationFrame>
  );
}

type SuggestedProps = { source: Source; onChoose: (draft: RuleDraft) => void };

function Suggested({ source, onChoose }: SuggestedProps) {
  const t = useStrings();
  const wordsOf = useRuleWords();
  const { api, holderId, mode } = useBook();
  const may = useMay();
  const { data = [] } = useQuery({
    queryKey: ['operator', 'reconciliation', 'booking-rules', 'suggestions', holderId, mode, source],
    queryFn: () => dataOf(api.GET('/api/v1/operator/booking-rules/suggestions', { params: { query: { source } } })),
  });
  if (data.length === 0 || !may('reconciliation.add_rule')) return null;
  return (
    <Panel title={t('recon.rules.suggested')}>
      <ul className={classes.choices}>
        {data.map((rule: SuggestedBookingRule) => (
          <li key={`${rule.kind}/${rule.currency}/${rule.direction}/${rule.text}`}>
            <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
              <Stack gap={2} miw={0}>
                <Text className={classes.text}>{wordsOf(rule)}</Text>
                <Text size="xs" c="dimmed">
                  {t('recon.rules.because', { count: rule.line_ids.length })}
                </Text>
              </Stack>
              <Button size="xs" variant="default" flex="none" onClick={() => onChoose(rule)}>
                {t('recon.rules.add')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Rule({ rule }: { rule: ListedBookingRule }) {
  const t = useStrings();
  const wordsOf = useRuleWords();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/api/v1/operator/booking-rules/{id}/end', { params: { path: { id: String(rule.rule_id) } } })),
    onSuccess: () => {
      setAsking(false);
      showToast(t('recon.rules.ended'));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'reconciliation'] }),
  });
  return (
    <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Text className={classes.text}>{wordsOf(rule)}</Text>
        <Text size="xs" c="dimmed">
          {t('recon.rules.booked', { count: rule.booked })}
        </Text>
      </Stack>
      {may('reconciliation.end_rule') && (
        <Button size="xs" variant="default" flex="none" onClick={() => setAsking(true)}>
          {t('recon.rules.end')}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('recon.rules.end.title')}
          action={t('recon.rules.end')}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
          act={end}
        >
          {t('recon.rules.end.text')}
        </Confirm>
      )}
    </Group>
  );
}

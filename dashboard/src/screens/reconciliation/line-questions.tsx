/** What a person has to say about a line before it counts: which way its money went, and whether it is a duplicate. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';

type Props = { line: StatementLine };
type Direction = 'in' | 'out';

const pathOf = ({ line_id }: StatementLine) => ({ path: { id: String(line_id) } });

function useDirection(line: StatementLine) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (direction: Direction) =>
      dataOf(api.PUT('/api/v1/operator/statement-lines/{id}/direction', { params: pathOf(line), body: { direction } })),
    onSuccess: () => showToast(t('recon.direction.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

export function DirectionQuestion({ line }: Props) {
  const t = useStrings();
  const may = useMay();
  const say = useDirection(line);
  return (
    <Stack gap="xs" mt={4}>
      {say.isError && <ProblemNotice error={say.error} />}
      <Text>{t('recon.direction.question')}</Text>
      {may('reconciliation.set_direction') && (
        <Group gap="xs">
          {(['in', 'out'] as const).map((direction) => (
            <Button
              key={direction}
              size="xs"
              variant="default"
              loading={say.isPending && say.variables === direction}
              disabled={say.isPending}
              onClick={() => say.mutate(direction)}
            >
              {t(`recon.direction.${direction}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** A decision about a line that is still open can be corrected. */
export function SaidByHand({ line }: Props) {
  const t = useStrings();
  const may = useMay();
  const say = useDirection(line);
  if (line.direction !== 'in' && line.direction !== 'out') return null;
  const other = line.direction === 'in' ? 'out' : 'in';
  return (
    <Group gap="xs">
      {say.isError && <ProblemNotice error={say.error} />}
      <Text size="xs" c="dimmed">
        {t(`recon.direction.said.${line.direction}`)}
      </Text>
      {may('reconciliation.set_direction') && (
        <Button size="compact-xs" variant="subtle" loading={say.isPending} onClick={() => say.mutate(other)}>
          {t('recon.direction.change')}
        </Button>
      )}
    </Group>
  );
}

export function DuplicateQuestion({ line }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (same: boolean) =>
      dataOf(api.PUT('/api/v1/operator/statement-lines/{id}/duplicate', { params: pathOf(line), body: { same } })),
    onSuccess: () => showToast(t('recon.duplicate.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const isDecided = line.duplicate === 'same';
  return (
    <Stack gap="xs" mt={4}>
      {decide.isError && <ProblemNotice error={decide.error} />}
      <Text>{t(isDecided ? 'recon.duplicate.is' : 'recon.duplicate.question')}</Text>
      <List size="sm">
        {line.twins.map(({ line_id, file_name, line_number }) => (
          <List.Item key={line_id}>{t('recon.duplicate.twin', { file: file_name, line: line_number })}</List.Item>
        ))}
      </List>
      {may('reconciliation.decide_duplicate') && (
        <Group gap="xs">
          {!isDecided && (
            <Button
              size="xs"
              variant="default"
              loading={decide.isPending && decide.variables}
              disabled={decide.isPending}
              onClick={() => decide.mutate(true)}
            >
              {t('recon.duplicate.same')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={decide.isPending && !decide.variables}
            disabled={decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            {t('recon.duplicate.other')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

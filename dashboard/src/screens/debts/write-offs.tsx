/** Debts that were repaid outside or written off, with those that wait for a second person, who decides here. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Settled = {
  debt_settlement_id: string;
  kind: 'repaid' | 'written_off';
  status: 'requested' | 'posted' | 'declined';
  amount: number;
  currency: string;
  reason: string;
  beneficiary_name: string | null;
  requested_by: string | null;
  is_yours: boolean;
};
type Decision = 'approve' | 'decline';

type Props = {
  settled: readonly Settled[];
  mayDecide: boolean;
  decide: (id: string, decision: Decision) => Promise<unknown>;
};

export function WriteOffs({ settled, mayDecide, decide }: Props) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) => decide(id, decision),
    onSettled: () => queries.invalidateQueries(),
  });
  if (settled.length === 0) return null;
  return (
    <Panel title={t('debts.settled.title')}>
      <Stack gap="sm">
        {act.isError && <ProblemNotice error={act.error} />}
        {settled.map((one) => (
          <Group key={one.debt_settlement_id} justify="space-between" gap="xs">
            <div>
              <Text fw={550}>
                {t(`debts.settled.${one.kind}.${one.status}`, { amount: money(one.amount, one.currency) })}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <Dotted>{[one.beneficiary_name, one.requested_by, one.reason].filter((text) => text !== null)}</Dotted>
              </Text>
            </div>
            {one.status === 'requested' && mayDecide && (
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  disabled={act.isPending}
                  onClick={() => act.mutate({ id: one.debt_settlement_id, decision: 'decline' })}
                >
                  {t(one.is_yours ? 'debts.settled.withdraw' : 'debts.settled.decline')}
                </Button>
                {!one.is_yours && (
                  <Button
                    size="xs"
                    disabled={act.isPending}
                    onClick={() => act.mutate({ id: one.debt_settlement_id, decision: 'approve' })}
                  >
                    {t('debts.settled.approve')}
                  </Button>
                )}
              </Group>
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

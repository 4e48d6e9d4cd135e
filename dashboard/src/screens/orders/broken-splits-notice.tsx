/** Why an order can't settle as it was meant to, and the ways to fix it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { OrderInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';
import { endingOf, type SplitProblem } from './broken-splits.ts';

type Props = {
  order: OrderInFull;
  problems: readonly SplitProblem[];
  mayAct: boolean;
  onAssign: (place: number) => void;
  onEnd: (act: 'cancel' | 'refund') => void;
};

export function BrokenSplitsNotice({ order, problems, mayAct, onAssign, onEnd }: Props) {
  const t = useStrings();
  const money = useMoney();
  const amountOf = (amount: number) => money(amount, order.currency);
  const ending = endingOf(order);
  const wordsOf = (problem: SplitProblem) => {
    const amount = amountOf(problem.amount);
    if (problem.kind !== 'payee') {
      const [sum, total] = [amountOf(problem.sum), amountOf(order.order_amount)];
      return t(`order.broken.${problem.kind}`, { amount, sum, total });
    }
    const { type, link } = problem;
    const fix = ending === undefined ? '' : ` ${t(`order.broken.fix.${ending}`)}`;
    if (link === null) return t(`order.broken.none.${type}`, { amount }) + fix;
    return t(`order.broken.unknown.${type}`, { link, amount }) + fix;
  };
  const consequences = problems.flatMap((problem) =>
    problem.kind === 'payee' ? [] : [t(`order.broken.${problem.kind}.then`, { amount: amountOf(problem.amount) })],
  );
  if (problems.some(({ kind }) => kind === 'payee')) consequences.unshift(t('order.broken.payee.then'));
  return (
    <Alert color="yellow" icon={<Icon name="alert-triangle" />} title={t('order.broken.title')}>
      <Stack gap="xs">
        {problems.map((problem) => (
          <Text key={problem.kind === 'payee' ? problem.place : problem.kind} size="sm" fw={550}>
            {wordsOf(problem)}
          </Text>
        ))}
        {consequences.map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
        {mayAct && (
          <Group gap="xs">
            {problems.map(
              (problem) =>
                problem.kind === 'payee' && (
                  <Button key={problem.place} size="xs" onClick={() => onAssign(problem.place)}>
                    {t('order.broken.assign', { amount: amountOf(problem.amount) })}
                  </Button>
                ),
            )}
            {ending !== undefined && (
              <Button size="xs" variant="default" onClick={() => onEnd(ending)}>
                {t(`order.broken.${ending}`)}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** Does something of the operator's at once, without a question, and says in a corner how it went. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '../../api/problem.ts';
import { Icon } from '../../ui/icon.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { showProblemToast, showToast } from '../../ui/toast.ts';
import { useOnce } from '../../ui/use-once.ts';

type Props<Result> = { label: string; act: () => Promise<Result>; said: (result: Result) => string };

export function AtOnceButton<Result>({ label, act, said }: Props<Result>) {
  const wordsOf = useProblemWords();
  const queries = useQueryClient();
  const done = useMutation({
    mutationFn: act,
    onSuccess: (result) => showToast(said(result)),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const once = useOnce(done);
  return (
    <Button
      variant="default"
      leftSection={<Icon name="refresh" size={16} />}
      loading={done.isPending}
      onClick={() => once(() => done.mutate())}
    >
      {label}
    </Button>
  );
}

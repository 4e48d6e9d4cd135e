/** The list as it is filtered and sorted, as a CSV file. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toldProblem } from '../../ui/told.ts';
import { type OrderFilter, queryOf } from './order-list.ts';

export function ExportOrders({ filter }: { filter: OrderFilter }) {
  const t = useStrings();
  const wordsOf = useProblemWords();
  const { api } = useBook();
  const save = useMutation({
    mutationFn: async () => {
      const asked = api.GET('/api/v1/orders.csv', { params: { query: queryOf(filter) }, parseAs: 'blob' });
      saveFile('orders.csv', await pageOf(asked as Promise<{ data?: Blob | undefined }>));
    },
    onError: (error) => toldProblem(wordsOf(problemOf(error))),
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('app.export')}
    </Button>
  );
}

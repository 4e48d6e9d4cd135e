/** A list as it is filtered and sorted, as a file. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { pageOf } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { useProblemWords } from './problem-words.ts';
import { saveFile } from './save-file.ts';
import { showProblemToast } from './toast.ts';

type Exported = {
  fileName: string;
  /** Requests the file with `parseAs: 'blob'`. */
  request: () => Promise<{ data?: unknown }>;
};

type Props = Exported & { label?: string };

/** For what is no button: an entry of a menu. */
export function useExport({ fileName, request }: Exported) {
  const wordsOf = useProblemWords();
  return useMutation({
    mutationFn: async () => saveFile(fileName, await pageOf(request() as Promise<{ data?: Blob | undefined }>)),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
  });
}

export function ExportButton({ fileName, request, label }: Props) {
  const t = useStrings();
  const save = useExport({ fileName, request });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {label ?? t('app.export')}
    </Button>
  );
}

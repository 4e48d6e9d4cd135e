/** A list as it is filtered and sorted, as a file. */
import { ActionIcon, Button } from '@mantine/core';
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

type Props = Exported & {
  label?: string;
  /** A picture alone, as the button of the filters beside a search on a phone. */
  isPicture?: boolean;
};

/** For what is no button: an entry of a menu. */
export function useExport({ fileName, request }: Exported) {
  const wordsOf = useProblemWords();
  return useMutation({
    mutationFn: async () => saveFile(fileName, await pageOf(request() as Promise<{ data?: Blob | undefined }>)),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
  });
}

export function ExportButton({ fileName, request, label, isPicture = false }: Props) {
  const t = useStrings();
  const save = useExport({ fileName, request });
  if (isPicture) {
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label ?? t('app.export')}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        <Icon name="download" size={16} />
      </ActionIcon>
    );
  }
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

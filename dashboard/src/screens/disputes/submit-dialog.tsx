/** Shows once more what is submitted, and says that it can't be changed afterwards. */
import { Alert, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { showAnswer } from '../../api/queries.ts';
import type { DisputeInFull, EvidenceFile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { textsOf } from './evidence-shown.tsx';
import { disputeKey, evidenceScope } from './own-dispute-key.ts';
import type { Values } from './use-saved-texts.ts';

type Props = {
  dispute: DisputeInFull;
  files: readonly EvidenceFile[];
  texts: Values;
  /** Otherwise they are saved first. */
  isSaved: boolean;
  onClose: () => void;
};

export function SubmitDialog({ dispute, files, texts, isSaved, onClose }: Props) {
  const t = useStrings();
  const book = useBook();
  const queries = useQueryClient();
  const path = { id: dispute.dispute_id };
  const submit = useMutation({
    scope: evidenceScope(path.id),
    mutationFn: async () => {
      if (!isSaved) await dataOf(book.api.PUT('/api/v1/disputes/{id}/evidence', { params: { path }, body: texts }));
      return dataOf(book.api.POST('/api/v1/disputes/{id}/submit', { params: { path } }));
    },
    onSuccess: async (saved) => {
      await showAnswer(queries, disputeKey(book, path.id), saved);
      void queries.invalidateQueries({ queryKey: ['home'] });
      onClose();
      showToast(t('evidence.submit.done'));
    },
  });
  return (
    <FormDialog
      title={t('evidence.submit.title')}
      action={t('evidence.submit.action')}
      onSubmit={() => submit.mutate()}
      onClose={onClose}
      act={submit}
      size="lg"
      isQuestion
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
          {t('evidence.submit.final')}
        </Alert>
        <FactList
          isLong
          facts={textsOf({ texts }).map(([name, text]) => ({
            label: t(`evidence.text.${name}`),
            value: <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>,
          }))}
        />
        <FactList
          isLong
          facts={files.map(({ purpose, name }) => ({ label: t(`evidence.file.${purpose}`), value: name }))}
        />
      </Stack>
    </FormDialog>
  );
}

/** Writes a text anew, shown with sample values while it is typed, or goes back to the original. */
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OwnText } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { directionOf, type Language } from '../../strings/languages.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { showToast } from '../../ui/toast.ts';

const pauseMs = 300;
const textLengthMax = 1_000;

type Props = { row: OwnText; language: Language; onClose: () => void };

export function TextDialog({ row, language, onClose }: Props) {
  const t = useStrings();
  const form = useForm({ initialValues: { text: row.own ?? row.original } });
  const change = useChange({ row, language, onClose }, form.setErrors);
  const typed = oneLine(form.values.text);
  return (
    <FormDialog
      title={t('wording.dialog')}
      action={t('wording.save')}
      act={change}
      size="lg"
      canSubmit={typed !== (row.own ?? row.original)}
      onSubmit={() => change.mutate(typed)}
      onClose={onClose}
    >
      {row.state === 'outdated' && <Alert color="yellow">{t('wording.outdated')}</Alert>}
      {row.state === 'unused' && <Alert color="yellow">{t('wording.unused')}</Alert>}
      <Stack gap={4}>
        <Text size="sm" fw={550}>
          {t('wording.original')}
        </Text>
        <Text lang={language} dir={directionOf(language)}>
          {row.original}
        </Text>
        {language !== 'en' && (
          <Text size="sm" c="dimmed">
            {t('wording.english')}: {row.english}
          </Text>
        )}
      </Stack>
      <Textarea
        label={t('wording.own')}
        description={
          row.values.length === 0
            ? undefined
            : t('wording.values', { values: row.values.map((name) => `{${name}}`).join(' ') })
        }
        autosize
        minRows={2}
        maxLength={textLengthMax}
        lang={language}
        dir={directionOf(language)}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Preview row={row} language={language} text={typed} />
      {row.own !== null && (
        <Group>
          <Button variant="default" size="xs" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {t('wording.reset')}
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}

/** Null: the original again. */
function useChange(
  { row: { area, key }, language, onClose }: Props,
  setErrors: (problems: ReturnType<typeof fieldProblems>) => void,
) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const address = '/api/v1/operator/wording/{language}/{area}/{key}' as const;
  const params = { path: { language, area, key } };
  return useMutation({
    mutationFn: (text: string | null): Promise<unknown> =>
      text === null ? api.DELETE(address, { params }) : api.PUT(address, { params, body: { text } }),
    onSuccess: (_, text) => {
      showToast(t(text === null ? 'wording.wasReset' : 'wording.saved'));
      onClose();
    },
    onError: (error) => setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['wording'] }),
  });
}

function Preview({ row: { area, key }, language, text }: Pick<Props, 'row' | 'language'> & { text: string }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [asked] = useDebouncedValue(text, pauseMs);
  const { data } = useQuery({
    queryKey: ['wording', holderId, mode, 'preview', language, area, key, asked],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/operator/wording/{language}/{area}/{key}/preview', {
          params: { path: { language, area, key }, query: { text: asked } },
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Stack gap={4} aria-live="polite">
      <Text size="sm" fw={550}>
        {t('wording.preview')}
      </Text>
      {data?.problem ? (
        <Text c="dimmed">{t('wording.cannot', { problem: data.problem })}</Text>
      ) : (
        <Text lang={language} dir={directionOf(language)} style={{ overflowWrap: 'anywhere' }}>
          {data?.text}
        </Text>
      )}
    </Stack>
  );
}

/** Evidence while it is put together: texts that are saved, files that are uploaded at once, and the way to submit it. */
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { DisputeInFull, Evidence } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, isOfNoField } from '../../ui/form-problems.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { shortTexts, type TextName, textNames } from './evidence-fields.ts';
import { FileSection } from './file-section.tsx';
import { disputeKey } from './own-dispute-key.ts';

const SubmitDialog = lazyOnInput(async () => (await import('./submit-dialog.tsx')).SubmitDialog);

export type Values = Record<TextName, string>;

const valuesOf = ({ texts }: Evidence): Values =>
  Object.fromEntries(textNames.map((name) => [name, texts[name] ?? ''])) as Values;

const longTextMax = 20_000;
const shortTextMax = 500;

export function EvidenceForm({ dispute, evidence }: { dispute: DisputeInFull; evidence: Evidence }) {
  const may = useMay();
  const { form, save } = useSavedTexts(dispute, evidence);
  const [isSubmitting, setSubmitting] = useState(false);
  const isEmpty = evidence.files.length === 0 && Object.values(form.values).every((text) => text.trim() === '');
  return (
    <>
      <Texts form={form} save={save} />
      <FileSection dispute={dispute} files={evidence.files} />
      {may('disputes.submit') && (
        <Submit
          to={dispute.submits_to}
          isEmpty={isEmpty}
          isBusy={save.isPending}
          onReview={() => setSubmitting(true)}
        />
      )}
      {isSubmitting && (
        <SubmitDialog
          dispute={dispute}
          files={evidence.files}
          texts={form.values}
          isSaved={!form.isDirty()}
          onClose={() => setSubmitting(false)}
        />
      )}
    </>
  );
}

function Texts({ form, save }: ReturnType<typeof useSavedTexts>) {
  const t = useStrings();
  const area = (name: TextName) => (
    <Textarea
      label={t(`evidence.text.${name}`)}
      autosize
      minRows={name === 'explanation' ? 5 : 2}
      maxLength={longTextMax}
      {...form.getInputProps(name)}
    />
  );
  return (
    <Panel title={t('evidence.texts')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md" maw={720}>
          <Text c="dimmed">{t('evidence.texts.text')}</Text>
          {area('explanation')}
          {area('product_description')}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {shortTexts.map((name) => (
              <TextInput
                key={name}
                label={t(`evidence.text.${name}`)}
                maxLength={shortTextMax}
                autoComplete="off"
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
          {area('refund_policy')}
          {area('refund_refusal')}
          {area('access_log')}
          {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
          <Group>
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              {t('evidence.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

type SubmitProps = { to: DisputeInFull['submits_to']; isEmpty: boolean; isBusy: boolean; onReview: () => void };

function Submit({ to, isEmpty, isBusy, onReview }: SubmitProps) {
  const t = useStrings();
  return (
    <Panel title={t('evidence.submit.title')}>
      <Stack gap="sm" align="flex-start">
        <Text>{t(`evidence.submit.text.${to}`)}</Text>
        <Button onClick={onReview} disabled={isEmpty || isBusy}>
          {t('evidence.review')}
        </Button>
        {isEmpty && (
          <Text size="sm" c="dimmed">
            {t('evidence.empty')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function useSavedTexts(dispute: DisputeInFull, evidence: Evidence) {
  const t = useStrings();
  const book = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({ initialValues: valuesOf(evidence) });
  const path = { id: dispute.dispute_id };
  const save = useMutation({
    mutationFn: (body: Values) => dataOf(book.api.PUT('/api/v1/disputes/{id}/evidence', { params: { path }, body })),
    onSuccess: (saved, sent) => {
      // What was typed meanwhile stays.
      form.setInitialValues(sent);
      form.resetDirty(sent);
      showToast(t('evidence.saved'));
      queries.setQueryData(disputeKey(book, path.id), saved);
    },
    onError: (error) => blame(form, error),
  });
  return { form, save };
}

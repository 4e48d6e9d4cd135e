/** Evidence while it is put together: texts that are saved as they are typed, files that are uploaded at once, and the way to submit it. */
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DisputeInFull, Evidence } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { isOfNoField } from '../../ui/form-problems.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { shortTexts, type TextName } from './evidence-fields.ts';
import { FileSection } from './file-section.tsx';
import { useSavedTexts } from './use-saved-texts.ts';

const SubmitDialog = lazyOnInput(async () => (await import('./submit-dialog.tsx')).SubmitDialog);

const longTextMax = 20_000;
const shortTextMax = 500;

export function EvidenceForm({ dispute, evidence }: { dispute: DisputeInFull; evidence: Evidence }) {
  const may = useMay();
  const texts = useSavedTexts(dispute, evidence);
  const { form } = texts;
  const [isSubmitting, setSubmitting] = useState(false);
  const isEmpty = evidence.files.length === 0 && Object.values(form.values).every((text) => text.trim() === '');
  return (
    <>
      <Texts {...texts} />
      <FileSection dispute={dispute} files={evidence.files} />
      {may('disputes.submit') && (
        <Submit to={dispute.submits_to} isEmpty={isEmpty} onReview={() => setSubmitting(true)} />
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

function Texts({ form, state, error, saveNow }: ReturnType<typeof useSavedTexts>) {
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
      <form noValidate onSubmit={form.onSubmit(saveNow)}>
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
          {state === 'failed' && isOfNoField(error) && <ProblemNotice error={error} />}
          <Group mih={36}>
            {state === 'failed' ? (
              <Button type="submit" variant="default">
                {t('evidence.save')}
              </Button>
            ) : (
              <Text size="sm" c="dimmed" role="status">
                {state !== 'empty' && t(`evidence.${state}`)}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

type SubmitProps = { to: DisputeInFull['submits_to']; isEmpty: boolean; onReview: () => void };

function Submit({ to, isEmpty, onReview }: SubmitProps) {
  const t = useStrings();
  return (
    <Panel title={t('evidence.submit.title')}>
      <Stack gap="sm" align="flex-start">
        <Text>{t(`evidence.submit.text.${to}`)}</Text>
        <Button onClick={onReview} disabled={isEmpty}>
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

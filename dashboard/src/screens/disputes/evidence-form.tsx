/** Evidence while it is put together: texts that are saved as they are typed, files that are uploaded at once, and the way to submit it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { DisputeInFull, Evidence } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { isOfNoField } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import classes from './disputes.module.css';
import { evidenceFor } from './evidence-by-reason.ts';
import { isLong, type TextName } from './evidence-fields.ts';
import { EvidenceText } from './evidence-text.tsx';
import { FileSection } from './file-section.tsx';
import { useSavedTexts } from './use-saved-texts.ts';

const SubmitDialog = lazyOnInput(async () => (await import('./submit-dialog.tsx')).SubmitDialog);

export function EvidenceForm({ dispute, evidence }: { dispute: DisputeInFull; evidence: Evidence }) {
  const may = useMay();
  const texts = useSavedTexts(dispute, evidence);
  const { form } = texts;
  const [isSubmitting, setSubmitting] = useState(false);
  const isEmpty = evidence.files.length === 0 && Object.values(form.values).every((text) => text.trim() === '');
  return (
    <>
      <Texts {...texts} reason={dispute.reason} />
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

type TextsProps = ReturnType<typeof useSavedTexts> & { reason: string | null };

function Texts({ form, state, error, saveNow, reason }: TextsProps) {
  const t = useStrings();
  const { first, more } = evidenceFor(reason);
  // What is filled in is never folded when the page is opened.
  const [isOpen, setOpen] = useState(() => more.some((name) => form.getValues()[name] !== ''));
  const folded = useId();
  return (
    <Panel
      title={t('evidence.texts')}
      actions={
        <Text size="sm" c="dimmed" role="status">
          {state !== 'empty' && state !== 'failed' && t(`evidence.${state}`)}
        </Text>
      }
    >
      <form noValidate onSubmit={form.onSubmit(saveNow)}>
        <Stack gap="md" maw={720}>
          <Text c="dimmed">{t('evidence.texts.text')}</Text>
          <Fields names={first} form={form} />
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={folded}
            leftSection={<Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />}
            onClick={() => setOpen(!isOpen)}
            style={{ alignSelf: 'flex-start', marginInlineStart: -8 }}
          >
            {t('evidence.more')}
          </Button>
          <div id={folded} hidden={!isOpen}>
            {isOpen && <Fields names={more} form={form} />}
          </div>
          {state === 'failed' && (
            <>
              {isOfNoField(error) && <ProblemNotice error={error} />}
              <Group>
                <Button type="submit" variant="default">
                  {t('evidence.save')}
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

type FieldsProps = { names: readonly TextName[]; form: ReturnType<typeof useSavedTexts>['form'] };

/** Texts of a line stand beside each other where there is room. */
const Fields = ({ names, form }: FieldsProps) => (
  <div className={classes.fields}>
    {names.map((name) => (
      <div key={name} data-long={isLong(name) || undefined}>
        <EvidenceText name={name} field={form.getInputProps(name)} />
      </div>
    ))}
  </div>
);

type SubmitProps = { to: DisputeInFull['submits_to']; isEmpty: boolean; onReview: () => void };

/** On a phone the button stays in sight. */
function Submit({ to, isEmpty, onReview }: SubmitProps) {
  const t = useStrings();
  const isPhone = useIsPhone();
  return (
    <>
      <Panel title={t('evidence.submit.title')}>
        <Stack gap="sm" align="flex-start">
          <Text>{t(`evidence.submit.text.${to}`)}</Text>
          {!isPhone && <Review isEmpty={isEmpty} onReview={onReview} />}
          {isEmpty && (
            <Text size="sm" c="dimmed">
              {t('evidence.empty')}
            </Text>
          )}
        </Stack>
      </Panel>
      {isPhone && (
        <div className={classes.submit}>
          <Review isEmpty={isEmpty} onReview={onReview} />
        </div>
      )}
    </>
  );
}

function Review({ isEmpty, onReview }: Omit<SubmitProps, 'to'>) {
  const t = useStrings();
  return (
    <Button onClick={onReview} disabled={isEmpty}>
      {t('evidence.review')}
    </Button>
  );
}

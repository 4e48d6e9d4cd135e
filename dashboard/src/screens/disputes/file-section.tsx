/** The files of evidence: one for each purpose, chosen or dropped, uploaded and removed at once. */
import { Button, FileButton, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { dataOf, documentOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { DisputeInFull, EvidenceFile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Panel } from '../../ui/panel.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import rows from '../../ui/rows.module.css';
import { showProblemToast, showToast } from '../../ui/toast.ts';
import classes from './disputes.module.css';
import { evidenceFor } from './evidence-by-reason.ts';
import type { Purpose } from './evidence-fields.ts';
import { disputeKey, evidenceScope } from './own-dispute-key.ts';
import { useSizeWords } from './size-words.ts';

const bytesMax = 5 * 1_024 * 1_024;
const nameLengthMax = 255;

type Props = { dispute: DisputeInFull; files: readonly EvidenceFile[] };

export function FileSection({ dispute, files }: Props) {
  const t = useStrings();
  const sizeWords = useSizeWords();
  return (
    <Panel title={t('evidence.files')}>
      <Stack gap="md" maw={720}>
        <Text c="dimmed">{t('evidence.files.text', { most: sizeWords(dispute.files_bytes_max) })}</Text>
        {files.length > 0 && (
          <div>
            {files.map((file) => (
              <FileRow key={file.purpose} dispute={dispute} file={file} />
            ))}
          </div>
        )}
        <Upload dispute={dispute} files={files} />
      </Stack>
    </Panel>
  );
}

function FileRow({ dispute, file: { purpose, name, size } }: { dispute: DisputeInFull; file: EvidenceFile }) {
  const t = useStrings();
  const book = useBook();
  const queries = useQueryClient();
  const sizeWords = useSizeWords();
  const wordsOf = useProblemWords();
  const path = { id: dispute.dispute_id, purpose };
  const remove = useMutation({
    scope: evidenceScope(path.id),
    mutationFn: () => dataOf(book.api.DELETE('/api/v1/disputes/{id}/files/{purpose}', { params: { path } })),
    onSuccess: (saved) => queries.setQueryData(disputeKey(book, path.id), saved),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
  });
  return (
    <Group justify="space-between" wrap="nowrap" className={rows.row ?? ''}>
      <div className={classes.file}>
        <Text size="sm" c="dimmed">
          {t(`evidence.file.${purpose}`)}
        </Text>
        <a href={documentOf(book, `/disputes/${dispute.dispute_id}/files/${purpose}`)} download>
          {name}
        </a>{' '}
        <Text span size="sm" c="dimmed">
          {sizeWords(size)}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
        aria-label={t('evidence.file.remove.named', { name })}
      >
        {t('evidence.file.remove')}
      </Button>
    </Group>
  );
}

function Upload({ dispute, files }: Props) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const { purposes } = evidenceFor(dispute.reason);
  const free = purposes.find((one) => !files.some(({ purpose }) => purpose === one)) ?? 'other';
  const [chosen, setChosen] = useState<Purpose>();
  const [isOver, setOver] = useState(false);
  const purpose = chosen ?? free;
  const others = files.filter((file) => file.purpose !== purpose).reduce((sum, { size }) => sum + size, 0);
  const left = dispute.files_bytes_max - others;
  const { upload, choose, again, problem } = useUpload(dispute, purpose, left, () => setChosen(undefined));
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0] ?? null);
  };
  const over = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isNow);
  };
  const replaces = files.some((file) => file.purpose === purpose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same
    <div className={classes.drop} data-over={isOver} onDragOver={over(true)} onDragLeave={over(false)} onDrop={drop}>
      <Stack gap="sm">
        <Select
          label={t('evidence.file.purpose')}
          data={purposes.map((value) => ({ value, label: t(`evidence.file.${value}`) }))}
          value={purpose}
          onChange={(value) => setChosen((value ?? free) as Purpose)}
          allowDeselect={false}
          {...(replaces ? { description: t('evidence.file.replaces') } : {})}
        />
        <Group gap="sm">
          <FileButton accept="application/pdf,image/png,image/jpeg" onChange={choose} resetRef={again}>
            {(props) => (
              <Button
                variant="default"
                fullWidth={isPhone}
                leftSection={<Icon name="plus" size={16} />}
                disabled={upload.isPending}
                {...props}
              >
                {t('evidence.file.choose')}
              </Button>
            )}
          </FileButton>
          {upload.isPending ? (
            <Group gap="xs" role="status">
              <Loader size="xs" />
              <Text size="sm">{t('evidence.file.uploading', { name: upload.variables.name })}</Text>
            </Group>
          ) : (
            !isPhone && (
              <Text size="sm" c="dimmed">
                {t('evidence.file.drop')}
              </Text>
            )
          )}
        </Group>
        {problem !== undefined && (
          <Text c="red" size="sm" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </div>
  );
}

/** Sends the file that is chosen, or says what is wrong with it. @param left bytes, beside the files of other purposes. */
function useUpload(
  { dispute_id: id, files_bytes_max: most }: DisputeInFull,
  purpose: Purpose,
  left: number,
  onDone: () => void,
) {
  const t = useStrings();
  const book = useBook();
  const queries = useQueryClient();
  const wordsOf = useProblemWords();
  const again = useRef<() => void>(null);
  const sizeWords = useSizeWords();
  const [tooLarge, setTooLarge] = useState<'alone' | 'together'>();
  const upload = useMutation({
    scope: evidenceScope(id),
    mutationFn: (file: File) =>
      dataOf(
        book.api.PUT('/api/v1/disputes/{id}/files/{purpose}', {
          params: { path: { id, purpose }, query: { name: file.name.slice(-nameLengthMax) } },
          headers: { 'Content-Type': 'application/octet-stream' },
          body: file as never,
          bodySerializer: (bytes: unknown) => bytes as Blob,
        }),
      ),
    onSuccess: (saved) => {
      queries.setQueryData(disputeKey(book, id), saved);
      showToast(t('evidence.file.saved'));
      onDone();
    },
    // Otherwise the same file could not be chosen again.
    onSettled: () => again.current?.(),
  });
  const choose = (file: File | null): void => {
    if (file === null || upload.isPending) return;
    upload.reset();
    const isTooLarge = file.size > bytesMax ? 'alone' : file.size > left ? 'together' : undefined;
    setTooLarge(isTooLarge);
    if (isTooLarge === undefined) upload.mutate(file);
    else again.current?.();
  };
  const said = fieldProblem(upload.error, 'content') ?? (upload.isError ? wordsOf(problemOf(upload.error)) : undefined);
  const problems = {
    alone: t('evidence.file.tooLarge'),
    together: t('evidence.file.tooLarge.together', { most: sizeWords(most) }),
  };
  return { upload, choose, again, problem: tooLarge === undefined ? said : problems[tooLarge] };
}

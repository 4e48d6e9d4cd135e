/** One file on its way: it is sent, read, shown with what it leaves open, and imported on request. */
import { Alert, Button, List, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { showAnswer } from '../../api/queries.ts';
import type { BodyOf, StatementFile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { FileContents } from './file-contents.tsx';
import { FileQuestions } from './file-questions.tsx';
import { FileResult } from './file-result.tsx';
import { KeepFile } from './keep-file.tsx';
import type { Source } from './types.ts';
import { fileBytesMax, uploadFile } from './upload-file.ts';

/** On this machine, and to be sent; or sent before, with its ID. */
export type FileSource = File | number;

type Props = {
  file: FileSource;
  /** What it is called on the screen. */
  name: string;
  source: Source;
  /** Another one comes before it. */
  isWaiting: boolean;
  onStored: (fileId: number) => void;
  /** The next one may begin. */
  onDone: () => void;
};

const pollMs = 300;
const isBusy = (state: StatementFile['state'] | undefined): boolean => state === 'reading' || state === 'importing';

export function ImportedFile({ file, name, source, isWaiting, onStored, onDone }: Props) {
  const t = useStrings();
  const { upload, sent, stored, isRemoved, answer, keep, remove, answered } = useFile({
    ...{ file, source, isWaiting, onStored },
  });
  const size = sizeOf(file);
  const problem = size === 0 ? t('recon.file.empty') : size > fileBytesMax ? t('recon.file.tooLarge') : undefined;
  const isOver = problem !== undefined || upload.isError || stored?.state === 'refused' || stored?.state === 'imported';
  const finish = useRef(onDone);
  finish.current = onDone;
  useEffect(() => {
    if (isOver || isRemoved) finish.current();
  }, [isOver, isRemoved]);
  if (isRemoved) return null;
  return (
    <Panel
      title={name}
      actions={
        stored !== undefined &&
        !isBusy(stored.state) &&
        stored.state !== 'imported' && (
          <>
            {stored.profile !== null && (
              <Button
                variant="default"
                size="xs"
                loading={answer.isPending}
                onClick={() => answer.mutate({ without_profile: true })}
              >
                {t('recon.profile.without')}
              </Button>
            )}
            <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('recon.file.remove')}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {isWaiting && <Text c="dimmed">{t('recon.file.waiting')}</Text>}
        {problem !== undefined && <Text>{problem}</Text>}
        {upload.isError && (
          <ProblemNotice error={upload.error} onRetry={() => typeof file !== 'number' && upload.mutate(file)} />
        )}
        {upload.isPending && <Working label={t('recon.file.sending')} part={sent} />}
        {stored?.state === 'reading' && <Working label={t('recon.file.reading')} part={stored.progress ?? 0} />}
        {stored?.state === 'importing' && <Working label={t('recon.file.importing')} part={stored.progress ?? 0} />}
        {stored !== undefined && !isBusy(stored.state) && (
          <>
            {stored.problems.length > 0 && <Problems file={stored} />}
            {(stored.state === 'asking' || stored.state === 'ready') && <FileContents file={stored} name={name} />}
            {stored.result !== null && <FileResult file={stored} source={source} />}
            {stored.questions.length > 0 && (
              <FileQuestions key={stored.questions.map(({ text }) => text).join()} file={stored} answer={answer} />
            )}
            {stored.state === 'ready' && <KeepFile file={stored} isAnswered={answered} keep={keep} />}
            {remove.isError && <ProblemNotice error={remove.error} />}
          </>
        )}
      </Stack>
    </Panel>
  );
}

type Answer = BodyOf<'operatorReadStatementFile'>;

/** Bytes; of a file that the service has, it has seen to that. */
const sizeOf = (file: FileSource): number => (typeof file === 'number' ? 1 : file.size);

/** The upload, what the service says of the file, and what can be asked of it. */
function useFile({ file, source, isWaiting, onStored }: Pick<Props, 'file' | 'source' | 'isWaiting' | 'onStored'>) {
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const [sent, setSent] = useState(0);
  const [answered, setAnswered] = useState(false);
  const [isRemoved, setIsRemoved] = useState(false);
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadFile(api, source, chosen, setSent),
    onSuccess: ({ file_id: stored }) => onStored(stored),
  });
  const id = typeof file === 'number' ? file : upload.data?.file_id;
  const key = ['statement-file', holderId, mode, id];
  const { data: stored } = useQuery({
    queryKey: key,
    queryFn: () => dataOf(api.GET('/api/v1/operator/statement-files/{id}', { params: { path: { id: id as number } } })),
    enabled: id !== undefined && !isWaiting,
    refetchInterval: ({ state }) => (state.data === undefined || isBusy(state.data.state) ? pollMs : false),
  });
  const path = { id: id as number };
  const show = (next: StatementFile) => showAnswer(queries, key, next);
  const answer = useMutation({
    mutationFn: (body: Answer) =>
      dataOf(api.POST('/api/v1/operator/statement-files/{id}/read', { params: { path }, body })),
    onSuccess: (next, body) => {
      if (body.answers !== undefined) setAnswered(true);
      return show(next);
    },
  });
  const keep = useMutation({
    mutationFn: (profileName: string | undefined) =>
      dataOf(
        api.POST('/api/v1/operator/statement-files/{id}/import', {
          params: { path },
          body: profileName === undefined ? {} : { profile_name: profileName },
        }),
      ),
    onSuccess: show,
  });
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/v1/operator/statement-files/{id}', { params: { path } })),
    onSuccess: () => setIsRemoved(true),
  });
  const begin = useRef(upload.mutate);
  const isSound = sizeOf(file) > 0 && sizeOf(file) <= fileBytesMax;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (isWaiting || !isSound || hasBegun.current || typeof file === 'number') return;
    hasBegun.current = true;
    begin.current(file);
  }, [isWaiting, isSound, file]);
  const isImported = stored?.state === 'imported';
  useEffect(() => {
    if (isImported) void queries.invalidateQueries({ queryKey: ['operator'] });
  }, [isImported, queries]);
  return { upload, sent, stored, isRemoved, answer, keep, remove, answered };
}

function Working({ label, part }: { label: string; part: number }) {
  return (
    <div>
      <Text size="sm" mb={6} role="status">
        {label}
      </Text>
      <Progress value={Math.round(part * 100)} aria-label={label} animated />
    </div>
  );
}

function Problems({ file: { problems, state } }: { file: StatementFile }) {
  const t = useStrings();
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      title={state === 'refused' ? t('recon.file.problems') : t('recon.file.notImported')}
    >
      <List size="sm" spacing={4}>
        {problems.map(({ line_number: line, message }) => (
          <List.Item key={`${line} ${message}`}>
            {line === null ? message : t('recon.file.problem', { line, message })}
          </List.Item>
        ))}
      </List>
      {state === 'refused' && (
        <Text size="sm" mt="xs">
          {t('recon.file.problems.text')}
        </Text>
      )}
    </Alert>
  );
}

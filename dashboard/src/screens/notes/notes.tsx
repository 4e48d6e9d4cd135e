/** The team's notes about an object: what was written, newest first, and a field for another one. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, pageOf } from '../../api/client.ts';
import type { BodyOf, Note } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useOnce } from '../../ui/use-once.ts';
import classes from './notes.module.css';

export type NoteObject = { kind: BodyOf<'consoleWriteNote'>['object_kind']; id: string };

const lengthMax = 2_000;
/** The newest; more of one object are for the API. */
const shownMax = 100;

export function Notes({ about, isFirst = false }: { about: NoteObject; isFirst?: boolean }) {
  const may = useMay();
  const { holderId, mode, holder, api } = useBook();
  const isOperator = holder.kind === 'service';
  const object = { object_kind: about.kind, object_id: about.id };
  const asked = { params: { query: { ...object, limit: shownMax } } };
  const query = useQuery({
    queryKey: ['notes', holderId, mode, about.kind, about.id],
    queryFn: () => pageOf(isOperator ? api.GET('/api/v1/operator/notes', asked) : api.GET('/api/v1/notes', asked)),
  });
  return (
    <Stack gap="md">
      {may(isOperator ? 'operator_notes.write' : 'notes.write') && <NewNote about={about} isFirst={isFirst} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && query.data.data.length > 0 && (
        <ul className={classes.notes}>
          {query.data.data.map((note) => (
            <Written key={note.note_id} note={note} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Written({ note: { author, text, created_at: at } }: { note: Note }) {
  const t = useStrings();
  return (
    <li className={classes.note}>
      <Text className={classes.text}>{text}</Text>
      <Text size="xs" c="dimmed" component="div">
        <Dotted>
          <span>{author.is_you ? t('notes.you') : (author.name ?? t('notes.deleted'))}</span>
          <Instant at={at} />
        </Dotted>
      </Text>
    </li>
  );
}

function NewNote({ about, isFirst }: { about: NoteObject; isFirst: boolean }) {
  const t = useStrings();
  const { holder, api } = useBook();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => {
      const body = { object_kind: about.kind, object_id: about.id, text };
      return holder.kind === 'service'
        ? dataOf(api.POST('/api/v1/operator/notes', { body }))
        : dataOf(api.POST('/api/v1/notes', { body }));
    },
    onSuccess: () => setText(''),
    // Lists show how many there are.
    onSettled: () => queries.invalidateQueries(),
  });
  const once = useOnce(add);
  const problem = fieldProblem(add.error, 'text');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (text.trim() !== '') once(() => add.mutate());
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={t('notes.new')}
          description={t('notes.who')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={lengthMax}
          value={text}
          error={problem}
          data-autofocus={isFirst || undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {add.isError && problem === undefined && <ProblemNotice error={add.error} />}
        <Group justify="flex-end">
          <Button type="submit" size="xs" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
            {t('notes.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

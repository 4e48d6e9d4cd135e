/** The texts of evidence: saved a moment after the typing stops, at the latest after a while, and when the page is left. */
import { useForm } from '@mantine/form';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf } from '../../api/client.ts';
import type { DisputeInFull, Evidence } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { blame } from '../../ui/form-problems.ts';
import { type TextName, textNames } from './evidence-fields.ts';
import { disputeKey, evidenceScope } from './own-dispute-key.ts';

export type Values = Record<TextName, string>;

const pauseMs = 1_000;
const unsavedMsMax = 10_000;
/** Browsers send no more for a page that is gone; characters of up to three bytes. */
const keptAliveLengthMax = 20_000;

const valuesOf = ({ texts }: Evidence): Values =>
  Object.fromEntries(textNames.map((name) => [name, texts[name] ?? ''])) as Values;

export function useSavedTexts({ dispute_id: id }: DisputeInFull, evidence: Evidence) {
  const book = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({ initialValues: valuesOf(evidence), onValuesChange: () => saveSoon() });
  const key = disputeKey(book, id);
  const save = useMutation({
    scope: evidenceScope(id),
    mutationFn: (body: Values) => {
      const keepalive = JSON.stringify(body).length <= keptAliveLengthMax;
      return dataOf(book.api.PUT('/api/v1/disputes/{id}/evidence', { params: { path: { id } }, body, keepalive }));
    },
    // Who comes back before it is answered goes on with what they typed.
    onMutate: (texts) =>
      queries.setQueryData<DisputeInFull>(key, (known) =>
        known?.sent == null ? known : { ...known, sent: { ...known.sent, texts } },
      ),
    onSuccess: (saved, sent) => {
      // What was typed meanwhile stays.
      form.resetDirty(sent);
      queries.setQueryData(key, saved);
    },
    onError: (error) => blame(form, error),
  });
  const saveNow = () => {
    saveSoon.cancel();
    if (form.isDirty()) save.mutate(form.getValues());
  };
  const saveSoon = useDebouncedCallback(() => form.isDirty() && save.mutate(form.getValues()), {
    delay: pauseMs,
    maxWait: unsavedMsMax,
    flushOnUnmount: true,
  });
  useEffect(() => {
    const saveHidden = () => document.visibilityState === 'hidden' && saveSoon.flush();
    document.addEventListener('visibilitychange', saveHidden);
    return () => document.removeEventListener('visibilitychange', saveHidden);
  }, [saveSoon]);
  const isEmpty = Object.values(form.values).every((text) => text === '');
  const isSaved = !form.isDirty();
  const state = save.isError ? 'failed' : !isSaved ? 'saving' : isEmpty ? 'empty' : 'saved';
  return { form, state, error: save.error, saveNow } as const;
}

/** Accepting or declining: for which of the person's businesses, or for a new one. */
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { OpenedInvitation } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Decline } from './decline.tsx';
import { useAnswered } from './use-invitation.ts';

const nameMax = 100;
const another = 'another';

type Props = { opened: OpenedInvitation; token: string };

export function AnswerForm({ opened, token }: Props) {
  const t = useStrings();
  const [isDeclining, setDeclining] = useState(false);
  const { type, company, holders } = opened;
  const usable = holders.filter(isUsable);
  const barred = usable.length === 0 ? holders.find(({ status }) => status === 'suspended') : undefined;
  const { form, accept } = useAccept({ opened, token });
  const { holder_id: chosen } = form.values;
  return (
    <>
      <form noValidate onSubmit={form.onSubmit((values) => accept.mutate(values), focusFirst(form))}>
        <Stack gap="md">
          {accept.isError && isOfNoField(accept.error) && <ProblemNotice error={accept.error} />}
          {barred !== undefined && (
            <Alert variant="light" color="yellow">
              {t('invited.inactive', { name: barred.name })}
            </Alert>
          )}
          {usable.length > 0 && (
            <Radio.Group label={t('invited.which')} {...form.getInputProps('holder_id')}>
              <Stack gap="xs" mt="xs">
                {usable.map((one) => (
                  <Radio key={one.holder_id} value={String(one.holder_id)} label={one.name} />
                ))}
                <Radio value={another} label={t('invited.another', { type })} />
              </Stack>
            </Radio.Group>
          )}
          {chosen === another && barred === undefined && (
            <TextInput
              label={t('invited.name', { type })}
              description={t('invited.name.hint', { company })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="organization"
              maxLength={nameMax * 2}
              {...form.getInputProps('name')}
            />
          )}
          {barred === undefined && (
            <Button type="submit" fullWidth loading={accept.isPending}>
              {t('invited.accept')}
            </Button>
          )}
          <Button variant="default" fullWidth disabled={accept.isPending} onClick={() => setDeclining(true)}>
            {t('invited.decline')}
          </Button>
        </Stack>
      </form>
      {isDeclining && <Decline company={company} token={token} onClose={() => setDeclining(false)} />}
    </>
  );
}

/** Accepts it for the business that is chosen: the first that can, unless the person chooses another. */
function useAccept({ opened: { holders, name }, token }: Props) {
  const t = useStrings();
  const answered = useAnswered();
  const form = useForm({
    initialValues: { holder_id: String(holders.find(isUsable)?.holder_id ?? another), name: name ?? '' },
    validate: {
      name: (value, { holder_id }) => (holder_id !== another || isName(value) ? null : t('invited.name.wrong')),
    },
  });
  const accept = useMutation({
    mutationFn: ({ holder_id, name }: typeof form.values) => {
      const choice =
        holder_id === another ? { name, open_another: holders.length > 0 } : { holder_id: Number(holder_id) };
      return dataOf(apiOf().POST('/api/v1/received-invitations/accept', { body: { invitation: token, ...choice } }));
    },
    onSuccess: answered,
    onError: async (error) => {
      blame(form, error);
      // Someone else answered it, or it ended: the page says which.
      if (problemOf(error).status === 409) await answered();
    },
  });
  return { form, accept };
}

const isUsable = ({ status }: OpenedInvitation['holders'][number]): boolean => status !== 'suspended';

const isName = (value: string): boolean => {
  const length = [...value.trim()].length;
  return length > 0 && length <= nameMax;
};

/** The account's own sign-in provider: an account's in its settings, the operator's among theirs. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SingleSignOn as Setting } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Flag } from '../../ui/flag.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import { useSingleSignOn } from './single-sign-on-api.ts';

export function SingleSignOn() {
  const t = useStrings();
  const { query } = useSingleSignOn();
  const setting = query.data;
  return (
    <Page title={t('sso.title')} note={t('sso.text')}>
      <Stack gap="lg">
        {query.isPending && <Loading heights={[90, 320]} />}
        {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {setting !== undefined && (
          <>
            <Section title={t('sso.redirect')} text={t('sso.redirect.text')}>
              <Copyable value={setting.redirect_uri} what={t('sso.redirect')} isWhole />
            </Section>
            <ProviderSection key={setting.provider?.issuer ?? ''} setting={setting} />
            {setting.provider !== null && (
              <Section title={t('sso.start')} text={t('sso.start.text')}>
                <Copyable value={setting.provider.start_address} what={t('sso.start')} />
              </Section>
            )}
          </>
        )}
      </Stack>
    </Page>
  );
}

type Values = { issuer: string; client_id: string; client_secret: string; second_factor: boolean };

const valuesOf = ({ provider }: Setting): Values => ({
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  second_factor: provider?.second_factor ?? false,
});

function ProviderSection({ setting }: { setting: Setting }) {
  const t = useStrings();
  const isSet = setting.provider !== null;
  return (
    <Section
      title={t('sso.provider')}
      text={t('sso.provider.text')}
      aside={<Flag tone={isSet ? 'done' : 'neutral'}>{t(isSet ? 'sso.on' : 'sso.off')}</Flag>}
    >
      <ProviderForm setting={setting} />
    </Section>
  );
}

function ProviderForm({ setting }: { setting: Setting }) {
  const t = useStrings();
  const { save: send, keep } = useSingleSignOn();
  const mayChange = useMay()('single_sign_on.change');
  const [isRemoving, setRemoving] = useState(false);
  const isSet = setting.provider !== null;
  const form = useForm<Values>({
    initialValues: valuesOf(setting),
    validate: {
      issuer: (value) => (value.trim() === '' ? t('sso.issuer.required') : null),
      client_id: (value) => (value.trim() === '' ? t('sso.client.required') : null),
      client_secret: (value) => (value.trim() === '' && !isSet ? t('sso.secret.required') : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ client_secret: secret, ...values }: Values) =>
      send({ ...values, ...(secret.trim() === '' ? {} : { client_secret: secret }) }),
    onSuccess: (saved) => {
      const values = valuesOf(saved);
      form.setInitialValues(values);
      form.setValues(values);
      showToast(t('sso.saved'));
      keep(saved);
    },
    onError: (error) => blame(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), focusFirst(form))}>
      <Stack gap="md" maw={520}>
        {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
        <Fields form={form} isSet={isSet} mayChange={mayChange} />
        {mayChange ? (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('sso.save')}
            </Button>
            {isSet && (
              <Button variant="default" c="var(--tone-failed)" onClick={() => setRemoving(true)}>
                {t('sso.remove')}
              </Button>
            )}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t('sso.owners')}
          </Text>
        )}
      </Stack>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </form>
  );
}

type FieldsProps = { form: UseFormReturnType<Values>; isSet: boolean; mayChange: boolean };

function Fields({ form: { getInputProps: input }, isSet, mayChange }: FieldsProps) {
  const t = useStrings();
  const field = { withAsterisk: false, disabled: !mayChange, spellCheck: false, autoComplete: 'off' } as const;
  return (
    <>
      <TextInput
        label={t('sso.issuer')}
        description={t('sso.issuer.note')}
        type="url"
        maxLength={500}
        required
        {...field}
        {...input('issuer')}
      />
      <TextInput label={t('sso.client')} maxLength={255} required {...field} {...input('client_id')} />
      <Password
        label={t('sso.secret')}
        {...(isSet ? { description: t('sso.secret.kept') } : {})}
        required={!isSet}
        {...field}
        autoComplete="new-password"
        {...input('client_secret')}
      />
      <Checkbox
        label={t('sso.factor')}
        description={t('sso.factor.note')}
        disabled={!mayChange}
        {...input('second_factor', { type: 'checkbox' })}
      />
    </>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const { remove: send, keep } = useSingleSignOn();
  const remove = useMutation({
    mutationFn: send,
    onSuccess: (left) => {
      onClose();
      showToast(t('sso.removed'));
      keep(left);
    },
  });
  return (
    <Confirm
      title={t('sso.remove.title')}
      action={t('sso.remove')}
      destroys
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      act={remove}
    >
      {t('sso.remove.text')}
    </Confirm>
  );
}

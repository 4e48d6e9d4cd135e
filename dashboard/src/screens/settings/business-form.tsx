/** The facts of a business: saved bit by bit, and sent with the request to go live once they are complete. */
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Admission, Business } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useCountries } from '../../ui/countries.ts';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import { isName } from '../session/fields.ts';

const volumes = ['below_10k', '10k_to_100k', '100k_to_1m', 'above_1m'] as const;
/** What a request to go live needs. */
const required = ['legal_name', 'activity', 'address', 'country', 'website', 'monthly_volume'] as const;

type Values = Omit<Business, 'missing'>;
type Form = UseFormReturnType<Values>;
type Props = {
  facts: Business;
  admission: Admission;
  /** What is asked of who takes payments is there too. */
  isOfShop: boolean;
};

export function BusinessForm({ facts: { missing: _, ...facts }, admission: { status, request }, isOfShop }: Props) {
  const t = useStrings();
  const { mode } = useBook();
  const form = useForm<Values>({
    initialValues: facts,
    validate: { name: (value) => (isName(value) ? null : t('newAccount.name.wrong')) },
  });
  const mayAsk = mode === 'test' && status === 'pending' && request?.status !== 'waiting';
  const save = useSave(form);
  /** Checked here first, so that nothing is saved in vain. */
  const ask = (values: Values) => {
    const open = required.filter((field) => (values[field] ?? '').trim() === '');
    if (open.length === 0) return save.mutate({ values, asks: true });
    const errors = Object.fromEntries(open.map((field) => [field, t('business.needed')]));
    form.setErrors(errors);
    focusFirst(form)(errors);
  };
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate({ values, asks: false }), focusFirst(form))}>
      <Section title={t('business.details')}>
        <Stack gap="md" maw={560}>
          {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
          <Fields form={form} isOfShop={isOfShop} />
          <Group gap="xs">
            {mayAsk && (
              <Button loading={save.isPending} onClick={() => form.onSubmit(ask, focusFirst(form))()}>
                {t('business.saveAndAsk')}
              </Button>
            )}
            <Button
              type="submit"
              {...(mayAsk ? { variant: 'default' } : {})}
              loading={save.isPending}
              disabled={!form.isDirty()}
            >
              {t('business.save')}
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  );
}

function Fields({ form, isOfShop }: { form: Form; isOfShop: boolean }) {
  const t = useStrings();
  const { holder } = useBook();
  const countries = useCountries();
  return (
    <>
      <TextInput
        label={t('business.name')}
        description={t(holder.is_only_payee ? 'business.name.hint.payee' : 'business.name.hint')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('business.legalName')}
        description={t('business.legalName.hint')}
        autoComplete="organization"
        maxLength={200}
        {...form.getInputProps('legal_name')}
      />
      <TextInput
        label={t('business.registration')}
        description={t('business.registration.hint')}
        maxLength={100}
        {...form.getInputProps('registration_number')}
      />
      <Textarea
        label={t('business.activity')}
        description={t('business.activity.hint')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('activity')}
        onChange={({ currentTarget }) =>
          form.setFieldValue('activity', currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))
        }
      />
      <TextInput
        label={t('business.address')}
        description={t('business.address.hint')}
        autoComplete="street-address"
        maxLength={300}
        {...form.getInputProps('address')}
      />
      <NativeSelect
        label={t('business.country')}
        autoComplete="country"
        data={[{ value: '', label: t('business.choose') }, ...countries]}
        {...form.getInputProps('country')}
      />
      {isOfShop && <ShopFields form={form} />}
    </>
  );
}

function ShopFields({ form }: { form: Form }) {
  const t = useStrings();
  return (
    <>
      <TextInput
        label={t('business.website')}
        type="url"
        inputMode="url"
        maxLength={200}
        {...form.getInputProps('website')}
      />
      <NativeSelect
        label={t('business.volume')}
        data={[
          { value: '', label: t('business.choose') },
          ...volumes.map((value) => ({ value, label: t(`business.volume.${value}`) })),
        ]}
        {...form.getInputProps('monthly_volume')}
        value={form.values.monthly_volume ?? ''}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('monthly_volume', volumes.find((one) => one === value) ?? null)
        }
      />
    </>
  );
}

/** Saves what is filled in, and with `asks` also requests to go live. */
function useSave(form: Form) {
  const t = useStrings();
  const queries = useQueryClient();
  const { api, holderId, mode } = useBook();
  return useMutation({
    mutationFn: async ({ values, asks }: { values: Values; asks: boolean }) => {
      const saved = await dataOf(api.PUT('/api/v1/business', { body: values }));
      if (asks) await api.POST('/api/v1/approval-requests');
      return saved;
    },
    onSuccess: async ({ missing: _none, ...saved }, { asks }) => {
      form.setInitialValues(saved);
      form.setValues(saved);
      showToast(t(asks ? 'goLive.sent' : 'business.saved'));
      await Promise.all([
        queries.invalidateQueries(sessionQuery),
        queries.invalidateQueries({ queryKey: ['admission', holderId, mode] }),
        queries.invalidateQueries({ queryKey: ['checklist', holderId] }),
      ]);
    },
    onError: (error) => blame(form, error),
  });
}

/** The colour and the contacts, with the logo above and a preview that follows what is typed. */
import { Button, ColorInput, ColorSwatch, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Branding } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { blame, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './branding.module.css';
import { brandingKey } from './branding-answer.ts';
import { LogoSection } from './logo-section.tsx';
import { Preview } from './preview.tsx';

const fields = ['colour', 'support_email', 'support_phone', 'support_url', 'terms_url'] as const;
type Values = Record<(typeof fields)[number], string>;

const valuesOf = (branding: Branding): Values =>
  Object.fromEntries(fields.map((field) => [field, branding[field] ?? ''])) as Values;

const defaultColour = '#0e7c86';
/** All readable on white. */
const swatches = [defaultColour, '#0b1f2a', '#1d4ed8', '#6d28d9', '#be185d', '#b91c1c', '#9a3412', '#15803d'];

export function BrandingForm({ branding }: { branding: Branding }) {
  const t = useStrings();
  const { holderId, api } = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({ initialValues: valuesOf(branding) });
  const save = useMutation({
    mutationFn: (body: Values) => dataOf(api.PUT('/api/v1/branding', { body })),
    onSuccess: (saved) => {
      const values = valuesOf(saved);
      form.setInitialValues(values);
      form.setValues(values);
      showToast(t('branding.saved'));
      queries.setQueryData(brandingKey(holderId), saved);
    },
    onError: (error) => blame(form, error),
  });
  const { getInputProps: input } = form;
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        <LogoSection branding={branding} />
        <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <Stack gap="lg">
            <Section title={t('branding.colour')} text={t('branding.colour.text')}>
              <ColorInput
                aria-label={t('branding.colour')}
                format="hex"
                withEyeDropper={false}
                swatches={swatches}
                placeholder={defaultColour}
                withPreview={false}
                leftSection={<ColorSwatch color={form.values.colour || defaultColour} size={18} withShadow={false} />}
                maw={280}
                {...input('colour')}
              />
            </Section>
            <Section title={t('branding.contact')} text={t('branding.contact.text')}>
              <Stack gap="md" maw={480}>
                <TextInput label={t('branding.email')} type="email" autoComplete="off" {...input('support_email')} />
                <TextInput label={t('branding.phone')} type="tel" autoComplete="off" {...input('support_phone')} />
                <TextInput label={t('branding.url')} placeholder="https://" {...input('support_url')} />
                <TextInput label={t('branding.terms')} placeholder="https://" {...input('terms_url')} />
                {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
                <Group>
                  <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                    {t('branding.save')}
                  </Button>
                </Group>
              </Stack>
            </Section>
          </Stack>
        </form>
      </Stack>
      <Preview name={branding.name} logoPath={branding.logo_path} values={form.values} />
    </div>
  );
}

/** For who may not change it. */
export function BrandingFacts({ branding }: { branding: Branding }) {
  const t = useStrings();
  const { holder } = useBook();
  const may = useMay();
  const values = valuesOf(branding);
  return (
    <div className={classes.columns}>
      <Section
        title={t('business.details')}
        {...(may('branding.change') || isReadOnly(holder.status) ? {} : { text: t('branding.ownersOnly') })}
      >
        <FactList
          facts={[
            { label: t('branding.colour'), value: <Colour code={values.colour || defaultColour} /> },
            { label: t('branding.email'), value: values.support_email },
            { label: t('branding.phone'), value: values.support_phone },
            { label: t('branding.url'), value: values.support_url },
            { label: t('branding.terms'), value: values.terms_url },
          ]}
        />
      </Section>
      <Preview name={branding.name} logoPath={branding.logo_path} values={values} />
    </div>
  );
}

const Colour = ({ code }: { code: string }) => (
  <Group gap="xs">
    <ColorSwatch color={code} size={16} />
    {code}
  </Group>
);

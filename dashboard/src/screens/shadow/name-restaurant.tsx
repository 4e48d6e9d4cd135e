/** Gives the orders of a restaurant that were recorded without a reference one. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';

const refMax = 255;

export function NameRestaurant({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { shadow_merchant_ref: '' } });
  const give = useMutation({
    mutationFn: (values: typeof form.values) =>
      dataOf(api.POST('/api/v1/shadow/names', { body: { ...values, shadow_merchant_name: name } })),
    onSuccess: ({ orders_named: count }) => {
      showToast(t('shadow.named', { count }));
      onClose();
      return queries.invalidateQueries();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
  return (
    <FormDialog
      title={t('shadow.name.title', { name })}
      action={t('shadow.name.submit')}
      onSubmit={form.onSubmit((values) => give.mutate(values))}
      onClose={onClose}
      act={give}
    >
      <Text>{t('shadow.name.text', { name })}</Text>
      <TextInput
        label={t('shadow.name.ref')}
        description={t('shadow.name.ref.hint')}
        maxLength={refMax}
        data-autofocus
        {...form.getInputProps('shadow_merchant_ref')}
      />
    </FormDialog>
  );
}

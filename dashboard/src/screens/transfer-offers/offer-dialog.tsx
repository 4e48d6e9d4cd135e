/** Offers bank transfer at the checkout, or stops it. Payments that wait for a transfer keep waiting. */
import { NativeSelect, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { TransferOffers } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSaving } from '../limits/use-saving.ts';

const choices = ['asAll', 'yes', 'no'] as const;
type Choice = (typeof choices)[number];
const daysDefault = 7;

type Props = { account: number | undefined; offer: TransferOffers[number] | undefined; onClose: () => void };

export function OfferDialog({ account, offer, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const before: Choice = offer === undefined ? 'asAll' : offer.offered ? 'yes' : 'no';
  const form = useForm({
    initialValues: {
      offered: account === undefined && before === 'asAll' ? ('no' as Choice) : before,
      days_to_pay: (offer?.days_to_pay ?? daysDefault) as number | string,
    },
  });
  const save = useSaving(
    () => {
      const { offered, days_to_pay: days } = form.values;
      const body = {
        ...(account === undefined ? {} : { holder_id: account }),
        ...(offered === 'asAll' ? { end: true } : { offered: offered === 'yes' }),
        ...(offered === 'yes' ? { days_to_pay: Number(days) } : {}),
      };
      return dataOf(api.PUT('/api/v1/operator/transfer-offers', { body }));
    },
    form,
    onClose,
  );
  return (
    <FormDialog
      title={t('offers.title')}
      action={t('limits.save')}
      act={save}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{t('offers.dialog.text')}</Text>
      <NativeSelect
        label={t('offers.dialog.offered')}
        data={choices
          .filter((one) => one !== 'asAll' || account !== undefined)
          .map((value) => ({ value, label: t(`offers.dialog.${value}`) }))}
        data-autofocus
        {...form.getInputProps('offered')}
      />
      {form.values.offered === 'yes' && (
        <NumberInput
          label={t('offers.dialog.days')}
          description={t('offers.dialog.days.text')}
          min={1}
          max={60}
          allowDecimal={false}
          {...form.getInputProps('days_to_pay')}
        />
      )}
    </FormDialog>
  );
}

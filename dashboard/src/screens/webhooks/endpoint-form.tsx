/** Making an endpoint and changing one: where events go, and which. */
import { MultiSelect, Radio, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { eventTypes } from '../../api/event-types.generated.ts';
import type { MadeWebhookEndpoint, WebhookEndpoint } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { showToast } from '../../ui/toast.ts';
import { formatExamples, type WebhookFormat } from './format-examples.ts';
import { FormatPreview, FormatSelect } from './format-select.tsx';
import { useRefresh } from './queries.ts';
import type { NewEndpoint, WebhookEventType } from './types.ts';

const urlMax = 2_048;
const descriptionMax = 255;
const headerMax = 64;
const prefixMax = 32;
/** The one event that receivers of other formats take for a success. */
const paid = 'payment.paid';

type Props = {
  /** None: one is made. */
  endpoint?: WebhookEndpoint;
  onClose: () => void;
  /** With the secrets that were just made, which are shown once. */
  onMade: (made: MadeWebhookEndpoint) => void;
};

type Values = {
  url: string;
  description: string;
  which: 'all' | 'some';
  event_types: WebhookEventType[];
  format: WebhookFormat;
  extra_header: string;
  extra_header_prefix: string;
};
type Form = UseFormReturnType<Values>;

/** A secret is kept by the dialog that shows it, and never by the cache of answers. */
const forgotten = { gcTime: 0 } as const;

export function EndpointForm(props: Props) {
  const { endpoint, onClose } = props;
  const t = useStrings();
  const { mode } = useBook();
  const isOfAddresses = endpoint?.kind === 'addresses';
  const form = useForm<Values>({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      which: endpoint === undefined || endpoint.event_types === null ? 'all' : 'some',
      event_types: (endpoint?.event_types ?? []) as WebhookEventType[],
      format: endpoint?.format ?? 'standard',
      extra_header: endpoint?.extra_header ?? '',
      extra_header_prefix: endpoint?.extra_header_prefix ?? '',
    },
    validate: {
      url: (url) => (!isOfAddresses && url.trim() === '' ? t('webhooks.url.needed') : null),
      event_types: (types, { which }) => (which === 'some' && types.length === 0 ? t('webhooks.events.needed') : null),
    },
  });
  const send = useSend(form, props);
  return (
    <FormDialog
      title={t(endpoint === undefined ? 'webhooks.add' : 'webhooks.edit')}
      action={t(endpoint === undefined ? 'webhooks.add' : 'app.save')}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      act={send}
    >
      {!isOfAddresses && (
        <TextInput
          label={t('webhooks.url')}
          description={t(`webhooks.url.hint.${mode}`)}
          placeholder="https://shop.example/webhooks"
          type="url"
          maxLength={urlMax}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('url')}
        />
      )}
      <TextInput
        label={t('webhooks.description')}
        description={t('webhooks.description.hint')}
        maxLength={descriptionMax}
        {...form.getInputProps('description')}
      />
      <FormatSelect
        label={t(isOfAddresses ? 'webhooks.format.addresses' : 'webhooks.format')}
        value={form.values.format}
        onChange={(format) => form.setValues({ format, ...comesWith(format, form.values) })}
      />
      {!isOfAddresses && <EventTypes form={form} />}
      <HeaderFields form={form} />
      <FormatPreview
        format={form.values.format}
        header={form.values.extra_header.trim()}
        prefix={form.values.extra_header_prefix.trim()}
      />
    </FormDialog>
  );
}

/** The header of the format, and in another format than ours the paid event alone. */
function comesWith(format: WebhookFormat, { which, event_types }: Values): Partial<Values> {
  const { header, prefix } = formatExamples[format];
  const types: Partial<Values> = format === 'standard' || which === 'some' ? { event_types } : onlyPaid;
  return { ...types, extra_header: header, extra_header_prefix: prefix };
}

const onlyPaid: Partial<Values> = { which: 'some', event_types: [paid] };

function HeaderFields({ form }: { form: Form }) {
  const t = useStrings();
  return (
    <>
      <TextInput
        label={t('webhooks.header.optional')}
        description={t('webhooks.header.hint')}
        placeholder="X-Signature"
        maxLength={headerMax}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('extra_header')}
      />
      {form.values.extra_header.trim() !== '' && (
        <TextInput
          label={t('webhooks.prefix.optional')}
          description={t('webhooks.prefix.hint')}
          placeholder="sha256="
          maxLength={prefixMax}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('extra_header_prefix')}
        />
      )}
    </>
  );
}

function EventTypes({ form }: { form: Form }) {
  const t = useStrings();
  return (
    <Stack gap="xs">
      <Radio.Group label={t('webhooks.events')} {...form.getInputProps('which')}>
        <Stack gap={6} mt={6}>
          <Radio value="all" label={t('webhooks.events.all')} description={t('webhooks.events.all.hint')} />
          <Radio value="some" label={t('webhooks.events.choose')} />
        </Stack>
      </Radio.Group>
      {form.values.which === 'some' && (
        <MultiSelect
          aria-label={t('webhooks.events.types')}
          placeholder={form.values.event_types.length === 0 ? t('webhooks.events.types') : ''}
          data={eventTypes}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('app.clearFilters') }}
          hidePickedOptions
          maxDropdownHeight={240}
          nothingFoundMessage={t('webhooks.events.none')}
          {...form.getInputProps('event_types')}
        />
      )}
    </Stack>
  );
}

function useSend(form: Form, { endpoint, onClose, onMade }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  return useMutation({
    ...forgotten,
    mutationFn: ({ url, description, which, event_types, format, extra_header, extra_header_prefix }: Values) => {
      const header = { extra_header: extra_header.trim(), extra_header_prefix: extra_header_prefix.trim() };
      const own = { description, format, ...header };
      const body: NewEndpoint = { ...own, url: url.trim(), event_types: which === 'all' ? [] : event_types };
      if (endpoint === undefined) return dataOf(api.POST('/api/v1/webhook-endpoints', { body }));
      const params = { path: { id: endpoint.endpoint_id } };
      const isOfAddresses = endpoint.kind === 'addresses';
      return dataOf(api.PUT('/api/v1/webhook-endpoints/{id}', { params, body: isOfAddresses ? own : body }));
    },
    onSuccess: (made) => {
      if (made.secret === null && made.extra_header_secret === null) {
        showToast(t('webhooks.saved'));
        onClose();
      } else onMade(made);
      return refresh();
    },
    onError: (error) => blame(form, error),
  });
}

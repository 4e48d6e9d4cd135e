/** The secrets of an endpoint that were just made, shown once. */
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

export type NewSecrets = { secret: string | null; extra_header_secret: string | null };

export function ShowNewSecrets({ made, onClose }: { made: NewSecrets; onClose: () => void }) {
  const t = useStrings();
  const { mode } = useBook();
  const values = [
    { label: t('webhooks.secret'), name: 'WEBHOOK_SECRET', value: made.secret },
    { label: t('webhooks.header.secret'), name: 'WEBHOOK_EXTRA_HEADER_SECRET', value: made.extra_header_secret },
  ].flatMap(({ value, ...one }) => (value === null ? [] : [{ ...one, value }]));
  return (
    <SecretOnce
      title={t('webhooks.secret.new', { count: values.length })}
      values={values}
      count={values.length}
      file={{
        name: `sluice-webhooks-${mode}.env`,
        text: values.map(({ name, value }) => `${name}=${value}\n`).join(''),
      }}
      onClose={onClose}
    >
      {t('webhooks.secret.text', { count: values.length })}
    </SecretOnce>
  );
}

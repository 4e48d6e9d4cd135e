/** The addresses that payments and orders carry themselves, before they have a signing secret. */
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { useRefresh } from './queries.ts';
import { addressesId } from './types.ts';

export function AddressesSection({ onMade }: { onMade: (secret: string | null) => void }) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  const make = useMutation({
    gcTime: 0,
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/webhook-endpoints/{id}/rotations', {
          params: { path: { id: addressesId } },
          body: { grace_hours: 0 },
        }),
      ),
    onSuccess: ({ secret }) => {
      onMade(secret);
      return refresh();
    },
  });
  return (
    <Section title={t('webhooks.addresses')} text={t('webhooks.addresses.text')}>
      {make.isError && <ProblemNotice error={make.error} />}
      <Group>
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {t('webhooks.addresses.secret')}
        </Button>
      </Group>
    </Section>
  );
}

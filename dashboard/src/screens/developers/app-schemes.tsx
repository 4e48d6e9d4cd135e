/** The schemes of a shop's apps, to which its customers may return from the payment page. */
import { Button, Group, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';

const schemesMax = 10;

export function AppSchemes() {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const query = useQuery({
    queryKey: ['app-schemes', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/app-schemes')),
  });
  return (
    <Section title={t('apps.title')} text={t('apps.text')}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <Schemes key={query.data.schemes.join()} saved={query.data.schemes} />}
    </Section>
  );
}

function Schemes({ saved }: { saved: string[] }) {
  const t = useStrings();
  const may = useMay();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { schemes: saved } });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => dataOf(api.PUT('/api/v1/app-schemes', { body })),
    onSuccess: () => {
      showToast(t('apps.saved'));
      return queries.invalidateQueries({ queryKey: ['app-schemes', holderId, mode] });
    },
    onError: (error) => blame(form, error),
  });
  const isFixed = !may('app_schemes.change');
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      {save.isError && <ProblemNotice error={save.error} />}
      <Group align="end">
        <TagsInput
          label={t('apps.schemes')}
          description={t('apps.schemes.hint')}
          placeholder={form.values.schemes.length === 0 ? 'com.example.app' : ''}
          maxTags={schemesMax}
          disabled={isFixed}
          flex={1}
          miw={240}
          {...form.getInputProps('schemes')}
        />
        {!isFixed && (
          <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
            {t('app.save')}
          </Button>
        )}
      </Group>
    </form>
  );
}

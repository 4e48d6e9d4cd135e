/** Which mails the person gets: only the kinds that their accounts can cause. */
import { Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiOf, dataOf } from '../../api/client.ts';
import type { DataOf } from '../../api/types.ts';
import { type Holder, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';

type Switches = DataOf<'listMailSwitches'>;
type Kind = Switches[number]['kind'];

/** Whoever only earns takes no payments, so that nobody disputes any, and has no screens of developers. */
const notOfPayees: readonly Kind[] = ['payments', 'disputes', 'webhooks', 'views'];

const concerns = (kind: Kind, holder: Holder): boolean =>
  concerned[kind].includes(holder.kind) && !(holder.is_only_payee && notOfPayees.includes(kind));

const concerned: Record<Kind, readonly Holder['kind'][]> = {
  top_ups: ['company', 'customer'],
  payouts: ['company', 'merchant', 'courier', 'customer'],
  statements: ['company', 'merchant', 'courier'],
  funds: ['company'],
  payments: ['company', 'merchant'],
  disputes: ['merchant'],
  debts: ['company', 'merchant', 'courier', 'customer'],
  cash: ['company', 'merchant', 'courier'],
  links: ['company'],
  webhooks: ['company', 'merchant'],
  views: ['company', 'merchant', 'service'],
  operator: ['service'],
};

const mailsKey = ['profile', 'mails'];

export function MailsSection() {
  const t = useStrings();
  const queries = useQueryClient();
  const { holders } = useSession();
  const query = useQuery({ queryKey: mailsKey, queryFn: () => dataOf(apiOf().GET('/api/v1/profile/mails')) });
  const change = useMutation({
    mutationFn: ({ kind, on }: Switches[number]) =>
      apiOf().PUT('/api/v1/profile/mails/{kind}', { params: { path: { kind } }, body: { on } }),
    onSettled: () => queries.invalidateQueries({ queryKey: mailsKey }),
  });
  const shown = query.data?.filter(({ kind }) => holders.some((holder) => concerns(kind, holder)));
  // Payees owe; a company also approves what is written off.
  const approves = holders.some(({ kind }) => kind === 'company');
  return (
    <Section id="mails" title={t('mails.title')} text={t('mails.text')}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {change.isError && <ProblemNotice error={change.error} />}
      {query.isPending && <Loading heights={[120]} />}
      {shown !== undefined && (
        <Stack gap="md">
          {shown.map(({ kind, on }) => {
            const isChanging = change.isPending && change.variables.kind === kind;
            return (
              <Switch
                key={kind}
                label={t(`mails.kind.${kind}`)}
                description={t(kind === 'debts' && approves ? 'mails.kind.debts.company' : `mails.kind.${kind}.text`)}
                checked={isChanging ? change.variables.on : on}
                disabled={isChanging}
                onChange={({ currentTarget }) => change.mutate({ kind, on: currentTarget.checked })}
              />
            );
          })}
          <div>
            <Text fw={550}>{t('mails.always.title')}</Text>
            <Text size="sm" c="dimmed">
              {t('mails.always')}
            </Text>
          </div>
        </Stack>
      )}
    </Section>
  );
}

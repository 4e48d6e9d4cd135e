/** A bank account on file: whose it is, what is wrong with it, and what can be done about that. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { BankAccount, OwnPayout } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { seemsAbroad } from './address-fields.tsx';
import { useReturnWords } from './failure-words.ts';
import { usePayeeDoubt } from './payee-doubt.ts';

type Props = {
  account: BankAccount;
  /** The last payout to it, if that came back. */
  returned: OwnPayout | undefined;
  onReplace: () => void;
  onMove: () => void;
  onEnd: () => void;
};

export function BankAccountCard({ account, returned, onReplace, onMove, onEnd }: Props) {
  const t = useStrings();
  const mayChange = useMay()('bank_accounts.add');
  const lacksAddress = account.address === null && seemsAbroad(account.country);
  // One that is to be replaced needs none.
  const isAskedFor = lacksAddress && returned === undefined;
  const actions: RowAction[] = [
    ...(account.address !== null || (lacksAddress && !isAskedFor)
      ? [
          {
            label: t(account.address === null ? 'bank.address.add' : 'bank.address.change'),
            icon: 'pencil' as const,
            onClick: onMove,
          },
        ]
      : []),
    { label: t('bank.end'), icon: 'trash', onClick: onEnd, destroys: true },
  ];
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Group gap="sm" wrap="nowrap" miw={0} align="flex-start">
          <Icon name="building-bank" size={22} />
          <Facts account={account} returned={returned} lacksAddress={lacksAddress}>
            {mayChange && isAskedFor && (
              <Button size="xs" variant="default" mt="xs" onClick={onMove}>
                {t('bank.address.add')}
              </Button>
            )}
            {mayChange && returned !== undefined && (
              <Button size="xs" mt="xs" onClick={onReplace}>
                {t('bank.replace')}
              </Button>
            )}
          </Facts>
        </Group>
        {mayChange && <RowMenu label={t('row.actions', { what: account.number })} actions={actions} />}
      </Group>
    </Card>
  );
}

type FactsProps = {
  account: BankAccount;
  returned: OwnPayout | undefined;
  lacksAddress: boolean;
  children: ReactNode;
};

function Facts({ account, returned, lacksAddress, children }: FactsProps) {
  const t = useStrings();
  const intl = useIntl();
  const doubtOf = usePayeeDoubt();
  const wordsOf = useReturnWords();
  const doubt = doubtOf(account);
  const words = returned && wordsOf(returned);
  const country = intl.formatDisplayName(account.country, { type: 'region' }) ?? account.country;
  return (
    <Stack gap={2} align="flex-start" miw={0}>
      <Text fw={600}>{account.account_name}</Text>
      <Text size="sm">
        {account.number} · {country}
      </Text>
      {account.address !== null && (
        <Text size="xs" c="dimmed">
          {[account.address.town, account.address.country].join(', ')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {account.currency ?? t('bank.any')} · {t('bank.onFile', { when: '' })}
        <Instant at={account.created_at} day />
      </Text>
      {lacksAddress && (
        <Text size="xs" c="dimmed">
          {t('bank.address.missing')}
        </Text>
      )}
      {doubt !== undefined && (
        <Text size="sm" c="red">
          {doubt}
        </Text>
      )}
      {words !== undefined && (
        <ToneBadge tone="failed" wraps>
          {words.title}
        </ToneBadge>
      )}
      {words !== undefined && words.reason !== null && <Text size="xs">{words.reason}</Text>}
      {children}
    </Stack>
  );
}

/** A bank account on file: whose it is, what is wrong with it, and what can be done about that. */
import { Anchor, Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { BankAccount, OwnPayout } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { seemsAbroad } from './address-fields.tsx';
import { isOfClosedAccount } from './failure.ts';
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
  const isClosed = returned !== undefined && isOfClosedAccount(returned);
  const actions: RowAction[] = [
    ...(account.address === null
      ? []
      : [{ label: t('bank.address.change'), icon: 'pencil' as const, onClick: onMove }]),
    { label: t('bank.end'), icon: 'trash', onClick: onEnd, destroys: true },
  ];
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Group gap="sm" wrap="nowrap" miw={0} align="flex-start">
          <Icon name="building-bank" size={22} />
          <Stack gap={2} align="flex-start" miw={0}>
            <Facts account={account} returned={returned} />
            {
              // One that is to be replaced needs none.
              account.address === null && seemsAbroad(account.country) && !isClosed && (
                <AddressMissing {...(mayChange ? { onAdd: onMove } : {})} />
              )
            }
            {mayChange && returned !== undefined && (
              <Button size="xs" mt="xs" onClick={onReplace}>
                {t('bank.replace')}
              </Button>
            )}
          </Stack>
        </Group>
        {mayChange && <RowMenu label={t('row.actions', { what: account.number })} actions={actions} />}
      </Group>
    </Card>
  );
}

function Facts({ account, returned }: Pick<Props, 'account' | 'returned'>) {
  const t = useStrings();
  const intl = useIntl();
  const doubtOf = usePayeeDoubt();
  const doubt = doubtOf(account);
  const country = intl.formatDisplayName(account.country, { type: 'region' }) ?? account.country;
  return (
    <>
      <Text fw={600}>{account.account_name}</Text>
      <Text size="sm">
        {account.number} · {country}
      </Text>
      {returned !== undefined && <Returned payout={returned} />}
      {account.address !== null && (
        <Text size="xs" c="dimmed">
          {[account.address.town, account.address.country].join(', ')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {account.currency ?? t('bank.any')} · {t('bank.onFile', { when: '' })}
        <Instant at={account.created_at} day />
      </Text>
      {doubt !== undefined && (
        <Text size="sm" c="red">
          {doubt}
        </Text>
      )}
    </>
  );
}

/** That the last payout came back: a sentence, right below the number that it is about. */
function Returned({ payout }: { payout: OwnPayout }) {
  const wordsOf = useReturnWords();
  const { title, reason } = wordsOf(payout);
  return (
    <Stack gap={2} mt={8} mb={4}>
      <Remark tone="red">{title}</Remark>
      {reason !== null && <Text size="xs">{reason}</Text>}
    </Stack>
  );
}

/** @param onAdd for those who may. */
function AddressMissing({ onAdd }: { onAdd?: () => void }) {
  const t = useStrings();
  return (
    <Stack gap={4} mt={8} align="flex-start">
      <Remark tone="amber">{t('bank.address.missing')}</Remark>
      {onAdd !== undefined && (
        <Anchor component="button" type="button" size="sm" onClick={onAdd} ms={22}>
          {t('bank.address.add')}
        </Anchor>
      )}
    </Stack>
  );
}

const Remark = ({ tone, children }: { tone: 'red' | 'amber'; children: ReactNode }) => (
  <Group gap={6} wrap="nowrap" align="flex-start">
    <Box component="span" c={tone === 'red' ? 'red' : 'var(--amber)'} lh={0} mt={2} style={{ flex: 'none' }}>
      <Icon name="alert-triangle" size={16} />
    </Box>
    <Text size="sm" {...(tone === 'red' ? { c: 'red', fw: 550 } : {})}>
      {children}
    </Text>
  </Group>
);

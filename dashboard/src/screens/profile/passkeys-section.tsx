/** The person's passkeys: adding one, and removing one. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import type { Passkey } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { FoldedSection } from './folded-section.tsx';
import { passkeysKey } from './passkeys-key.ts';
import { RemovePasskey } from './remove-passkey.tsx';

const passkeysMax = 20;

type Open = { is: 'none' | 'add' } | { is: 'remove'; passkey: Passkey };

export function PasskeysSection() {
  const t = useStrings();
  const [open, setOpen] = useState<Open>({ is: 'none' });
  const close = () => setOpen({ is: 'none' });
  const passkeys = useQuery({ queryKey: passkeysKey, queryFn: () => dataOf(apiOf().GET('/api/v1/passkeys')) });
  const names = passkeys.data?.map(({ name }) => name).join(', ') || undefined;
  const isFull = (passkeys.data?.length ?? 0) >= passkeysMax;
  return (
    <FoldedSection id="passkeys" act="manage" title={t('passkeys.title')} summary={names} text={t('passkeys.text')}>
      {() => (
        <>
          {passkeys.isPending && <Loading heights={[56]} />}
          {passkeys.isError && <ProblemNotice error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
          {passkeys.data?.length === 0 && <Text c="dimmed">{t('passkeys.none')}</Text>}
          {passkeys.data !== undefined && passkeys.data.length > 0 && (
            <Stack gap="sm" component="ul" p={0} m={0}>
              {passkeys.data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setOpen({ is: 'remove', passkey })} />
              ))}
            </Stack>
          )}
          {isFull && <Text c="dimmed">{t('passkeys.full', { count: passkeysMax })}</Text>}
          {passkeys.data !== undefined && !isFull && (
            <Group>
              <Button variant="default" onClick={() => setOpen({ is: 'add' })}>
                {t('passkeys.add')}
              </Button>
            </Group>
          )}
          {open.is === 'add' && <AddPasskey onClose={close} />}
          {open.is === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
        </>
      )}
    </FoldedSection>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useStrings();
  const { name, created_at: addedAt, last_used_at: usedAt } = passkey;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" style={{ listStyle: 'none' }}>
      <div>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <Dotted>
            <span>
              {t('passkeys.addedAt')} <Instant at={addedAt} />
            </span>
            {usedAt === null ? (
              t('passkeys.unused')
            ) : (
              <span>
                {t('passkeys.usedAt')} <Instant at={usedAt} />
              </span>
            )}
          </Dotted>
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={t('passkeys.removeOne', { name })}>
        {t('passkeys.remove')}
      </Button>
    </Group>
  );
}

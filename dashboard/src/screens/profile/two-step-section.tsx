/** Two-step sign-in: whether it is on, setting it up, new recovery codes, turning it off. */
import { Alert, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { sessionQuery, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toast.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { sessionsKey } from './sessions-section.tsx';
import { SetUp } from './set-up.tsx';

type Open = { is: 'none' | 'setUp' | 'renew' | 'turnOff' } | { is: 'codes'; codes: readonly string[]; isNew: boolean };

export function TwoStepSection() {
  const t = useStrings();
  const { person } = useSession();
  const refresh = useRefresh();
  const [open, setOpen] = useState<Open>({ is: 'none' });
  const close = () => setOpen({ is: 'none' });
  const isRequired = person.second_factor_policy === 'required';
  return (
    <Section id="two-step" title={t('twoStep.title')} text={t('twoStep.text')} aside={<OnOrOff />}>
      {open.is !== 'codes' && <FreshCodesNotice />}
      {open.is === 'codes' && (
        <RecoveryCodes
          codes={open.codes}
          onDone={() => {
            if (open.isNew)
              showToast(t(person.fresh_codes_from === null ? 'twoStep.turnedOn' : 'twoStep.turnedOnWaits'));
            close();
          }}
        />
      )}
      {open.is === 'setUp' && (
        <SetUp
          onCancel={close}
          onOn={(codes) => {
            setOpen({ is: 'codes', codes, isNew: true });
            void refresh();
          }}
        />
      )}
      {open.is === 'none' && !person.second_factor && (
        <Group gap="sm">
          <Button onClick={() => setOpen({ is: 'setUp' })}>{t('twoStep.setUp')}</Button>
          {isRequired && <ToneBadge tone="waiting">{t('twoStep.required')}</ToneBadge>}
        </Group>
      )}
      {person.second_factor && open.is !== 'codes' && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setOpen({ is: 'renew' })}>
            {t('twoStep.renew')}
          </Button>
          <Button variant="default" c="var(--tone-failed)" onClick={() => setOpen({ is: 'turnOff' })}>
            {t('twoStep.turnOff')}
          </Button>
        </Group>
      )}
      {open.is === 'renew' && (
        <RenewDialog onRenewed={(codes) => setOpen({ is: 'codes', codes, isNew: false })} onClose={close} />
      )}
      {open.is === 'turnOff' && <TurnOffDialog onClose={close} />}
    </Section>
  );
}

/** After two-step sign-in was turned on or off. */
function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([queries.invalidateQueries(sessionQuery), queries.invalidateQueries({ queryKey: sessionsKey })]);
}

function OnOrOff() {
  const t = useStrings();
  const { person } = useSession();
  if (person.second_factor) return <ToneBadge tone="done">{t('twoStep.on')}</ToneBadge>;
  const isRequired = person.second_factor_policy === 'required';
  return <ToneBadge tone={isRequired ? 'waiting' : 'neutral'}>{t('twoStep.off')}</ToneBadge>;
}

/** Says from when the codes of a new second factor count. */
function FreshCodesNotice() {
  const t = useStrings();
  const { person } = useSession();
  if (person.fresh_codes_from === null) return null;
  return (
    <Alert color="yellow" variant="light">
      {person.second_factor ? (
        <>
          {t('twoStep.waits')} <Instant at={person.fresh_codes_from} />
        </>
      ) : (
        t('twoStep.willWait')
      )}
    </Alert>
  );
}

type RenewProps = { onRenewed: (codes: readonly string[]) => void; onClose: () => void };

function RenewDialog({ onRenewed, onClose }: RenewProps) {
  const t = useStrings();
  return (
    <ProofDialog
      title={t('twoStep.renew')}
      text={t('twoStep.renew.text')}
      submit={t('twoStep.renew.submit')}
      send={(body) => dataOf(apiOf().POST('/api/v1/second-factor/recovery-codes', { body }))}
      onDone={({ recovery_codes: codes }) => onRenewed(codes)}
      onClose={onClose}
    />
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const refresh = useRefresh();
  return (
    <ProofDialog
      title={t('twoStep.turnOff.title')}
      text={t('twoStep.turnOff.text')}
      submit={t('twoStep.turnOff.submit')}
      destroys
      send={(body) => apiOf().DELETE('/api/v1/second-factor', { body })}
      onDone={() => {
        onClose();
        showToast(t('twoStep.turnedOff'));
        void refresh();
      }}
      onClose={onClose}
    />
  );
}

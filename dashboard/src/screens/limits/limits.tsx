/** What payouts cost and how much may leave, and whether money takes two people to move. */
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useOperator } from '../operator/operator-role.ts';
import { FourEyes } from './four-eyes.tsx';
import { PayoutRules } from './payout-rules.tsx';

export function Limits() {
  const t = useStrings();
  const { holderId, mode } = useOperator();
  return (
    <Page title={t('limits.title')} note={t('limits.note')}>
      <PayoutRules />
      <FourEyes />
      <Section title={t('limits.orders')} text={t('limits.orders.text')}>
        <Text>
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/h/$holderId/$mode/operator/accounts"
                params={{ holderId, mode }}
                search={{ kind: 'company' }}
                {...props}
              />
            )}
          >
            {t('limits.orders.open')}
          </Anchor>
        </Text>
      </Section>
    </Page>
  );
}

/** What a company or a shop says about itself: what its admission is decided by. */
import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { HolderInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';

export function BusinessFacts({ business }: { business: NonNullable<HolderInFull['business']> }) {
  const t = useStrings();
  const intl = useIntl();
  const { country, website, monthly_volume: volume } = business;
  const orNone = (text: string) => (text === '' ? t('app.none') : text);
  const isEmpty = Object.values(business).every((value) => value === '' || value === null);
  return (
    <Panel title={t('business.title')}>
      {isEmpty ? (
        <Text c="dimmed">{t('op.holder.business.none')}</Text>
      ) : (
        <>
          <Facts
            isBare
            facts={[
              { label: t('business.legalName'), value: orNone(business.legal_name) },
              { label: t('business.registration'), value: orNone(business.registration_number) },
              {
                label: t('business.country'),
                value: orNone(country === '' ? '' : (intl.formatDisplayName(country, { type: 'region' }) ?? country)),
              },
              { label: t('business.volume'), value: volume === null ? t('app.none') : t(`business.volume.${volume}`) },
              {
                label: t('business.website'),
                value:
                  website === '' ? (
                    t('app.none')
                  ) : (
                    <a href={website} target="_blank" rel="noopener noreferrer nofollow">
                      {website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
                    </a>
                  ),
              },
            ]}
          />
          <Text mt="md" size="xs" c="dimmed">
            {t('business.address')}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{orNone(business.address)}</Text>
          <Text mt="md" size="xs" c="dimmed">
            {t('business.activity')}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{orNone(business.activity)}</Text>
        </>
      )}
    </Panel>
  );
}

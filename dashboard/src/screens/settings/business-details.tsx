/** The facts of a business, for who may not change them. */
import { useIntl } from 'react-intl';
import type { Business } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Section } from '../../ui/section.tsx';

/** @param props.isOfShop what is asked of who takes payments is shown too. */
export function BusinessDetails({ facts, isOfShop }: { facts: Business; isOfShop: boolean }) {
  const t = useStrings();
  const intl = useIntl();
  const { holder } = useBook();
  const may = useMay();
  const { country, monthly_volume: volume } = facts;
  return (
    <Section
      title={t('business.details')}
      {...(may('business.change') || isReadOnly(holder.status) ? {} : { text: t('business.readOnly') })}
    >
      <FactList
        facts={[
          { label: t('business.name'), value: facts.name },
          { label: t('business.legalName'), value: facts.legal_name },
          { label: t('business.registration'), value: facts.registration_number },
          { label: t('business.activity'), value: facts.activity },
          { label: t('business.address'), value: facts.address },
          {
            label: t('business.country'),
            value: country === '' ? '' : (intl.formatDisplayName(country, { type: 'region' }) ?? country),
          },
          ...(isOfShop
            ? [
                { label: t('business.website'), value: facts.website },
                { label: t('business.volume'), value: volume === null ? '' : t(`business.volume.${volume}`) },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

/** A picture of the payment page with what is typed. For the eyes alone: screen readers have the form. */
import { Text } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useOwnCurrency } from '../home/own-currency.ts';
import classes from './branding.module.css';

type Props = {
  name: string;
  logoPath: string | null;
  values: { colour: string; support_email: string; support_phone: string; support_url: string; terms_url: string };
};

const ownColour = '#0e7c86';
const amountShown = 49;
const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');

export function Preview({ name, logoPath, values }: Props) {
  const t = useStrings();
  const money = useMoney();
  const currency = useOwnCurrency();
  const amount = currency === undefined ? '' : money(amountShown, currency);
  const colour = /^#[0-9a-f]{6}$/i.test(values.colour) ? values.colour : ownColour;
  const contacts = [values.support_email, values.support_phone, hostOf(values.support_url)].filter(
    (text) => text !== '',
  );
  return (
    <section className={classes.preview} aria-label={t('branding.preview')}>
      <Text fw={600}>{t('branding.preview')}</Text>
      <Text c="dimmed" size="sm" mb="sm">
        {t('branding.preview.text')}
      </Text>
      <div className={classes.screen} aria-hidden>
        <div className={classes.paper}>
          <div className={classes.shop}>
            {logoPath === null ? (
              <span className={classes.initials} style={{ background: colour }}>
                {initialsOf(name)}
              </span>
            ) : (
              <img className={classes.logo} src={logoPath} alt="" width={48} height={48} />
            )}
            <div>
              <div className={classes.soft}>{t('branding.preview.to')}</div>
              <div className={classes.name}>{name}</div>
            </div>
          </div>
          <div className={classes.amount}>{amount}</div>
          <div className={classes.label}>{t('branding.preview.number')}</div>
          <div className={classes.field}>4242 4242 4242 4242</div>
          <div className={classes.button} style={{ background: colour }}>
            {t('branding.preview.pay')} {amount}
          </div>
        </div>
        <div className={classes.foot}>
          {contacts.map((text) => (
            <div key={text}>{text}</div>
          ))}
          {values.terms_url !== '' && <div>{t('branding.preview.terms')}</div>}
          <div>{t('branding.preview.by')}</div>
        </div>
      </div>
    </section>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

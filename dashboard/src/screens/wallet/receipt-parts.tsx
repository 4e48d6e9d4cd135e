/** A receipt's head and foot: whom was paid, as they appear at the checkout, and how they are reached. */
import { Anchor, Avatar, Group, Stack, Text } from '@mantine/core';
import type { WalletReceipt } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Initials } from '../../ui/initials.tsx';

type Props = { receipt: WalletReceipt };

const logoSize = 44;

export function PaidTo({ receipt: { payee, branding } }: Props) {
  const t = useStrings();
  const { logo_path: logo } = branding;
  return (
    <Group gap="sm" wrap="nowrap">
      {logo === null ? (
        <Initials name={payee} size={logoSize} />
      ) : (
        <Avatar src={logo} alt="" size={logoSize} radius={8} />
      )}
      <div>
        <Text c="dimmed" size="sm">
          {t('receipt.paidTo')}
        </Text>
        <Text fz={20} lh={1.3} fw={650} style={{ overflowWrap: 'anywhere' }}>
          {payee}
        </Text>
      </div>
    </Group>
  );
}

export function Contacts({ receipt: { payee, branding } }: Props) {
  const t = useStrings();
  const { support_email: email, support_phone: phone, support_url: page, terms_url: terms } = branding;
  const contacts = [
    ...(email === null ? [] : [{ href: `mailto:${email}`, text: email }]),
    ...(phone === null ? [] : [{ href: `tel:${phone.replaceAll(/[^0-9+]/g, '')}`, text: phone }]),
    ...(page === null ? [] : [{ href: page, text: new URL(page).host }]),
  ];
  return (
    <Stack gap={4} fz="sm">
      {contacts.length > 0 && (
        <>
          <Text inherit>{t('receipt.questions', { payee })}</Text>
          <Dotted>
            {contacts.map(({ href, text }) => (
              <Anchor key={href} href={href} inherit dir="ltr" rel="noreferrer">
                {text}
              </Anchor>
            ))}
          </Dotted>
        </>
      )}
      {terms !== null && (
        <Anchor href={terms} inherit target="_blank" rel="noreferrer">
          {t('receipt.terms')}
        </Anchor>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {t('receipt.by')}
      </Text>
    </Stack>
  );
}

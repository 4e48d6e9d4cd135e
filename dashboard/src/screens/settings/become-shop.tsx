/** For a merchant that only earns from platforms: how it takes payments itself, for which its navigation has no entries. */
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Section } from '../../ui/section.tsx';

export function BecomeShop() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Section title={t('business.shop')} text={t('business.shop.text')}>
      <Group>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/h/$holderId/$mode/payments" params={{ holderId, mode }} {...props} />}
        >
          {t('business.shop.start')}
        </Button>
      </Group>
    </Section>
  );
}

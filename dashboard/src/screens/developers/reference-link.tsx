/** The way from the developers' screens to the API reference, which is no screen of the dashboard. */
import { Anchor } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';

export function ReferenceLink() {
  const t = useStrings();
  return (
    <Anchor href="/docs" size="sm">
      {t('try.reference')}
    </Anchor>
  );
}

/** An id or a key in a monospace, with a button that copies it. */
import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Hint } from './hint.tsx';
import { Icon } from './icon.tsx';
import { Shortened } from './shortened.tsx';

type Props = {
  value: string;
  /** Names it for the button: "order reference". */
  what: string;
  /** Nothing of it is left out on a phone: what is compared letter by letter. */
  isWhole?: boolean;
};

export function Copyable({ value, what, isWhole = false }: Props) {
  const t = useStrings();
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {isWhole ? value : <Shortened id={value} />}
      </Code>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Hint label={copied ? t('app.copied') : t('app.copy')}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              size="sm"
              onClick={copy}
              aria-label={copied ? t('app.copied') : t('app.copyValue', { what })}
            >
              <Icon name={copied ? 'check' : 'copy'} size={15} />
            </ActionIcon>
          </Hint>
        )}
      </CopyButton>
    </Group>
  );
}

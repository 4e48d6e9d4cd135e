/** Setting up two-step sign-in: the password, the QR code, a first code. The secret is shown once and kept nowhere. */
import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { blame, isOfNoField } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CodeForm } from '../session/code-form.tsx';

type Begun = { uri: string; secret: string };
type Props = { onCancel: () => void; onOn: (recoveryCodes: readonly string[]) => void };

const qrSize = 176;
const quietModules = 2;

export function SetUp({ onCancel, onOn }: Props) {
  const [begun, setBegun] = useState<Begun>();
  return begun === undefined ? (
    <PasswordStep onBegun={setBegun} onCancel={onCancel} />
  ) : (
    <CodeStep begun={begun} onCancel={onCancel} onOn={onOn} />
  );
}

function PasswordStep({ onBegun, onCancel }: { onBegun: (begun: Begun) => void; onCancel: () => void }) {
  const t = useStrings();
  const form = useForm({ initialValues: { password: '' } });
  const begin = useMutation({
    mutationFn: (body: typeof form.values) => dataOf(apiOf().POST('/api/v1/second-factor', { body })),
    onSuccess: onBegun,
    onError: (error) => blame(form, error),
  });
  return (
    <form onSubmit={form.onSubmit((values) => begin.mutate(values))}>
      <Stack gap="md" maw={420}>
        {begin.isError && isOfNoField(begin.error) && <ProblemNotice error={begin.error} />}
        <Password
          label={t('twoStep.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('password')}
        />
        <Group gap="sm">
          <Button type="submit" loading={begin.isPending}>
            {t('twoStep.continue')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {t('twoStep.notNow')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CodeStep({ begun: { uri, secret }, onCancel, onOn }: Props & { begun: Begun }) {
  const t = useStrings();
  return (
    <Stack gap="lg">
      <div>
        <Title order={3}>{t('twoStep.scan.title')}</Title>
        <Text c="dimmed" mt={4}>
          {t('twoStep.scan.text')}
        </Text>
      </div>
      <Group gap="lg" align="center">
        <Box bg="white" p={8} bdrs={8} lh={0}>
          <QRCodeSVG value={uri} size={qrSize} marginSize={quietModules} title={t('twoStep.scan.image')} />
        </Box>
        <Stack gap="sm" miw={0} flex="1 1 240px">
          <Anchor href={uri}>{t('twoStep.scan.open')}</Anchor>
          <div>
            <Text size="sm" fw={500}>
              {t('twoStep.scan.key')}
            </Text>
            <Copyable value={secret} what={t('twoStep.scan.key')} />
          </div>
        </Stack>
      </Group>
      <Box maw={420}>
        <Title order={3} mb="sm">
          {t('twoStep.code.title')}
        </Title>
        <CodeForm
          submit={t('twoStep.turnOn')}
          send={(code) => dataOf(apiOf().POST('/api/v1/second-factor/confirmation', { body: { code } }))}
          onPassed={({ recovery_codes: codes }) => onOn(codes)}
        />
        <Button variant="subtle" color="gray" mt="xs" fullWidth onClick={onCancel}>
          {t('twoStep.notNow')}
        </Button>
      </Box>
    </Stack>
  );
}

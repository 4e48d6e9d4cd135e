/** What a visitor sees first: what this is, the ways in, and in a demo its accounts. */
import { Box, Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { DemoLogins } from './demo-logins.tsx';
import { Flow } from './flow.tsx';
import classes from './welcome.module.css';

export function Welcome() {
  const t = useStrings();
  useDocumentTitle('Sluice');
  return (
    <Box className={classes.page} component="main">
      <Container size="md" w="100%">
        <Mark size={32} />
        <div className={classes.columns}>
          <Stack gap="lg">
            <Title order={1} className={classes.title}>
              {t('welcome.title')}
            </Title>
            <Text fz={17} lh={1.6} c="dimmed">
              {t('welcome.text')}
            </Text>
            <Group gap="sm">
              <Button size="md" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
                {t('welcome.signIn')}
              </Button>
              <Button size="md" variant="default" renderRoot={(props) => <Link to="/sign-up" {...props} />}>
                {t('welcome.signUp')}
              </Button>
            </Group>
            <a href="/docs" className={classes.documentation}>
              <Icon name="file-text" size={16} />
              {t('welcome.documentation')}
            </a>
          </Stack>
          <Flow />
        </div>
        <DemoLogins />
      </Container>
    </Box>
  );
}

/** Which role someone has: each with what it may do. */
import { Radio, Stack } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { type Role, roleText, type Team } from './team.ts';

type Props = { team: Team; value: Role; onChange: (role: Role) => void; error?: string | undefined };

export function RoleField({ team, value, onChange, error }: Props) {
  const t = useStrings();
  return (
    <Radio.Group
      label={t('members.role')}
      value={value}
      onChange={(chosen) => onChange(chosen as Role)}
      {...(error === undefined ? {} : { error })}
    >
      <Stack gap="sm" mt={8}>
        {team.roles.map((role) => (
          <Radio key={role} value={role} label={t(`role.${role}`)} description={t(roleText(role, team.isOperator))} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** What the authenticator of a demo shows: nobody has it on a phone. Nothing elsewhere. */
import { useQuery } from '@tanstack/react-query';
import { useStrings } from '../../strings/strings.tsx';
import { demoLoginsQuery } from './demo.ts';

const refreshMs = 15_000;

export function DemoCode() {
  const t = useStrings();
  const { data: logins = [] } = useQuery({ ...demoLoginsQuery, refetchInterval: refreshMs });
  const [code] = logins.flatMap(({ codes }) => codes);
  return code === undefined ? null : t('signIn.code.demo', { code });
}

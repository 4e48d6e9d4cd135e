/** The front page: a greeting for visitors, and for a person without an account of any kind the choice of their first. */
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../app/session.ts';
import { NewAccount } from '../joining/new-account.tsx';
import { Welcome } from './welcome.tsx';

export function Start() {
  const { data: session } = useQuery(sessionQuery);
  return session === null || session === undefined ? <Welcome /> : <NewAccount />;
}

/** Who is signed in: read once, and again when something says that it changed. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { apiOf, type Book, dataOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { Session } from '../api/types.ts';
import { followLanguage } from './change-language.ts';

const read = () => dataOf(apiOf().GET('/api/v1/session'));
export type Holder = Session['holders'][number];

/** The service says in the page whether the browser sent a session with it: who has none need not ask. */
const cameWithout = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';

let isFirstLook = true;

/** Null when nobody is signed in. Asks the service in any case: someone may have signed in since the page came. */
export async function readSession(): Promise<Session | null> {
  isFirstLook = false;
  try {
    const session = await read();
    followLanguage(session);
    return session;
  } catch (error) {
    if (error instanceof Problem && error.code === 'signed_out') return null;
    throw error;
  }
}

/** Null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session | null> => {
    const isNobody = isFirstLook && cameWithout();
    isFirstLook = false;
    return isNobody ? null : readSession();
  },
});

/** The signed-in person, on screens that only they can open. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Problem(401, { code: 'signed_out' });
  return data;
}

/** The holder of a book, as the session knows it. */
export const holderOf = (session: Session, book: Book): Holder | undefined =>
  session.holders.find((one) => one.holder_id === book.holderId);

/** Suspended by the operator, or closed by its owner. */
export const isReadOnly = (status: Holder['status']): boolean => status === 'suspended' || status === 'closed';

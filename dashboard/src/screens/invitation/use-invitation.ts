/** One invitation, as whoever is signed in may see it, and what follows an answer. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiOf, dataOf } from '../../api/client.ts';
import { sessionQuery } from '../../app/session.ts';

const opened = 'opened-invitation';
export const received = 'received-invitations';

/** @param token of the link, or the id of an invitation that is listed to the person. */
export function useInvitation(token: string) {
  const { data: session } = useQuery(sessionQuery);
  const person = session?.person;
  const query = useQuery({
    queryKey: [opened, token, person?.email ?? null],
    enabled: session !== undefined,
    queryFn: () => dataOf(apiOf().POST('/api/v1/opened-invitations', { body: { invitation: token } })),
  });
  return { query, person };
}

/** After an answer: the invitation, the lists of invitations and the person's accounts are others. */
export function useAnswered(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries(sessionQuery),
      queries.invalidateQueries({ queryKey: [opened] }),
      queries.invalidateQueries({ queryKey: [received] }),
      queries.invalidateQueries({ queryKey: ['company-links'] }),
    ]);
  };
}

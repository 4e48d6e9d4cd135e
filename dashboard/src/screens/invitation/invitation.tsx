/** What the link of an invitation opens: who asks for what, and the answer; or why there is none to give. */
import { Center, Loader } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { problemOf } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from '../session/entrance.tsx';
import { AnswerForm } from './answer-form.tsx';
import { Ended, Unknown } from './ended.tsx';
import { Offer } from './offer.tsx';
import { SignedOut } from './signed-out.tsx';
import { useInvitation } from './use-invitation.ts';
import { Whose } from './whose.tsx';

/** A token that could not be one is refused as a field. */
const unknown = [404, 422];

export function Invitation() {
  const t = useStrings();
  const { token } = useParams({ from: '/invitations/$token' });
  const { query, person } = useInvitation(token);
  if (query.isError && unknown.includes(problemOf(query.error).status))
    return <Unknown isSignedIn={person !== undefined} />;
  if (query.isError) {
    return (
      <Entrance title={t('problem.title')}>
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      </Entrance>
    );
  }
  if (query.isPending) {
    return (
      <Entrance title={t('app.loading')}>
        <Center py="xl" role="status" aria-label={t('app.loading')}>
          <Loader size="sm" />
        </Center>
      </Entrance>
    );
  }
  const { data: opened } = query;
  const { state } = opened;
  if (state !== 'open' && state !== 'signed_out') {
    return <Ended state={state} opened={opened} token={token} person={person} />;
  }
  return (
    <Entrance
      title={t('invited.title', { company: opened.company, type: opened.type })}
      below={person !== undefined && <Whose email={person.email} next={`/invitations/${token}`} />}
    >
      <Offer opened={opened} />
      {state === 'open' ? <AnswerForm opened={opened} token={token} /> : <SignedOut opened={opened} token={token} />}
    </Entrance>
  );
}

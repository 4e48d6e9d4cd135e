/** Lets the sign-in library begin a session of a person whom we have checked, as by a passkey. It has no address of its own. */
import assert from 'node:assert/strict';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';

/** The session ends with the browser, as one that began with a password. */
const endsWithBrowser = true;

export const sessionBeginnings = () =>
  ({
    id: 'session-beginnings',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        { method: 'POST', metadata: { $Infer: { body: {} as { personId: string } } } },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.personId);
          assert(user, 'it is a known person');
          const session = await internalAdapter.createSession(user.id, endsWithBrowser);
          await setSessionCookie(context, { session, user }, endsWithBrowser);
          const { id, name, email } = user;
          return context.json({ user: { id, name, email }, token: session.token });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

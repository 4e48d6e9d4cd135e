/**
 * POST /mailed-links: whether a link from a mail still works, before anyone fills its form. Changes nothing. The token
 * is in the body, so that it stands in no log of addresses.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { typed } from '../../core/http/typed-routes.ts';
import { TokenField } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitorAnswers, visitorOperation } from './answers.ts';

const kinds = ['sign_up', 'password_reset', 'limit_lift'] as const;

const LinkState = Type.Object({ open: Type.Boolean() }, { title: 'MailedLink' });

export function mailedLinkRoute(app: FastifyInstance, { people }: { people: People }): void {
  const isOpen: Record<(typeof kinds)[number], (token: string) => Promise<boolean>> = {
    sign_up: people.isConfirmationOpen,
    password_reset: people.isResetOpen,
    limit_lift: people.isLiftOpen,
  };
  typed(app).route({
    method: 'POST',
    url: '/mailed-links',
    schema: {
      ...visitorOperation('checkMailedLink', 'Check whether a link from an email still works; changes nothing'),
      body: Type.Object({ kind: Type.Enum([...kinds]), token: TokenField }),
      response: visitorAnswers(dataOf(LinkState)),
    },
    handler: async (request) => {
      const { kind, token } = request.body;
      return partnerSuccess({ open: await isOpen[kind](token) });
    },
  });
}

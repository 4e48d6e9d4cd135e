/** GET, PUT and DELETE /single-sign-on, and the same below /operator: an account's own sign-in provider, in both modes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { removeProvider, setProvider } from '../../features/single-sign-on/change-provider.ts';
import { findProviderOf } from '../../features/single-sign-on/sign-in-providers.repository.ts';
import type { SingleSignOnDeps } from '../../features/single-sign-on/single-sign-on-deps.ts';
import {
  ProviderBody,
  presentSingleSignOn,
  SingleSignOnAnswer,
} from '../../features/single-sign-on/single-sign-on-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

type Act = 'single_sign_on.read' | 'single_sign_on.change';

/** What differs between an account and the service itself: addresses, names of operations, who may call. */
type Account = {
  base: '' | '/operator';
  operation(operationId: string, summary: string): Record<string, unknown>;
  /** @throws AppError */
  callerOf(request: FastifyRequest, act: Act): { holderId: bigint };
};

const { readAnswers } = holderAudience;
const writeCodes = [...everyWrite, 'validation_failed', 'second_factor_required'] as const;

export function singleSignOnRoutes(app: FastifyInstance, deps: SingleSignOnDeps): void {
  accountRoutes(app, deps, {
    base: '',
    operation: (operationId, summary) => holderAudience.operation(operationId, 'members', summary),
    callerOf: (request, act) => holderAudience.callerOf(request, act, 'both_modes'),
  });
}

export function accountRoutes(
  app: FastifyInstance,
  deps: SingleSignOnDeps,
  { base, operation, callerOf }: Account,
): void {
  const { db, publicUrl } = deps;
  const url = `${base}/single-sign-on`;

  typed(app).route({
    method: 'GET',
    url,
    schema: {
      ...operation('getSingleSignOn', 'The account’s own sign-in provider'),
      response: readAnswers({ 200: dataOf(SingleSignOnAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = callerOf(request, 'single_sign_on.read');
      return partnerSuccess(presentSingleSignOn(publicUrl, holderId, await findProviderOf(db, holderId)));
    },
  });

  typed(app).route({
    method: 'PUT',
    url,
    schema: {
      ...operation(
        'setSingleSignOn',
        'Set the account’s own sign-in provider, which is asked for its configuration; another issuer or client ends the sessions of the one before',
      ),
      body: ProviderBody,
      response: readAnswers({ 200: dataOf(SingleSignOnAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = callerOf(request, 'single_sign_on.change');
      const { issuer, client_id: clientId, client_secret: secret, second_factor: isSecondFactor } = request.body;
      const wanted = { issuer: issuer.trim(), clientId: clientId.trim(), secret: secret?.trim(), isSecondFactor };
      const provider = await setProvider(actorOf(request), deps, holderId, wanted);
      return partnerSuccess(presentSingleSignOn(publicUrl, holderId, provider));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url,
    schema: {
      ...operation('removeSingleSignOn', 'Remove the account’s own sign-in provider; ends the sessions that it opened'),
      response: readAnswers({ 200: dataOf(SingleSignOnAnswer) }, [...writeCodes, 'not_found']),
    },
    handler: async (request) => {
      const { holderId } = callerOf(request, 'single_sign_on.change');
      await removeProvider(actorOf(request), deps, holderId);
      return partnerSuccess(presentSingleSignOn(publicUrl, holderId, undefined));
    },
  });
}

/** Profiles of the operator: how the CSVs of a bank are read. They are made with an import. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { ProfileAnswer, presentProfile } from '../../features/statement-files/statement-file-schemas.ts';
import { listProfiles } from '../../features/statement-files/statement-profiles.repository.ts';
import { changeProfileName, dropProfile } from '../../features/statement-files/statement-profiles.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';
import { ProfileName } from './statement-files.ts';

const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export function statementProfileRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/statement-profiles',
    schema: {
      ...audience.operation('listStatementProfiles', 'How CSVs of one source are read, by name'),
      querystring: Type.Object({ source: SourceName }),
      response: audience.readAnswers({ 200: dataOf(Type.Array(ProfileAnswer)) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const profiles = await listProfiles(db, { mode, source: request.query.source });
      return partnerSuccess(profiles.map(presentProfile));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/statement-profiles/:id',
    schema: {
      ...audience.operation('renameStatementProfile', 'Rename a profile'),
      params: Params,
      body: Type.Object({ name: ProfileName }),
      response: audience.writeAnswers({ 200: dataOf(ProfileAnswer) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.change_profile');
      const { params, body } = request;
      const profile = await changeProfileName(audience.actorOf(request), db, mode, BigInt(params.id), body.name);
      return partnerSuccess(presentProfile(profile));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/operator/statement-profiles/:id',
    schema: {
      ...audience.operation('deleteStatementProfile', 'Delete a profile: its files are asked about again'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(Type.Object({})) }, ['not_found']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.change_profile');
      await dropProfile(audience.actorOf(request), db, mode, BigInt(request.params.id));
      return partnerSuccess({});
    },
  });
}

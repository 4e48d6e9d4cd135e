/** Interface B as a audience of a company's routes: its security, the error codes of its routes, and its callers. */

import { catalog, type ErrorCode } from '../../base/errors/catalog.ts';
import { authorize } from '../../core/access/authorize.ts';
import { everyBody, everyRequest } from '../../core/http/answers.ts';
import { companyAnswers } from '../company/answers.ts';
import type { CompanyAudience } from '../company/audience.ts';
import { failureShape } from '../shared/envelope.ts';
import { partnerActor } from './authenticate.ts';

/** The error codes of every route. */
const everyCaller: readonly ErrorCode[] = [
  ...everyRequest,
  'invalid_credentials',
  'company_not_active',
  'not_permitted',
];

/** `idempotency_conflict` and `validation_failed` are possible for the `Idempotency-Key` header of every write. */
const everyWrite: readonly ErrorCode[] = [...everyBody, 'idempotency_conflict', 'validation_failed'];

/** The statuses that every route has to declare. */
export const partnerCommonStatuses: readonly number[] = [
  ...new Set(everyCaller.map((code) => catalog[code].http)),
].sort();

export const partnerErrorShape = failureShape('Partner');

export const partnerAudience: CompanyAudience = {
  ...companyAnswers(partnerErrorShape, { everyCaller, everyWrite }),
  operation: (operationId, tag, summary, description) => ({
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [{ PartnerClientId: [], PartnerClientSecret: [] }],
  }),
  callerOf(request, action) {
    const actor = partnerActor(request);
    const book = { holderId: actor.holderId, mode: actor.mode };
    authorize(actor, action, book);
    return book;
  },
  actorOf: partnerActor,
};

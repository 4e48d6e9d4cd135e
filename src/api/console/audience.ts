/** The console's API as a audience of a company's routes: what key pairs may ask interface B for, for people. */

import { AppError } from '../../base/errors/app-error.ts';
import { authorize } from '../../core/access/authorize.ts';
import { companyAnswers } from '../company/answers.ts';
import type { CompanyAudience } from '../company/audience.ts';
import { consoleErrorShape, everySession, everyWrite } from './answers.ts';
import { actorOf } from './authenticate.ts';

const noCompany = 'This is for companies: name one in Sluice-Holder.';

const nameOf = (operationId: string): string =>
  `console${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;

export const consoleAudience: CompanyAudience = {
  ...companyAnswers(consoleErrorShape, {
    everyCaller: [...everySession, 'forbidden', 'company_not_active', 'merchant_not_active'],
    everyWrite: [...everyWrite, 'idempotency_conflict', 'second_factor_required'],
  }),
  operation: (operationId, tag, summary, description) => ({
    operationId: nameOf(operationId),
    tags: [`console-${tag}`],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [{ SessionCookie: [] }],
  }),
  callerOf(request, action) {
    const actor = actorOf(request);
    const { holderId, holderKind, mode } = actor;
    if (holderId === null) throw new AppError('not_found', { message: noCompany });
    // Some of these actions are open to other holders too, for objects that these routes don't show.
    if (holderKind !== 'company') throw new AppError('forbidden', { message: noCompany });
    const book = { holderId, mode };
    authorize(actor, action, book);
    return book;
  },
  actorOf,
};

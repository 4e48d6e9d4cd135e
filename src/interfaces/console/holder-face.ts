/**
 * The console's API for the people of every kind of holder but the service's own: the permissions say which kinds an
 * action is for.
 */
import { authorize } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { CompanyFace } from '../company/face.ts';
import { actorOf } from './authenticate.ts';
import { consoleFace } from './face.ts';

const noHolder = 'Sluice-Holder names no account of this kind.';

export const holderFace: CompanyFace = {
  ...consoleFace,
  callerOf(request, action) {
    const actor = actorOf(request);
    const { holderId, holderKind, mode } = actor;
    if (holderId === null) throw new AppError('not_found', { message: noHolder });
    if (holderKind === 'service') throw new AppError('forbidden', { message: noHolder });
    const book = { holderId, mode };
    authorize(actor, action, book);
    return book;
  },
};

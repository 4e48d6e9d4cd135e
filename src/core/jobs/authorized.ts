/** Jobs of modules that cannot call `authorize` themselves, because they are below `access` or know no actor. */
import type { SystemActor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Action } from '../access/permissions.ts';
import { serviceHolderId } from '../ledger/post.ts';

/** @returns a job's `run` that is authorized for the service, in both modes, before it works. */
export const authorized =
  <Payload>(action: Action, work: (payload: Payload) => Promise<unknown>) =>
  async (actor: SystemActor, payload: Payload): Promise<void> => {
    authorize(actor, action, { holderId: serviceHolderId, mode: null });
    await work(payload);
  };

/** The webhooks of payment providers. They are authenticated by their signature, which the route verifies. */
import type { Interface } from '../../core/http/interface.ts';
import { partnerInterface } from '../partner/interface.ts';

export const providersBasePath = '/funding';

export const providersInterface: Interface = {
  basePaths: [providersBasePath],
  answerError: partnerInterface.answerError,
};

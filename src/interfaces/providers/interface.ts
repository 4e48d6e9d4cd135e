/** Where payment providers send their notices. Who sends is shown by the notice's own signature, which its route checks. */
import type { Interface } from '../../http/interface.ts';
import { partnerInterface } from '../partner/interface.ts';

export const providersBasePath = '/funding';

export const providersInterface: Interface = {
  basePaths: [providersBasePath],
  answerError: partnerInterface.answerError,
};

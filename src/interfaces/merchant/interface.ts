/** Interface A, the merchants': where it stands and how it words an error (docs/contract.md, "Merchant envelope"). */
import { type Interface, jsonAnswer } from '../../http/interface.ts';
import { merchantFailure, merchantStatus } from './envelope.ts';

/** Test or live is decided by the key pair; the sandbox takes test keys only. */
export const merchantBasePaths = Object.freeze({ api: '/pay/api/v1', sandbox: '/pay/sandbox/api/v1' });

export type MerchantBase = keyof typeof merchantBasePaths;

export const merchantBases = Object.freeze(Object.keys(merchantBasePaths) as MerchantBase[]);

export const merchantInterface: Interface = {
  // Other versions' addresses, too: whoever asks there speaks this interface's language.
  basePaths: ['/pay'],
  answerError: (error) => jsonAnswer(merchantStatus(error), merchantFailure(error)),
};

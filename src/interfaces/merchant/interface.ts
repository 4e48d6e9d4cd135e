/** Interface A, for merchants: its base paths and error envelope (docs/contract/merchant.md, "Merchant envelope"). */
import { type Interface, jsonAnswer } from '../../http/interface.ts';
import { merchantFailure, merchantMessage, merchantStatus } from './envelope.ts';

/** Test or live is decided by the key pair; the sandbox takes test keys only. */
export const merchantBasePaths = Object.freeze({ api: '/pay/api/v1', sandbox: '/pay/sandbox/api/v1' });

export type MerchantBase = keyof typeof merchantBasePaths;

export const merchantBases = Object.freeze(Object.keys(merchantBasePaths) as MerchantBase[]);

export const merchantInterface: Interface = {
  // Includes addresses of other API versions: their clients expect this envelope.
  basePaths: ['/pay'],
  answerError: (error) => jsonAnswer(merchantStatus(error), merchantFailure(error)),
  messageOf: merchantMessage,
};

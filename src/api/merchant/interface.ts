/** Interface A, for merchants: its base paths and error envelope (docs/contract/merchant.md, "Merchant envelope"). */
import { type Interface, jsonAnswer } from '../../core/http/interface.ts';
import { merchantFailure, merchantMessage, merchantStatus } from './envelope.ts';

export const merchantInterface: Interface = {
  // Includes addresses of other API versions: their clients expect this envelope.
  basePaths: ['/pay'],
  answerError: (error) => jsonAnswer(merchantStatus(error), merchantFailure(error)),
  messageOf: merchantMessage,
};

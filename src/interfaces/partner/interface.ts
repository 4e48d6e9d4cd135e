/**
 * Interface B, for delivery platforms: its base path and error envelope (docs/contract/partner.md, "Partner envelope").
 */
import { catalogue } from '../../errors/catalogue.ts';
import { type Interface, jsonAnswer } from '../../http/interface.ts';
import { partnerFailure } from '../envelope.ts';

export const partnerBasePath = '/partner/v1';

export const partnerInterface: Interface = {
  basePaths: ['/partner'],
  answerError: (error, requestId) => jsonAnswer(catalogue[error.code].http, partnerFailure(error, requestId)),
};

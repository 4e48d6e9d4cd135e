/**
 * Interface B, for delivery platforms: its base path and error envelope (docs/contract/partner.md, "Partner envelope").
 */
import { catalog } from '../../base/errors/catalog.ts';
import { type Interface, jsonAnswer } from '../../core/http/interface.ts';
import { partnerFailure } from '../shared/envelope.ts';

export const partnerBasePath = '/partner/v1';

export const partnerInterface: Interface = {
  basePaths: ['/partner'],
  answerError: (error, requestId) => jsonAnswer(catalog[error.code].http, partnerFailure(error, requestId)),
};

/**
 * The interface for the operator's machines: health, metrics, the OpenAPI document. It also owns every address of no
 * other interface: machines are answered in JSON, and people who mistyped an address with a page.
 */
import type { Interface } from '../../core/http/interface.ts';
import { partnerInterface } from '../partner/interface.ts';
import { errorPage } from './error-page.ts';

export const operationsInterface: Interface = {
  basePaths: [''],
  answerError: partnerInterface.answerError,
  answerPage: errorPage,
};

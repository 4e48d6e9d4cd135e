/** Declarations of the console API's routes: their security, and their answers in interface B's envelope. */
import { type TSchema, Type } from 'typebox';
import { catalog, type ErrorCode } from '../../base/errors/catalog.ts';
import {
  type Answer,
  type Declared,
  errorAnswers,
  everyBody,
  everyRequest,
  jsonAnswer,
} from '../../core/http/answers.ts';
import { failureShape } from '../shared/envelope.ts';

/**
 * `not_found`: not a holder of the person. `validation_failed`: an invalid mode header. `second_factor_missing`: of an
 * operator. `single_sign_on_session`: of what is the person's own, in a session that an account's provider opened.
 */
export const everySession: readonly ErrorCode[] = [
  ...everyRequest,
  'signed_out',
  'not_found',
  'validation_failed',
  'second_factor_missing',
  'single_sign_on_session',
];

/** `forbidden`: the write came from another site. */
export const everyWrite: readonly ErrorCode[] = [...everyBody, 'forbidden'];

export const consoleErrorShape = failureShape('Console');

/** Errors of a route without a session. All such routes write. */
const everyVisitor: readonly ErrorCode[] = [...everyRequest, ...everyWrite, 'validation_failed'];

const statusesOf = (codes: readonly ErrorCode[]): readonly number[] =>
  [...new Set(codes.map((code) => catalog[code].http))].sort();

/** The statuses that every route has to declare. */
export const consoleCommonStatuses = statusesOf(everySession);
export const visitorCommonStatuses = statusesOf(everyVisitor);

/** Sent when a session starts, is renewed or ends. */
export const sessionCookieHeader: Answer['headers'] = {
  'Set-Cookie': { description: 'The cookies of the session', required: true, schema: Type.String() },
};

type Options = { writes?: boolean; codes?: readonly ErrorCode[]; headers?: Answer['headers'] };

const answersOf = <Body extends TSchema>(body: Body, codes: readonly ErrorCode[], headers: Answer['headers']) =>
  ({
    ...errorAnswers(codes, consoleErrorShape),
    200: jsonAnswer(body, 'Done', headers),
  }) as unknown as Declared<{ 200: Body }>;

export const consoleAnswers = <Body extends TSchema>(body: Body, options: Options = {}): Declared<{ 200: Body }> => {
  const { writes = false, codes = [], headers = {} } = options;
  return answersOf(body, [...everySession, ...(writes ? everyWrite : []), ...codes], headers);
};

export const visitorAnswers = <Body extends TSchema>(
  body: Body,
  { codes = [], headers = {} }: Omit<Options, 'writes'> = {},
): Declared<{ 200: Body }> => answersOf(body, [...everyVisitor, ...codes], headers);

export const consoleOperation = (operationId: string, summary: string) => ({
  operationId,
  tags: ['console'],
  summary,
  security: [{ SessionCookie: [] }],
});

/** An operation that needs no session. */
export const visitorOperation = (operationId: string, summary: string) => ({
  ...consoleOperation(operationId, summary),
  security: [],
});

/** The shapes of requests and answers, from the service's OpenAPI document. */
import type { operations, webhooks } from './api.generated.ts';

export type OperationId = keyof operations;

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Id extends OperationId> = operations[Id]['responses'];

/** The whole body of a successful answer. */
export type AnswerOf<Id extends OperationId> = JsonOf<Success<Id>[keyof Success<Id>]>;

/** The `data` of a successful answer. */
export type DataOf<Id extends OperationId> = AnswerOf<Id> extends { data: infer Data } ? Data : never;

export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** One object of a list. */
export type ItemOf<Id extends OperationId> = DataOf<Id> extends readonly (infer Item)[] ? Item : never;

/** An event by its type: `EventOf<'order.settled'>`. */
export type EventOf<Type extends EventType> = webhooks[Type]['post']['requestBody']['content']['application/json'];
export type EventType = keyof webhooks;
export type SluiceEvent = { [Type in EventType]: EventOf<Type> }[EventType];

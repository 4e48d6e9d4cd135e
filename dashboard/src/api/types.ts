/** What requests take and answers bring, by name: `OrderRow`, `Payout` and so on, from the service's OpenAPI document. */
import type { operations } from './api.generated.ts';

export type * from './api.generated.ts';

type OperationId = keyof operations;

export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The `data` of an answer that has no name. */
export type DataOf<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

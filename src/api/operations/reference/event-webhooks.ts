/** The events of the catalog as the OpenAPI document's `webhooks`: a page of the API reference for each type. Pure. */
import { type TSchema, Type } from 'typebox';
import { exampleOf } from '../../../base/schemas/example.ts';
import type { EventDeclaration, EventDeclarations, Receiver } from '../../../core/events/declare-events.ts';
import { catalog } from '../../../features/event-catalog.ts';
import { EventAnswer } from '../../shared/event-schemas.ts';
import type { Printed } from './examples.ts';

const receivers: Record<Receiver, string> = {
  company: 'companies',
  merchant: 'merchants',
  courier: 'couriers',
  customer: 'customers',
  operator: 'the operator',
};

/** @param printed recorded examples, by type among others. */
export function eventWebhooks(printed: Readonly<Record<string, Printed>>): Record<string, unknown> {
  const shared = namesOf(catalog);
  return Object.fromEntries(
    Object.entries(catalog).map(([type, entry]) => [type, { post: webhook(type, entry, shared, printed[type]) }]),
  );
}

/** What is sent has no subject. */
const { subject: _, ...envelope } = EventAnswer.properties;

function webhook(type: string, { data, to, description }: EventDeclaration, names: Names, printed?: Printed) {
  const schema = Type.Object({
    ...envelope,
    type: Type.Literal(type),
    data: { ...data, title: names.get(data) ?? pascal(type) } as TSchema,
  });
  return {
    operationId: `on${pascal(type)}`,
    summary: type,
    description: `${description} Sent to ${listed(to.map((one) => receivers[one]))}.`,
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: printed?.answer ?? exampleOf(schema) } },
    },
    responses: { '2XX': { description: 'The event has arrived. Its body is not read.' } },
  };
}

type Names = ReadonlyMap<TSchema, string>;

/** What several types have in common is named after the object, anything else after its type. */
function namesOf(entries: EventDeclarations): Names {
  const types = Map.groupBy(Object.entries(entries), ([, { data }]) => data);
  return new Map(
    [...types].map(([data, [first, ...others]]) => {
      const type = first?.[0] ?? '';
      return [data, `${pascal(others.length === 0 ? type : (type.split('.')[0] ?? ''))}EventData`];
    }),
  );
}

const pascal = (text: string): string =>
  text
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const listed = (words: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(words);

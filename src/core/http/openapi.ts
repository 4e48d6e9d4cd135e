/**
 * Generates the OpenAPI document from the routes' declarations: the schemas that validate requests and those that the
 * tests check answers against.
 */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { exampleOf } from '../../base/schemas/example.ts';
import { type Answer, answersOf } from './answers.ts';
import { hoistNamed } from './openapi-components.ts';
import { printExample, type RecordedExample } from './openapi-examples.ts';

const IdempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'The same key and request within 24 hours get the same response; another request gets a 409',
    }),
  ),
});

declare module 'fastify' {
  interface FastifySchema {
    /** Headers that a hook of the route reads, for the document alone: the hook itself judges them. */
    readHeaders?: TObject;
  }
}

type Operation = {
  operationId?: string;
  description?: string;
  responses?: unknown;
  requestBody?: { required?: boolean; content: Record<string, { schema: { type?: unknown } }> };
};
type Document = {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, unknown>;
  components?: Record<string, Record<string, unknown>>;
};

type Components = NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>;

/** The document's content besides its operations. */
export type Description = {
  info: { title: string; version: string; description: string; license: { name: string; url: string } };
  /** The description of each tag. */
  tags: Readonly<Record<string, string>>;
  nameOfTag?(tag: string): string;
  securitySchemes: NonNullable<Components['securitySchemes']>;
  /** By operation id. Called when the document is made. */
  examples?(): Readonly<Record<string, RecordedExample>>;
  /** Requests that the service sends to others, by name. Called when the document is made. */
  webhooks?(): Record<string, unknown>;
  /** Members of the document's root that the specification leaves open. */
  extensions?: Readonly<Record<`x-${string}`, unknown>>;
};

/** Call before the first route. */
export async function describeInterfaces(app: FastifyInstance, description: Description): Promise<void> {
  const { info, tags, nameOfTag, securitySchemes } = description;
  const answers = new Map<string, ReadonlyMap<string, Answer>>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      // Relative to the address the document was fetched from.
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, text]) => ({
        name,
        ...(nameOfTag === undefined ? {} : { 'x-displayName': nameOfTag(name) }),
        description: text,
      })),
      components: { securitySchemes },
    },
    transform: ({ schema, url, route }) => {
      const declared = (schema ?? {}) as FastifySchema & { hide?: boolean; operationId?: string };
      if (declared.hide !== true) answers.set(declared.operationId ?? url, answersOf(route));
      return { schema: declared.hide === true ? declared : described(declared, answersOf(route)), url };
    },
    transformObject: (found) => {
      const document = ('openapiObject' in found ? found.openapiObject : {}) as Document;
      const examples = description.examples?.() ?? {};
      for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
        operation.responses = Object.fromEntries(answers.get(operation.operationId ?? '') ?? []);
        allowAbsentBody(operation);
        const example = examples[operation.operationId ?? ''];
        if (example !== undefined) printExample(operation as never, example);
      }
      const webhooks = description.webhooks?.() ?? {};
      return hoistNamed({ ...document, ...description.extensions, webhooks }) as never;
    },
  });
}

/** Adds the example of the body and the headers that are read. `transformObject` inserts the declared answers. */
function described(schema: FastifySchema, answers: ReadonlyMap<string, Answer>): FastifySchema {
  const { body, readHeaders, ...rest } = schema as FastifySchema & { body?: TSchema };
  const isRepeatable = [...answers.values()].some(({ headers }) => 'Idempotent-Replayed' in headers);
  const headers = { ...readHeaders?.properties, ...(isRepeatable ? IdempotencyKey.properties : {}) };
  return {
    ...rest,
    // A body of bytes has no example.
    ...(body === undefined ? {} : { body: 'content' in body ? body : { ...body, examples: [exampleOf(body)] } }),
    ...(Object.keys(headers).length === 0 ? {} : { headers: Type.Object(headers) }),
  };
}

/** An optional body has a nullable schema. The document marks it as not required instead, since null is not valid. */
function allowAbsentBody({ requestBody }: Operation): void {
  const schema = requestBody?.content['application/json']?.schema;
  if (requestBody === undefined || !Array.isArray(schema?.type)) return;
  requestBody.required = false;
  schema.type = 'object';
}

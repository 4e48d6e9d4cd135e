/**
 * What the client libraries for PHP and Python have types for, read from the OpenAPI document: the objects of answers and events,
 * the bodies of requests, and where amounts are in these. Pure; `php.ts` and `python.ts` write it in their languages.
 */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number | boolean)[];
  const?: string | number | boolean;
  format?: string;
  pattern?: string;
  description?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
};

/** `decimal` is an amount: a number in JSON, or with `isText` a string. */
export type Kind =
  | { kind: 'string' | 'integer' | 'boolean' | 'null' | 'any' }
  | { kind: 'decimal'; isText: boolean }
  | { kind: 'enum'; values: (string | number | boolean)[] }
  | { kind: 'object'; name: string }
  | { kind: 'list'; of: Type }
  | { kind: 'map'; of: Type }
  | { kind: 'union'; of: Type[] };
export type Type = Kind & { isNullable: boolean };

export type Field = { name: string; type: Type; isRequired: boolean; description: string };
/** @param constants fields that have one value only, by which an object is told from others. */
export type Model = { name: string; description: string; fields: Field[]; constants: Record<string, unknown> };
export type Body = { operationId: string; name: string; amounts: string[] };
export type Query = { operationId: string; name: string; fields: Field[] };

export type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { schemas: Record<string, Schema> };
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
};

export type Read = {
  /** In answers and events. */
  answers: Model[];
  /** In the bodies of requests. */
  requests: Model[];
  bodies: Body[];
  queries: Query[];
  /** The object in the `data` of each type of event. */
  events: Record<string, string>;
};

export function readDocument(document: Document): Read {
  const answers = createReader(document.components.schemas);
  for (const [name, schema] of Object.entries(document.components.schemas)) answers.addObject(name, schema);
  // An event has a subject in the log; as a webhook, it has none.
  for (const field of answers.models.find((one) => one.name === 'Event')?.fields ?? []) {
    if (field.name === 'subject') field.isRequired = false;
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const requests = createReader(document.components.schemas);
  const bodies = operations.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    if (schema === undefined) return [];
    const name = `${capitalized(operationId)}Body`;
    requests.addObject(name, schema);
    return [{ operationId, name, amounts: amountsIn(schema) }];
  });
  return {
    answers: sorted(answers.models),
    requests: sorted(requests.models),
    bodies,
    queries: operations.flatMap((operation) => queryOf(operation, requests) ?? []),
    events: Object.fromEntries(
      Object.entries(document.webhooks).map(([type, { post }]) => {
        const data = post.requestBody.content['application/json']?.schema.properties?.data;
        return [type, named(data?.$ref ?? '')];
      }),
    ),
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(schemas: Record<string, Schema>) {
  const models: Model[] = [];

  /** @returns its name: that of an object of the same shape, if there is one already. */
  function addObject(name: string, schema: Schema): string {
    const { properties, required, description = '' } = mergedOf(schema);
    const fields = Object.entries(properties).map(([field, property]) => ({
      name: field,
      type: typeOf(property, name + capitalized(field)),
      isRequired: required.includes(field),
      description: property.description ?? '',
    }));
    if (models.some((one) => one.name === name)) throw new Error(`Two objects are called ${name}`);
    models.push({ name, description, fields, constants: constantsIn(properties) });
    return name;
  }

  /** @param name of the object, if the schema describes one without a name. */
  function typeOf(schema: Schema, name: string): Type {
    const { anyOf, type } = schema;
    if (anyOf !== undefined) {
      const others = anyOf.filter((one) => one.type !== 'null');
      const isNullable = others.length < anyOf.length;
      if (others.length === 1) return { ...typeOf(others[0] as Schema, name), isNullable };
      // A text or a number: an amount, as interface A takes it.
      if (others.every((one) => one.type === 'string' || one.type === 'number')) {
        return { kind: 'decimal', isText: true, isNullable };
      }
      return { kind: 'union', of: others.map((one) => typeOf(one, name)), isNullable };
    }
    if (Array.isArray(type)) {
      const rest = type.filter((one) => one !== 'null');
      return { ...typeOf({ ...schema, type: rest[0] as string }, name), isNullable: rest.length < type.length };
    }
    return { ...kindOf(schema, name), isNullable: false };
  }

  function kindOf(schema: Schema, name: string): Kind {
    const { $ref, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return { kind: 'object', name: named($ref) };
    const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (values !== undefined) return { kind: 'enum', values };
    if (type === 'number') return { kind: 'decimal', isText: false };
    if (type === 'string' && schema.pattern === amountPattern) return { kind: 'decimal', isText: true };
    if (type === 'string' || type === 'integer' || type === 'boolean' || type === 'null') return { kind: type };
    if (type === 'array') return { kind: 'list', of: typeOf(items ?? {}, singular(name)) };
    if (properties !== undefined) return { kind: 'object', name: addObject(name, schema) };
    if (additionalProperties !== undefined) return { kind: 'map', of: typeOf(additionalProperties, singular(name)) };
    if (type === undefined) return { kind: 'any' };
    throw new Error(`${name} is described in a way that the client libraries cannot read`);
  }

  /** Of several shapes, one with all fields: those that not every shape requires may be missing. */
  function mergedOf(schema: Schema): Required<Pick<Schema, 'properties' | 'required'>> & { description?: string } {
    if (schema.$ref !== undefined) return mergedOf(schemas[named(schema.$ref)] ?? {});
    if (schema.anyOf === undefined) {
      const { properties = {}, required = [], description = '' } = schema;
      return { properties, required, description };
    }
    const shapes = schema.anyOf.map(mergedOf);
    const properties: Record<string, Schema> = {};
    for (const [name, property] of shapes.flatMap((shape) => Object.entries(shape.properties))) {
      properties[name] = properties[name] === undefined ? property : eitherOf(properties[name], property);
    }
    const required = Object.keys(properties).filter((name) => shapes.every((shape) => shape.required.includes(name)));
    return { properties, required, description: schema.description ?? '' };
  }

  return { models, addObject, typeOf };
}

/** A value that is one of the values of either. */
function eitherOf(first: Schema, second: Schema): Schema {
  const values = [first, second].flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]));
  return values.length === 0 ? first : { ...first, const: undefined as never, enum: values };
}

function queryOf({ operationId, parameters = [] }: Operation, reader: Reader): Query | undefined {
  const own = parameters.filter((one) => one.in === 'query');
  if (own.length === 0) return undefined;
  const fields = own.map(({ name, required, schema, description = '' }) => ({
    name,
    type: reader.typeOf(schema, name),
    isRequired: required === true,
    description,
  }));
  return { operationId, name: `${capitalized(operationId)}Query`, fields };
}

/** Where a body has amounts as numbers: `splits.*.amount`, with `*` for every item or key. */
function amountsIn(schema: Schema): string[] {
  const found: string[] = [];
  const search = ({ type, anyOf, items, properties, additionalProperties }: Schema, path: string[]): void => {
    if (type === 'number') found.push(path.join('.'));
    // As text, where a text will do.
    if (anyOf?.every((one) => one.type !== 'string')) for (const one of anyOf) search(one, path);
    if (items !== undefined) search(items, [...path, '*']);
    if (additionalProperties !== undefined) search(additionalProperties, [...path, '*']);
    for (const [name, property] of Object.entries(properties ?? {})) search(property, [...path, name]);
  };
  search(schema, []);
  return found;
}

const amountPattern = '^[0-9]+\\.[0-9]{2,3}$';

const constantsIn = (properties: Record<string, Schema>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      property.const === undefined ? [] : [[name, property.const]],
    ),
  );

const named = ($ref: string): string => $ref.replace('#/components/schemas/', '');
const sorted = (models: Model[]): Model[] => models.sort((a, b) => (a.name < b.name ? -1 : 1));

/** `order_amount` as `OrderAmount`. */
export const capitalized = (name: string): string =>
  name.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

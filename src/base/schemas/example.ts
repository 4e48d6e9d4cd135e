/**
 * Builds the example of a schema from those of its fields, so that the examples in the OpenAPI document match its
 * schemas. An optional field is included if it has its own example.
 */
import type { TSchema } from 'typebox';

type Json = {
  type?: string | string[];
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  patternProperties?: Record<string, Json>;
  required?: string[];
};

/** @throws Error for a schema without enough information; give that field an example. */
export const exampleOf = (schema: TSchema): unknown => make(schema as Json, 'schema');

function make(schema: Json, path: string): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return make(schema.anyOf[0] as Json, path);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return makeObject(schema, path);
    case 'array':
      return schema.items === undefined ? [] : [make(schema.items, `${path}[]`)];
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      throw new Error(`${path} needs an example`);
  }
}

function makeObject({ properties = {}, required = [] }: Json, path: string): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || field.examples !== undefined,
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, make(field, `${path}.${name}`)]));
}

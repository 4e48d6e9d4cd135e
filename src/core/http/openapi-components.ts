/** Moves schemas with a title and answers with an `x-name` to the document's `components`. Pure. */
import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Components = Record<string, Json>;

/** @throws Error when two different schemas or answers have the same name. */
export function hoistNamed(document: { paths?: unknown; webhooks?: unknown; components?: Components }): unknown {
  const components: Components = { ...document.components, schemas: {}, responses: {} };
  const place = (kind: 'schemas' | 'responses', name: string, thing: Json): Json => {
    const known = components[kind]?.[name];
    if (known !== undefined && !isDeepStrictEqual(known, thing)) throw new Error(`Two ${kind} are named ${name}`);
    (components[kind] as Json)[name] = thing;
    return { $ref: `#/components/${kind}/${name}` };
  };
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (typeof value !== 'object' || value === null) return value;
    // Examples are values and contain no schemas.
    if (key === 'example' || key === 'examples') return value;
    const { 'x-name': name, ...own } = value as Json;
    const walked = Object.fromEntries(Object.entries(own).map(([field, inner]) => [field, walk(inner, field)]));
    if (typeof name === 'string') return place('responses', name, walked);
    const { title, ...untitled } = walked;
    const isSchema = typeof title === 'string' && key !== 'properties';
    return isSchema ? place('schemas', title, untitled) : walked;
  };
  const paths = walk(document.paths, 'paths');
  const webhooks = walk(document.webhooks, 'webhooks');
  return { ...document, paths, ...(webhooks === undefined ? {} : { webhooks }), components };
}

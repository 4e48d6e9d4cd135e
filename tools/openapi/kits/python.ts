/** The models of the Python library, and its clients without `async`, as files below `sdk/python/src/sluice`. Pure. */
import type { Field, Kind, Model, Query, Read, Type } from './models.ts';

const head = (comment: string): string =>
  `"""${comment} Written by \`npm run openapi\`: do not edit."""\n\nfrom __future__ import annotations\n\n`;

/** More values would hide the rest. */
const valuesMax = 12;

export function writeModels({ answers, events }: Read): string {
  const classes = answers.map((model) => (model.name === 'Event' ? eventOf(model) : of(model)));
  const rows = Object.entries(events).map(([type, name]) => `    "${type}": ${name}.from_json,\n`);
  return `${head('The objects of answers and events.')}from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as _field
from decimal import Decimal
from typing import Any, Callable, Dict, List, Literal, Optional, Union

from ._model import Model, Untyped, amount, need

${classes.join('\n\n')}

EVENT_DATA: Dict[str, Callable[[Mapping[str, Any]], Model]] = {
${rows.join('')}}


def event_data(type_: str, json: Mapping[str, Any]) -> Model:
    return EVENT_DATA.get(type_, Untyped.from_json)(json)
`;
}

function of({ name, description, fields }: Model): string {
  const ordered = [...fields.filter((one) => one.isRequired), ...fields.filter((one) => !one.isRequired)];
  return `
@dataclass(frozen=True)
class ${name}(Model):
${description === '' ? '' : `    """${described(description)}"""\n\n`}${ordered.map(declared).join('')}    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ${name}:
        return cls(
${ordered.map((one) => `            ${safe(one.name)}=${reading(one)},\n`).join('')}            raw=json,
        )
`;
}

/** Its \`data\` is the object that its type is about. */
const eventOf = (model: Model): string =>
  of(model)
    .replace(/ {4}data: .*\n/, '    data: Model\n')
    .replace('data=need(json, "data")', 'data=event_data(need(json, "type"), need(json, "data"))');

function declared(one: Field): string {
  const optional = one.isRequired ? '' : ' = None';
  const comment = one.description === '' ? '' : `    """${described(one.description)}"""\n`;
  return `    ${safe(one.name)}: ${hintOf(one, answerKinds)}${optional}\n${comment}`;
}

/** The bodies and queries of requests, and where bodies have amounts. */
export function writeRequests({ requests, bodies, queries }: Read): string {
  const shapes = [...requests, ...queries.map(({ name, fields }: Query) => ({ name, fields }))];
  const amounts = bodies
    .filter((one) => one.amounts.length > 0)
    .map(({ operationId, amounts: paths }) => `    "${operationId}": [${paths.map(literal).join(', ')}],\n`);
  return `${head('The bodies and queries of requests.')}import sys
from decimal import Decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

Amount = Union[Decimal, int, str]
"""Such as \`\`Decimal("12.50")\`\` or \`\`"12.50"\`\`. A float is refused: it may not be exact."""

${shapes.map(shapeOf).join('\n')}
AMOUNTS: Dict[str, List[str]] = {
${amounts.join('')}}
"""Where the body of an operation has amounts: \`\`*\`\` is every item."""
`;
}

/** As a call, because a key may be a word of the language, such as \`from\`. */
function shapeOf({ name, fields }: Pick<Model, 'name' | 'fields'>): string {
  const rows = fields.map((one) => {
    const hint = typed(one.type, requestKinds);
    const quoted = `"${hint.replaceAll('"', "'")}"`;
    return `        "${one.name}": ${one.isRequired ? quoted : `NotRequired[${quoted}]`},\n`;
  });
  return `${name} = TypedDict(\n    "${name}",\n    {\n${rows.join('')}    },\n)\n`;
}

type Kinds = { decimal: string; list: string; map: string };
const answerKinds: Kinds = { decimal: 'Decimal', list: 'List', map: 'Dict' };
const requestKinds: Kinds = { decimal: 'Amount', list: 'Sequence', map: 'Mapping' };

function hintOf({ type, isRequired }: Field, kinds: Kinds): string {
  const hint = typed(type, kinds);
  return isRequired || type.isNullable || hint === 'Any' ? hint : `Optional[${hint}]`;
}

function typed(type: Type, kinds: Kinds): string {
  const hint = typedKind(type, kinds);
  return type.isNullable && hint !== 'None' && hint !== 'Any' ? `Optional[${hint}]` : hint;
}

function typedKind(type: Kind, kinds: Kinds): string {
  if (type.kind === 'enum') {
    return type.values.length > valuesMax ? 'str' : `Literal[${type.values.map(literal).join(', ')}]`;
  }
  if (type.kind === 'decimal') return kinds.decimal;
  if (type.kind === 'list') return `${kinds.list}[${typed(type.of, kinds)}]`;
  if (type.kind === 'map') return `${kinds.map}[str, ${typed(type.of, kinds)}]`;
  if (type.kind === 'union') return `Union[${type.of.map((one) => typed(one, kinds)).join(', ')}]`;
  if (type.kind === 'object') return type.name;
  return { string: 'str', integer: 'int', boolean: 'bool', null: 'None', any: 'Any' }[type.kind];
}

/** The expression that reads a field from the decoded object. */
function reading({ name, type, isRequired }: Field): string {
  const isOptional = !isRequired || type.isNullable || type.kind === 'null' || type.kind === 'any';
  const convert = converter(type);
  if (convert === undefined) return isOptional ? `json.get("${name}")` : `need(json, "${name}")`;
  if (!isOptional) return convert(`need(json, "${name}")`);
  return `None if json.get("${name}") is None else ${convert(`json["${name}"]`)}`;
}

/** @returns undefined where the decoded value is the value. */
function converter(type: Type): ((value: string) => string) | undefined {
  if (type.kind === 'decimal') return (value) => `amount(${value})`;
  if (type.kind === 'object') return (value) => `${type.name}.from_json(${value})`;
  if (type.kind !== 'list' && type.kind !== 'map') return undefined;
  const inner = converter(type.of);
  if (inner === undefined) return undefined;
  if (type.kind === 'list') return (value) => `[${inner('one')} for one in ${value}]`;
  return (value) => `{key: ${inner('one')} for key, one in ${value}.items()}`;
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value);
}

/** The words of the language among the names of fields. */
const words = new Set(['from', 'import', 'class', 'pass', 'global', 'return']);
const safe = (name: string): string => (words.has(name) ? `${name}_` : name);
const described = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replace(/"$/, '" ');

const replacements: [RegExp, string][] = [
  [/async (def|for|with) /g, '$1 '],
  [/await /g, ''],
  [/__aenter__/g, '__enter__'],
  [/__aexit__/g, '__exit__'],
  [/\.aclose\(/g, '.close('],
  [/def aclose\(/g, 'def close('],
  [/asyncio\.sleep/g, 'time.sleep'],
  [/asyncio\.Lock/g, 'threading.Lock'],
  [/Awaitable\[(None|Page\[T\])\]/g, '$1'],
  [/ Awaitable,/g, ''],
  [/Async(\w+)/g, '$1'],
];

/** A client without `async`, from the one with it, which is written by hand. */
export function withoutAsync(source: string): string {
  const modules = [
    ...(source.includes('asyncio.Lock') ? ['threading'] : []),
    ...(source.includes('asyncio.sleep') ? ['time'] : []),
  ];
  const imports = modules.map((name) => `import ${name}`).join('\n');
  const text = replacements.reduce((code, [pattern, by]) => code.replaceAll(pattern, by), source);
  return `# Written by \`npm run openapi\` from \`_async\`: do not edit.\n${text.replace('import asyncio', imports)}`;
}

/** The models of the PHP library, as files below `sdk/php/src/Model`. Pure. */
import type { Body, Field, Kind, Model, Query, Read, Type } from './models.ts';

/** More values would hide the rest. */
const valuesMax = 12;

/** @returns files by their names. */
export function writePhp(read: Read): Record<string, string> {
  const files = read.answers.map((model) => [`${model.name}.php`, model.name === 'Event' ? eventOf(model) : of(model)]);
  return { ...Object.fromEntries(files), 'EventData.php': eventDataOf(read), 'Requests.php': requestsOf(read) };
}

const head = (comment: readonly string[]): string =>
  `<?php\n\n// Written by \`npm run openapi\`: do not edit.\n\ndeclare(strict_types=1);\n\nnamespace Sluice\\Model;\n\n${docOf(comment, '')}`;

function of({ name, description, fields, constants }: Model): string {
  const ordered = [...fields.filter((one) => one.isRequired), ...fields.filter((one) => !one.isRequired)];
  const known = Object.entries(constants).map(([key, value]) => `'${key}' => ${literal(value)}`);
  const told = known.length === 0 ? '' : `    protected const CONSTANTS = [${known.join(', ')}];\n\n`;
  return `${head(description === '' ? [] : [description])}final class ${name} extends Model
{
${told}${docOf(
  ordered.flatMap((one) => paramOf(one)),
  '    ',
)}    public function __construct(
${ordered.map((one) => `        public readonly ${native(one)} $${one.name}${one.isRequired ? '' : ' = null'},\n`).join('')}    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
${ordered.map((one) => `            ${one.name}: ${reading(one)},\n`).join('')}        ))->of($json);
    }
}
`;
}

/** Its `data` is the object that its type is about. */
function eventOf(model: Model): string {
  return of(model)
    .replace('public readonly array $data', 'public readonly Model $data')
    .replace(
      "data: self::need($json, 'data')",
      "data: EventData::of(self::need($json, 'type'), self::need($json, 'data'))",
    )
    .replace(/@param array<string, mixed> \$data/, '@param Model $data');
}

function eventDataOf({ events }: Read): string {
  const rows = Object.entries(events).map(([type, name]) => `        '${type}' => ${name}::class,\n`);
  return `${head(['The object in the `data` of each type of event.'])}final class EventData
{
    /** @var array<string, class-string<Model>> */
    public const CLASSES = [
${rows.join('')}    ];

    /** @param array<string, mixed> $json */
    public static function of(string $type, array $json): Model
    {
        $class = self::CLASSES[$type] ?? Untyped::class;

        return $class::from($json);
    }
}
`;
}

/** The bodies and queries of requests, for static analysis and for editors, and where bodies have amounts. */
function requestsOf({ requests, bodies, queries }: Read): string {
  const shapes = [
    ...requests.map(({ name, fields }) => shapeOf(name, fields)),
    ...queries.map(({ name, fields }: Query) => shapeOf(name, fields)),
  ];
  const amounts = bodies
    .filter((one) => one.amounts.length > 0)
    .map(
      ({ operationId, amounts: paths }: Body) => `        '${operationId}' => [${paths.map(literal).join(', ')}],\n`,
    );
  return `${head(['What requests take. Amounts are strings, such as `12.50`.', '', ...shapes])}final class Requests
{
    /** @var array<string, list<string>> Where the body of an operation has amounts: \`*\` is every item. */
    public const AMOUNTS = [
${amounts.join('')}    ];
}
`;
}

const shapeOf = (name: string, fields: readonly Field[]): string =>
  `@phpstan-type ${name} array{${fields
    .map((one) => `${one.name}${one.isRequired ? '' : '?'}: ${documented(one.type)}`)
    .join(', ')}}`;

function paramOf(field: Field): string[] {
  const { name, type, isRequired, description } = field;
  const text = `${documented(type)}${isRequired || type.isNullable ? '' : '|null'}`;
  if (description === '' && !/[<'{]|numeric/.test(text)) return [];
  return [`@param ${text} $${name} ${description}`.trim()];
}

/** As a type hint. */
function native({ type, isRequired }: Field): string {
  const hint = hintOf(type);
  if (hint === 'mixed' || (isRequired && !type.isNullable)) return hint;
  return hint.includes('|') ? `${hint}|null` : `?${hint}`;
}

function hintOf(type: Type): string {
  if (type.kind === 'enum') return [...new Set(type.values.map(hintOfValue))].join('|');
  if (type.kind === 'union') return [...new Set(type.of.map(hintOf))].join('|');
  if (type.kind === 'object') return type.name;
  // PHP 8.1 has no type for null alone.
  return { ...scalars, null: 'mixed', list: 'array', map: 'array' }[type.kind];
}

const scalars = {
  string: 'string',
  integer: 'int',
  boolean: 'bool',
  null: 'null',
  any: 'mixed',
  decimal: 'string',
} as const;
const hintOfValue = (value: unknown): string =>
  typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'string';

/** As a comment says it, with what a type hint cannot. */
function documented(type: Type): string {
  const text = documentedKind(type);
  return type.isNullable && type.kind !== 'null' ? `${text}|null` : text;
}

function documentedKind(type: Kind): string {
  if (type.kind === 'enum') {
    return type.values.length > valuesMax ? hintOf({ ...type, isNullable: false }) : type.values.map(literal).join('|');
  }
  if (type.kind === 'decimal') return type.isText ? 'string' : 'numeric-string';
  if (type.kind === 'list') return `list<${documented(type.of)}>`;
  if (type.kind === 'map') return `array<string, ${documented(type.of)}>`;
  if (type.kind === 'union') return type.of.map((one) => documented(one)).join('|');
  if (type.kind === 'object') return type.name;
  return scalars[type.kind];
}

/** The expression that reads a field from the decoded object. */
function reading({ name, type, isRequired }: Field): string {
  const isOptional = !isRequired || type.isNullable || type.kind === 'null' || type.kind === 'any';
  const convert = converter(type);
  if (convert === undefined) return isOptional ? `$json['${name}'] ?? null` : `self::need($json, '${name}')`;
  if (isOptional) return `isset($json['${name}']) ? ${convert(`$json['${name}']`)} : null`;
  return convert(`self::need($json, '${name}')`);
}

/** @returns undefined where the decoded value is the value. */
function converter(type: Type): ((value: string) => string) | undefined {
  if (type.kind === 'decimal') return (value) => `self::amount(${value})`;
  if (type.kind === 'object') return (value) => `${type.name}::from(${value})`;
  if (type.kind !== 'list' && type.kind !== 'map') return undefined;
  const inner = converter(type.of);
  if (inner === undefined) return undefined;
  const each = type.of.kind === 'object' ? `${type.of.name}::from(...)` : `static fn ($one) => ${inner('$one')}`;
  return (value) => `array_map(${each}, ${value})`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value);
}

function docOf(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]?.replaceAll(/\s*\n\s*/g, ' ')} */\n`;
  const written = lines.map((line) =>
    `${indent} * ${line.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ')}`.trimEnd(),
  );
  return `${indent}/**\n${written.join('\n')}\n${indent} */\n`;
}

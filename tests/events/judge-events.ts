/**
 * Holds every event that a test database has been given against the catalog: its type is there, it stands in the log
 * of someone it is for, and its data is exactly what the catalog says, with nothing beside it. Which types were met, and
 * which actions in the audit log, is noted for the end of the run.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type pg from 'pg';
import { inject } from 'vitest';
import type { EventDeclarations } from '../../src/core/events/declare-events.ts';
import { catalog } from '../../src/features/event-catalog.ts';

const problemsMax = 10;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

type Event = { type: string; data: unknown; kind: string };

const ajv = new Ajv({ strict: false, formats: { 'date-time': instant } });
const validators = new Map<string, ValidateFunction>();

/** When an event of its type is first met: a file meets few of the types. */
function validatorOf(type: string, data: unknown): ValidateFunction {
  const validate = validators.get(type) ?? ajv.compile(closed(data) as object);
  validators.set(type, validate);
  return validate;
}

/** Closes a schema: its objects may have no other properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  return 'properties' in parts ? { ...parts, additionalProperties: false } : parts;
}

const entries: EventDeclarations = catalog;

/** @param event.kind of the holder whose log it stands in. @returns what is wrong; undefined when nothing is. */
export function judgeEvent({ type, data, kind }: Event): string | undefined {
  const entry = entries[type];
  if (entry === undefined) return `${type} is not in the catalog`;
  if (!(entry.to as readonly string[]).includes(kind === 'service' ? 'operator' : kind)) {
    return `${type} is not for a ${kind}`;
  }
  const validate = validatorOf(type, entry.data);
  if (validate(data)) return undefined;
  const [error] = validate.errors ?? [];
  return `${type}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}, of ${JSON.stringify(data)}`;
}

/** @returns what is wrong with the events of a database. */
export async function judgeEvents(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Event>(
    'select e.type, e.data, h.kind from events e join holders h on h.id = e.holder_id',
  );
  const audited = await pool.query<{ action: string }>('select distinct action from audit_log');
  const types = new Set(rows.map(({ type }) => type));
  const met = [...[...types].map((type) => `event ${type}`), ...audited.rows.map(({ action }) => `act ${action}`)];
  if (met.length > 0) appendFileSync(join(inject('events').directory, String(process.pid)), `${met.join('\n')}\n`);
  return [...new Set(rows.flatMap((event) => judgeEvent(event) ?? []))].slice(0, problemsMax);
}

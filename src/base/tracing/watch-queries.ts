/**
 * A span for every statement that is part of a trace, with its text and without its parameters. What the service asks by itself,
 * such as whether there is something to do, is no trace.
 */
import type pg from 'pg';
import type { Span, Tracer } from './tracer.ts';

const textLengthMax = 2_000;

type Query = (...args: unknown[]) => unknown;
type Done = (error: unknown, ...results: unknown[]) => void;

export function watchQueries(pool: pg.Pool, tracer: Tracer): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      if (tracer.current()?.isSampled !== true) return query(...args);
      return traced(query, args, spanOf(tracer, args[0]));
    }) as typeof client.query;
  });
}

function spanOf(tracer: Tracer, sent: unknown): Span {
  const text = typeof sent === 'string' ? sent : String((sent as { text?: unknown } | undefined)?.text ?? '');
  const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, textLengthMax);
  const operation = (/^\w+/.exec(statement)?.[0] ?? 'query').toUpperCase();
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': statement };
  return tracer.start(operation, { kind: 'client', attributes });
}

/** The driver takes a callback or returns a promise. */
function traced(query: Query, args: unknown[], span: Span): unknown {
  const last = args.at(-1);
  if (typeof last === 'function') {
    const done: Done = (error, ...results) => {
      end(span, error);
      (last as Done)(error, ...results);
    };
    return query(...args.slice(0, -1), done);
  }
  const result = query(...args);
  if (result instanceof Promise) {
    result.then(
      () => end(span, null),
      (error: unknown) => end(span, error),
    );
  } else span.end();
  return result;
}

function end(span: Span, error: unknown): void {
  if (error != null) {
    const { code, name } = error as { code?: string; name?: string };
    span.fail(code ?? name ?? 'unknown');
  }
  span.end();
}

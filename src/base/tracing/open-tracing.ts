/** Tracing as the settings say. Imported only where they say something. */
import { createTracer } from './create-tracer.ts';
import { createOtlpExporter, type ExporterOptions } from './otlp-exporter.ts';
import type { Tracing } from './tracer.ts';
import { watchQueries } from './watch-queries.ts';
import { watchRequests } from './watch-requests.ts';

type TracingSettings = Omit<ExporterOptions, 'onState'> & { ratio: number };

export function openTracing({ ratio, ...target }: TracingSettings, onState: ExporterOptions['onState']): Tracing {
  const tracer = createTracer(createOtlpExporter({ ...target, onState }), ratio);
  return {
    tracer,
    watchRequests: (app) => watchRequests(app, tracer),
    watchQueries: (pool) => watchQueries(pool, tracer),
  };
}

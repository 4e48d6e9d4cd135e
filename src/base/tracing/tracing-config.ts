/** Where traces go, by the variables of OpenTelemetry (docs/operating.md, "Traces"). */

type Problems = string[];
type Environment = Record<string, string | undefined>;

export type TracingConfig = {
  /** Where traces are sent to: OTLP over HTTP. */
  url: string;
  headers: Record<string, string>;
  /** What the traces are of: `service.name` among others. */
  resource: Record<string, string>;
  /** Share of the traces that start in this service and are recorded, 0 to 1. */
  ratio: number;
};

export function readTracing(env: Environment, problems: Problems): TracingConfig | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined;
  if (base === undefined || env.OTEL_SDK_DISABLED === 'true') return undefined;
  const url = URL.parse(base);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    problems.push(`OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318, not "${base}".`);
  }
  if (env.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc') {
    problems.push("OTEL_EXPORTER_OTLP_PROTOCOL can't be grpc: traces are sent over HTTP, mostly to port 4318.");
  }
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || '1');
  if (!(ratio >= 0 && ratio <= 1)) {
    problems.push(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}".`);
  }
  const named = readPairs(env, 'OTEL_RESOURCE_ATTRIBUTES', problems);
  const name = env.OTEL_SERVICE_NAME || named['service.name'] || 'sluice';
  return {
    url: `${base.replace(/\/+$/, '')}/v1/traces`,
    headers: readPairs(env, 'OTEL_EXPORTER_OTLP_HEADERS', problems),
    resource: { ...named, 'service.name': name },
    ratio,
  };
}

/** `key=value,key=value`, with values percent-encoded. They may be secrets. */
function readPairs(env: Environment, name: string, problems: Problems): Record<string, string> {
  const parts = (env[name] || '').split(',').filter((part) => part.trim() !== '');
  const pairs = parts.map((part) => /^\s*([^=\s]+)\s*=(.*)$/.exec(part));
  try {
    return Object.fromEntries(
      pairs.map((pair) => [(pair as string[])[1], decodeURIComponent((pair as string[])[2] ?? '').trim()]),
    );
  } catch {
    problems.push(`${name} must be a list such as key=value,other=value, with values percent-encoded.`);
    return {};
  }
}

/** Puts recorded examples into the OpenAPI document, in place of those made from schemas. Pure. */

/** A request that was sent to the operation, and what it was answered. */
export type RecordedExample = {
  request: { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  status: number;
  answer?: unknown;
};

type Content = Record<string, { example?: unknown; schema?: unknown }>;
type Operation = {
  parameters?: { in: string; name: string; example?: unknown; schema?: Record<string, unknown> }[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
};

/** Changes the operation. The answer of its other statuses stays as it is. */
export function printExample(operation: Operation, { request, status, answer }: RecordedExample): void {
  for (const parameter of operation.parameters ?? []) {
    const value = (parameter.in === 'path' ? request.path : request.query)?.[parameter.name];
    if (parameter.in === 'header' || value === undefined) continue;
    parameter.example = parameter.schema?.type === 'string' ? String(value) : value;
  }
  const body = operation.requestBody?.content['application/json'];
  if (body !== undefined && request.body !== undefined) body.example = request.body;
  const response = operation.responses?.[status];
  if (operation.responses === undefined || response?.content === undefined || answer === undefined) return;
  const type = typeof answer === 'string' ? 'text/csv' : 'application/json';
  const content = { ...response.content, [type]: { ...response.content[type], example: answer } };
  // The declared answers are shared with those that check them.
  operation.responses = { ...operation.responses, [status]: { ...response, content } };
}

/** Real requests over many kept-alive connections: for races, where `app.inject` would skip the sockets. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { sendAgainWhileBusy } from './send-again.ts';

export type HttpAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks at is for the test to say.
  json: any;
};

export type HttpClient = {
  /** Sends again while the service is too busy. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  close(): void;
};

/** @param headers sent with every request. */
export function createHttpClient(
  origin: string,
  options: { connections: number; headers: Record<string, string> },
): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections, maxFreeSockets: options.connections });
  const send = (path: string, text: string, headers: Record<string, string | number>): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request(`${origin}${path}`, { agent, method: 'POST', headers: { ...options.headers, ...headers } });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const received = Buffer.concat(parts).toString();
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: received,
            json: received === '' ? undefined : JSON.parse(received),
          });
        });
      });
      sent.end(text);
    });
  return {
    post(path, body, headers = {}) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const described = { ...type, 'content-length': Buffer.byteLength(text), ...headers };
      return sendAgainWhileBusy(
        () => send(path, text, described),
        (answer, name) => answer.headers[name],
      );
    },
    close: () => agent.destroy(),
  };
}

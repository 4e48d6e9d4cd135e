/** Bytes to a listening server and back, without a client that would mend them. */
import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * Sends the pieces and resolves with all answers once the server, or `until` answers, have ended the talk.
 * @param until how many answers to wait for before closing; the server may close sooner.
 */
export function talk(port: number, pieces: readonly (string | Buffer)[], until = 1): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let answers: RawAnswer[] = [];
    const finish = (): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on('data', (chunk: string) => {
      received += chunk;
      answers = readAnswers(received);
      if (answers.length >= until) finish();
    });
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed before it had read everything; what it said before counts.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish();
      else reject(error);
    });
  });
}

/** Whole answers only. Interim answers (100) are passed over. */
function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    rest = rest.slice(end + 4 + length);
    if (status >= 200) answers.push({ status, headers, body });
  }
}

/** A request as text: its length is counted, unless headers of its own say otherwise. */
export function request(line: string, headers: Record<string, string> = {}, body = ''): string {
  const all: Record<string, string> = { host: 'pay.test', ...headers };
  const names = Object.keys(all).map((name) => name.toLowerCase());
  if (body !== '' && !names.includes('content-length') && !names.includes('transfer-encoding')) {
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

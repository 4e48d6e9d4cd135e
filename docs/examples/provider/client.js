/** Calls Example Pay. Must never put a request, an answer or a key into an error. */

/** Sluice gives a call up after 100 s. */
const timeoutMs = 20_000;

/**
 * For an outcome that is unknown. Sluice logs the error's name, and nothing else of it.
 *
 * @type {(name: string) => never}
 */
export function fail(name) {
  throw Object.assign(new Error(name), { name });
}

/**
 * @typedef {{ status: 200 | 404 | 422, data: any }} Answer 404: there is no such object. 422: refused for good, as
 *   `data.code` says. Whatever else Example Pay answers is thrown.
 */

/** @type {(url: string, key: string) => (method: string, path: string, body?: object) => Promise<Answer>} */
export const createClient = (url, key) => async (method, path, body) => {
  const { status, text } = await send(new URL(`/v1/${path}`, url), {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status !== 200 && status !== 404 && status !== 422) return fail(`HTTP ${status}`);
  const data = JSON.parse(text);
  // A 404 of a proxy says nothing about a payment: only Example Pay's own has a code.
  return status === 200 || typeof data.code === 'string' ? { status, data } : fail(`HTTP ${status}`);
};

/** @type {(address: URL, options: RequestInit) => Promise<{ status: number, text: string }>} */
async function send(address, options) {
  try {
    const answer = await fetch(address, options);
    return { status: answer.status, text: await answer.text() };
  } catch {
    return fail('Unreachable');
  }
}

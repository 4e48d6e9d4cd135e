/**
 * Refusals that the person can lift: signing in again, passing the second factor again. A request refused so waits while
 * a dialog asks, and is then sent again. No screen has to know of it, and nothing that was typed is lost.
 */

/** Asks the person. @returns whether to send the refused requests again. */
type Remedy = () => Promise<boolean>;

const refusedStatuses = [401, 403];

const remedies = new Map<string, Remedy>();
const asking = new Map<string, Promise<boolean>>();
/** How often each refusal was lifted: tells requests sent before from those sent after. */
const lifted = new Map<string, number>();

/** @returns what takes the remedy back. */
export function offerRemedy(code: string, remedy: Remedy): () => void {
  remedies.set(code, remedy);
  return () => {
    if (remedies.get(code) === remedy) remedies.delete(code);
  };
}

/** Sends a request, and sends it again each time the person has lifted what it was refused for. */
export async function sendWithRemedies(request: Request): Promise<Response> {
  for (;;) {
    const before = new Map(lifted);
    const answer = await fetch(request.clone());
    const code = await refusalOf(answer);
    if (code === undefined || isSignOut(request)) return answer;
    const isLifted = lifted.get(code) !== before.get(code) || (await askOnce(code));
    if (!isLifted) return answer;
  }
}

async function refusalOf(answer: Response): Promise<string | undefined> {
  if (!refusedStatuses.includes(answer.status)) return undefined;
  const body: { error?: { code?: string } } = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return body.error?.code;
}

/** Whoever signs out and is signed out already has what they want. */
const isSignOut = ({ method, url }: Request): boolean =>
  method === 'DELETE' && new URL(url).pathname.endsWith('/session');

/** Requests refused for the same reason share one dialog. */
function askOnce(code: string): Promise<boolean> {
  const remedy = remedies.get(code);
  if (remedy === undefined) return Promise.resolve(false);
  const current = asking.get(code);
  if (current !== undefined) return current;
  const answered = remedy()
    .then((isLifted) => {
      if (isLifted) lifted.set(code, (lifted.get(code) ?? 0) + 1);
      return isLifted;
    })
    .finally(() => asking.delete(code));
  asking.set(code, answered);
  return answered;
}

/**
 * The idempotency keys of what people do. A key is kept until the service says that the act was done: over retries,
 * double clicks, forms that are closed and opened again, and a reload. A refusal does not end it, because it says
 * nothing of an earlier request whose answer was lost; and as the service stores no refusals, the key stays usable.
 */

/** `body`: what was sent last under the key, if this page sent it. `underway`: requests that have no answer yet. */
type Attempt = { key: string; body?: string; underway: number; isSent: boolean };

/** `isRepeat`: an earlier request under this key ended without saying that the act was done. */
export type Sent = { act: string; key: string; isRepeat: boolean };

/** Where the keys outlive the page. */
type Shelf = { read: () => string | null; write: (text: string) => void };

export class Attempts {
  readonly #shelf: Shelf;
  readonly #open = new Map<string, Attempt[]>();

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    for (const [act, keys] of keysOn(shelf)) {
      const attempts = keys.map((key) => ({ key, underway: 0, isSent: true }));
      this.#open.set(act, attempts);
    }
  }

  /** The key that the next request for this act will have, for a reference of the dashboard's own in its body. */
  keyOf(act: string): string {
    return (this.#unanswered(act) ?? this.#add(act)).key;
  }

  /**
   * Begins a request. The same content gets the same key. Other content gets it too while nobody knows what became of
   * the earlier request: if that was done, the service answers `idempotency_conflict` and does not do both.
   * @param act who does what, and to which object.
   */
  begin(act: string, body: string): Sent {
    const same = this.#open.get(act)?.find((one) => one.body === body);
    const attempt = same ?? this.#unanswered(act) ?? this.#add(act);
    const isRepeat = attempt.isSent && attempt.underway === 0;
    Object.assign(attempt, { body, underway: attempt.underway + 1, isSent: true });
    this.#keep();
    return { act, key: attempt.key, isRepeat };
  }

  /** Ends a request. @param isDone the act was done under this key, now or earlier. */
  end({ act, key }: Pick<Sent, 'act' | 'key'>, isDone: boolean): void {
    const attempts = this.#open.get(act) ?? [];
    const attempt = attempts.find((one) => one.key === key);
    if (attempt === undefined) return;
    attempt.underway -= 1;
    if (!isDone) return;
    const others = attempts.filter((one) => one !== attempt);
    if (others.length > 0) this.#open.set(act, others);
    else this.#open.delete(act);
    this.#keep();
  }

  #unanswered(act: string): Attempt | undefined {
    return this.#open.get(act)?.find(({ underway }) => underway === 0);
  }

  #add(act: string): Attempt {
    const attempt: Attempt = { key: crypto.randomUUID(), underway: 0, isSent: false };
    this.#open.set(act, [...(this.#open.get(act) ?? []), attempt]);
    return attempt;
  }

  #keep(): void {
    const sent = [...this.#open].map(([act, all]) => [act, all.filter((one) => one.isSent).map((one) => one.key)]);
    this.#shelf.write(JSON.stringify(Object.fromEntries(sent)));
  }
}

function keysOn(shelf: Shelf): [string, string[]][] {
  try {
    return Object.entries(JSON.parse(shelf.read() ?? '{}') as Record<string, string[]>);
  } catch {
    return [];
  }
}

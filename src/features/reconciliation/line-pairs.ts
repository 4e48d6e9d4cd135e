/**
 * Pairs of a new line and the stored one that it may be, held until it is known of which days the file repeats everything. As
 * columns of numbers: of 200,000 pairs they take 5 MiB, as objects they would take five times as much. Pure.
 */

/** What is done with it. `known`: an id proves it. `knownOnRepeatedDay`: it is, if the file repeats all of that day. */
const certainties = ['open', 'knownOnRepeatedDay', 'known'] as const;

export type LinePair = {
  /** Of the new line. */
  id: bigint;
  lineNumber: number;
  /** Of the stored line, and its day. */
  lineId: bigint;
  day: string;
  certainty: (typeof certainties)[number];
};

const columnsOf = (capacity: number) => ({
  ids: new BigInt64Array(capacity),
  lineIds: new BigInt64Array(capacity),
  lineNumbers: new Int32Array(capacity),
  days: new Int32Array(capacity),
  certainties: new Uint8Array(capacity),
});

export class LinePairs {
  #columns = columnsOf(1_024);
  #length = 0;
  /** Each day once, in the order in which it came. */
  readonly #days = new Map<string, number>();

  add({ id, lineNumber, lineId, day, certainty }: LinePair): void {
    if (this.#length === this.#columns.ids.length) this.#grow();
    const { ids, lineIds, lineNumbers, days, certainties: certain } = this.#columns;
    const at = this.#length++;
    const dayAt = this.#days.get(day) ?? this.#days.size;
    this.#days.set(day, dayAt);
    ids[at] = id;
    lineIds[at] = lineId;
    lineNumbers[at] = lineNumber;
    days[at] = dayAt;
    certain[at] = certainties.indexOf(certainty);
  }

  /** In the order in which they came, at most `size` at a time. */
  *chunks(size: number): Generator<LinePair[]> {
    const { ids, lineIds, lineNumbers, days, certainties: certain } = this.#columns;
    const names = [...this.#days.keys()];
    for (let start = 0; start < this.#length; start += size) {
      const length = Math.min(size, this.#length - start);
      yield Array.from({ length }, (_, index) => ({
        id: ids[start + index] as bigint,
        lineNumber: lineNumbers[start + index] as number,
        lineId: lineIds[start + index] as bigint,
        day: names[days[start + index] as number] as string,
        certainty: certainties[certain[start + index] as number] as LinePair['certainty'],
      }));
    }
  }

  #grow(): void {
    const before = this.#columns;
    const now = columnsOf(before.ids.length * 2);
    now.ids.set(before.ids);
    now.lineIds.set(before.lineIds);
    now.lineNumbers.set(before.lineNumbers);
    now.days.set(before.days);
    now.certainties.set(before.certainties);
    this.#columns = now;
  }
}

/** Lists, page by page. */

export type Page<Item> = { data: readonly Item[]; next_cursor: string | null };

/** Every object of a list: the next page is fetched when it is needed. */
export async function* itemsOf<Item>(
  pageAt: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next }: Page<Item> = await pageAt(cursor);
    yield* data;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

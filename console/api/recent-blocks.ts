/**
 * The blocks of a stream that a page has received lately: where it resumes, and what it can pass on to a page that
 * missed some.
 */

/** One block of `text/event-stream`: its event, if it has one, and the id to resume from. */
export interface Block {
  readonly id: string | null;
  readonly data: string | null;
}

/** Enough for the longest silence of a page that is still followed (shared-stream.ts), in a busy business. */
const MOST_BLOCKS = 1_000;

export class RecentBlocks {
  readonly #blocks: Block[] = [];
  readonly #ids = new Set<string>();
  #lastId: string | null = null;

  /** The id from which this page resumes; null before its first block. */
  get lastId(): string | null {
    return this.#lastId;
  }

  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const { id } = block;
      if (id === null) continue;
      this.#lastId = id;
      this.#ids.add(id);
      this.#blocks.push(block);
      const { id: oldest } = (this.#blocks.length > MOST_BLOCKS ? this.#blocks.shift() : null) ?? {
        id: null,
      };
      if (oldest !== null) this.#ids.delete(oldest);
    }
  }

  /** What a page missed that has received everything up to an id; null if that is not known. */
  since(id: string): readonly Block[] | null {
    const index = this.#blocks.findLastIndex((block) => block.id === id);
    return index === -1 ? null : this.#blocks.slice(index + 1);
  }

  /**
   * The new ones of blocks that follow `after` in their stream; null if others are missing before them. A stream
   * without a past (`after` is null) says by itself that pages must read everything again.
   */
  newOf(after: string | null, blocks: readonly Block[]): readonly Block[] | null {
    if (this.#lastId !== null && after !== null && !this.#ids.has(after)) return null;
    return blocks.filter(({ id }) => id === null || !this.#ids.has(id));
  }
}

/** The telephone line of a rehearsal: plays the agent's frames in order, and echoes the marks between them. */
import { FRAME_BYTES } from '../audio/frames.js';

/** From when a mark was reached until its echo arrives, ms. */
const MARK_MS = 40;

type Item = { readonly frame: Uint8Array } | { readonly mark: string };

export interface RehearsalLine {
  audio(payload: Uint8Array): void;
  mark(name: string): void;
  /** Discards what was not played; its marks are echoed at once, as carriers do. */
  clear(): void;
  /** The 20 ms until `nowMs`: the frame that is played, null for silence, and the marks whose echo arrives. */
  play(nowMs: number): { readonly frame: Uint8Array | null; readonly marks: readonly string[] };
}

export const createLine = (): RehearsalLine => {
  let queue: Item[] = [];
  let cleared: string[] = [];
  let echoes: { readonly atMs: number; readonly mark: string }[] = [];
  return {
    audio: (payload) => {
      for (let at = 0; at < payload.length; at += FRAME_BYTES)
        queue.push({ frame: payload.subarray(at, at + FRAME_BYTES) });
    },
    mark: (name) => void queue.push({ mark: name }),
    clear: () => {
      cleared.push(...queue.flatMap((item) => ('mark' in item ? [item.mark] : [])));
      queue = [];
    },
    play: (nowMs) => {
      let head = queue.shift();
      for (; head !== undefined && 'mark' in head; head = queue.shift())
        echoes.push({ atMs: nowMs + MARK_MS, mark: head.mark });
      const due = echoes.filter(({ atMs }) => atMs <= nowMs).map(({ mark }) => mark);
      echoes = echoes.filter(({ atMs }) => atMs > nowMs);
      const marks = [...cleared, ...due];
      cleared = [];
      return { frame: head?.frame ?? null, marks };
    },
  };
};

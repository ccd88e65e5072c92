/**
 * The body of a request as uWebSockets delivers it. The reader attaches in the turn of the request, or later if the pieces are
 * held until then.
 */
import type { HttpResponse } from 'uWebSockets.js';
import type { BodyShare } from './body-budget.js';

/** Takes one piece; uWebSockets reclaims its memory after the call. */
type BodyReader = (piece: ArrayBuffer, isLast: boolean) => void;

/** The held part of a body. */
export interface HeldBody {
  /** False when the budget could not hold it: the request must be refused. */
  isWhole(): boolean;
  /** Discards the held pieces and all that follow, unless a reader is attached, and releases the memory. Idempotent. */
  release(): void;
}

/** The body of a request. */
export interface BodyPieces {
  /** Attaches the reader. Must be called before the first await of a request, or pieces are lost unless they are held. */
  read(reader: BodyReader): void;
  /**
   * Holds what arrived with the head and reads no more from the socket until `read` is called. Must be called before the first
   * await of a request.
   */
  hold(share: BodyShare): HeldBody;
}

interface Piece {
  readonly bytes: ArrayBuffer;
  readonly isLast: boolean;
}

/** `isGone`: whether the response must not be touched any more. */
export const bodyPieces = (res: HttpResponse, isGone: () => boolean): BodyPieces => {
  /** Null: nothing is held. */
  let held: Piece[] | null = null;
  let isWhole = true;
  let sink: BodyReader = () => undefined;

  const resume = (reader: BodyReader): void => {
    const pieces = held ?? [];
    held = null;
    sink = reader;
    // Resume first: the reader may pause the socket again.
    if (!isGone()) res.resume();
    for (const { bytes, isLast } of pieces) sink(bytes, isLast);
  };

  return {
    read: (reader) => {
      if (held === null) res.onData(reader);
      else resume(reader);
    },
    hold: (share) => {
      const pieces: Piece[] = [];
      held = pieces;
      sink = (piece, isLast) => {
        if (isWhole && share.reserve(piece.byteLength)) pieces.push({ bytes: piece.slice(0), isLast });
        else isWhole = false;
      };
      res.onData((piece, isLast) => sink(piece, isLast));
      res.pause();
      return {
        isWhole: () => isWhole,
        release: () => {
          share.release();
          if (held !== null) resume(() => undefined);
        },
      };
    },
  };
};

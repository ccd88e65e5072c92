/**
 * The body of a request as uWebSockets hands it over: to a reader that comes within the turn of the request, or that comes
 * later and has the pieces held until then.
 */
import type { HttpResponse } from 'uWebSockets.js';
import type { BodyShare } from './body-budget.js';

/** Takes one piece; its memory is taken back after the call. */
type BodyReader = (piece: ArrayBuffer, isLast: boolean) => void;

/** What is held of a body. */
export interface HeldBody {
  /** False where the memory that is set aside did not take it: the request has to be refused. */
  isWhole(): boolean;
  /** Drops what is held, and all that follows, where no reader has come. The memory is given back. Idempotent. */
  release(): void;
}

/** The body of a request. */
export interface BodyPieces {
  /** Must be called before the first await of a request, else pieces are lost, unless they are held. */
  read(reader: BodyReader): void;
  /**
   * Holds what has come with the head, and takes no more from the socket, until `read` is called. Must be called before the
   * first await of a request.
   */
  hold(share: BodyShare): HeldBody;
}

interface Piece {
  readonly bytes: ArrayBuffer;
  readonly isLast: boolean;
}

/** `gone`: whether the response must not be touched any more. */
export const bodyPieces = (res: HttpResponse, gone: () => boolean): BodyPieces => {
  /** Null: nothing is held. */
  let held: Piece[] | null = null;
  let isWhole = true;
  let sink: BodyReader = () => undefined;

  const goOn = (reader: BodyReader): void => {
    const pieces = held ?? [];
    held = null;
    sink = reader;
    // First: the reader may pause the socket again.
    if (!gone()) res.resume();
    for (const { bytes, isLast } of pieces) sink(bytes, isLast);
  };

  return {
    read: (reader) => {
      if (held === null) res.onData(reader);
      else goOn(reader);
    },
    hold: (share) => {
      const pieces: Piece[] = [];
      held = pieces;
      sink = (piece, isLast) => {
        if (isWhole && share.take(piece.byteLength)) pieces.push({ bytes: piece.slice(0), isLast });
        else isWhole = false;
      };
      res.onData((piece, isLast) => sink(piece, isLast));
      res.pause();
      return {
        isWhole: () => isWhole,
        release: () => {
          share.leave();
          if (held !== null) goOn(() => undefined);
        },
      };
    },
  };
};

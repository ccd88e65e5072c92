/** A request whose client may leave at any time. */
import type { HttpResponse } from 'uWebSockets.js';
import { type BodyPieces, bodyPieces } from './body-pieces.js';

/** The client left before its request was complete, so there is no client to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A response whose client may leave at any time. */
export interface Connection {
  readonly res: HttpResponse;
  /** The request's body, piece by piece. */
  readonly body: BodyPieces;
  /** The request was a HEAD: the answer has no body. */
  readonly headOnly: boolean;
  /** Clients reach the service over https. */
  readonly isHttps: boolean;
  readonly isGone: () => boolean;
  /** Runs once when the client leaves, or immediately if it has left. */
  readonly onGone: (listener: () => void) => void;
  /** Ends the connection with the answer, because the rest of the request is not read. */
  readonly stopReading: () => void;
  readonly isReading: () => boolean;
}

/** Tracks the response of a request. Must be called in the turn in which the request arrived. */
export const track = (res: HttpResponse, { headOnly = false, isHttps = false } = {}): Connection => {
  let hasAborted = false;
  let stillReading = true;
  const listeners: (() => void)[] = [];
  res.onAborted(() => {
    hasAborted = true;
    for (const listener of listeners) listener();
  });
  return {
    res,
    body: bodyPieces(res, () => hasAborted),
    headOnly,
    isHttps,
    isGone: () => hasAborted,
    onGone: (listener) => {
      if (hasAborted) listener();
      else listeners.push(listener);
    },
    stopReading: () => {
      stillReading = false;
    },
    isReading: () => stillReading,
  };
};

/** The face of the media floor towards whoever holds the carriers' sockets. */

/** A carrier's socket, as the media floor sees it. */
export interface MediaSocket {
  /** A text message; bytes are UTF-8, and copied. False when the socket is gone or its buffer is full. */
  send(message: string | Uint8Array): boolean;
  /** What is sent while `work` runs leaves as one write. */
  cork(work: () => void): void;
  close(code: number, reason: string): void;
  bufferedBytes(): number;
}

/** What a socket's owner tells about it. */
export interface MediaConnection {
  /** A text message, as UTF-8 bytes that are lent for the call. */
  onText(message: Uint8Array): void;
  onBinary(bytes: number): void;
  onClose(code: number): void;
}

/** A token that was found good: which call its socket may speak for. */
export interface MediaAdmission {
  readonly carrier: string;
  readonly businessId: string;
  readonly callId: string;
}

export interface MediaHost {
  /**
   * What the token and this process alone can tell, at once: an upgrade cannot wait (gateway/media-sockets.ts).
   * @throws DomainError media_token_invalid, media_token_in_use; not_ready while calls are to go to another node
   */
  admit(carrier: string, token: string): MediaAdmission;
  /**
   * Takes a socket that was admitted. Closed with 1008 later on: the call is not live, or another node holds a live
   * socket of it.
   */
  open(admission: MediaAdmission, socket: MediaSocket): MediaConnection;
  /** Live sessions, for metrics. */
  sessions(): number;
  /**
   * Closes the sockets of carriers, once the books of their sessions are closed, so that carriers open them at another node.
   * Resolves when all of it is committed.
   */
  handOver(): Promise<void>;
  /** Hands everything over, commits what is owed, and admits no socket any more; idempotent. */
  drain(): Promise<void>;
}

/** The interface of the media layer to the owner of the carriers' sockets. */

/** A carrier's socket, as the media layer sees it. */
export interface MediaSocket {
  /** Sends a text message; bytes are UTF-8, and copied. False if the socket is gone or its buffer is full. */
  send(message: string | Uint8Array): boolean;
  /** Everything sent while `work` runs leaves as one write. */
  cork(work: () => void): void;
  close(code: number, reason: string): void;
  bufferedBytes(): number;
}

/** Events of a socket, reported by its owner. */
export interface MediaConnection {
  /** A text message, as UTF-8 bytes that are valid only during the call. */
  onText(message: Uint8Array): void;
  onBinary(bytes: number): void;
  onClose(code: number): void;
}

/** A verified token: which call its socket may serve. */
export interface MediaAdmission {
  readonly carrier: string;
  readonly businessId: string;
  readonly callId: string;
}

export interface MediaHost {
  /**
   * Checks at once what the token and this process alone can show: an upgrade cannot wait (gateway/sockets/media.ts).
   * @throws DomainError media_token_invalid, media_token_in_use; not_ready while calls move to another node
   */
  admit(carrier: string, token: string): MediaAdmission;
  /**
   * Takes an admitted socket. It is closed with 1008 later on if the call is not live, or if another node holds a live
   * socket of it.
   */
  open(admission: MediaAdmission, socket: MediaSocket): MediaConnection;
  /** Live sessions, for metrics. */
  sessions(): number;
  /**
   * Closes the sockets of carriers and finalises the transcripts of their sessions, so that carriers open new sockets at
   * another node. Resolves when everything is committed.
   */
  handOver(): Promise<void>;
  /** Hands everything over, commits what is pending, and admits no socket any more; idempotent. */
  drain(): Promise<void>;
}

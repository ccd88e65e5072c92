/** A person's voice and hearing, which the network gets from outside: it knows no synthesiser and no recogniser. */

export interface PersonSenses {
  /** How many voices there are. */
  readonly voices: number;
  /** A sentence in one of the voices, from 0: µ-law, 8,000 Hz. */
  speak(text: string, voice: number): Promise<Uint8Array>;
  /** Listens to one call; `onHeard` receives the words of each stretch of speech, empty if they were not understood. */
  listen(onHeard: (words: string) => void): Ear;
}

export interface Ear {
  /** µ-law, 8,000 Hz, without gaps. */
  hear(mulaw: Uint8Array): void;
  /** Nothing more is heard. */
  close(): void;
}

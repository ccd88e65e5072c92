/** The customer's utterances on one connection to OpenAI Realtime: their times and words, in the order of speech. */

import { confidenceOf, type Fields, numberAt, objectsAt, textAt } from '../../speech/recognisers/messages.js';
import { createItems } from '../../speech/recognisers/openai/items.js';
import type { RealtimeEvent } from '../realtime-engine.js';
import { PADDING_MS, SILENCE_MS } from './client-events.js';

/** All times, in arguments and events, are ms of the audio that was sent on the connection. */
export class Utterances {
  readonly #items = createItems();
  readonly #transcriptMs: number;
  /** When each utterance that still awaits its transcript was complete. */
  readonly #completeAt = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  #speaking: string | null = null;

  constructor(transcriptMs: number) {
    this.#transcriptMs = transcriptMs;
  }

  /** Start of the oldest utterance without a transcript; null if there is none. */
  oldestMs(): number | null {
    return this.#starts.size === 0 ? null : Math.min(...this.#starts.values());
  }

  speaking(): boolean {
    return this.#speaking !== null;
  }

  pending(): number {
    return this.#items.pending();
  }

  /** `sentMs`: audio sent so far. @throws Error if the message violates the protocol */
  read(fields: Fields, sentMs: number, now: number): readonly RealtimeEvent[] {
    const id = textAt(fields, 'item_id');
    switch (fields.type) {
      case 'input_audio_buffer.speech_started':
        return this.#began(id, (numberAt(fields, 'audio_start_ms') ?? sentMs) + PADDING_MS, sentMs);
      case 'input_audio_buffer.speech_stopped':
        this.#ended(id, (numberAt(fields, 'audio_end_ms') ?? sentMs) - SILENCE_MS);
        return [];
      case 'input_audio_buffer.committed':
        return this.#complete(id, sentMs, now);
      case 'conversation.item.input_audio_transcription.delta':
        return this.#toRealtime(this.#items.guessed(id, textAt(fields, 'delta'), sentMs));
      case 'conversation.item.input_audio_transcription.completed':
        return this.#words(
          id,
          textAt(fields, 'transcript'),
          confidenceOf(objectsAt(fields, 'logprobs')),
          sentMs,
        );
      case 'conversation.item.input_audio_transcription.failed':
        return this.#words(id, '', 0, sentMs);
      default:
        return [];
    }
  }

  /** Completes utterances whose transcript is overdue, with an empty one. */
  overdue(sentMs: number, now: number): readonly RealtimeEvent[] {
    const late = [...this.#completeAt].filter(([, at]) => now >= at + this.#transcriptMs);
    return late.flatMap(([id]) => this.#words(id, '', 0, sentMs));
  }

  wakeAt(): number | null {
    const [first] = this.#completeAt.values();
    return first === undefined ? null : first + this.#transcriptMs;
  }

  #began(id: string, startMs: number, sentMs: number): readonly RealtimeEvent[] {
    const at = Math.min(startMs, sentMs);
    this.#items.started(id, at);
    this.#starts.set(id, at);
    this.#speaking = id;
    return [{ type: 'speech', startMs: at }];
  }

  #ended(id: string, endMs: number): void {
    this.#ends.set(id, Math.max(endMs, this.#starts.get(id) ?? 0));
    if (this.#speaking === id) this.#speaking = null;
  }

  #complete(id: string, sentMs: number, now: number): readonly RealtimeEvent[] {
    if (this.#completeAt.has(id)) return [];
    // Parley committed this one, so the server may not have reported its start or end.
    if (!this.#starts.has(id)) this.#began(id, this.#items.endedMs(), sentMs);
    if (!this.#ends.has(id)) this.#ended(id, sentMs);
    const startMs = this.#starts.get(id) ?? sentMs;
    const endMs = this.#ends.get(id) ?? sentMs;
    this.#items.ended(id, endMs);
    this.#completeAt.set(id, now);
    return [{ type: 'spoken', startMs, endMs }];
  }

  #words(id: string, text: string, confidence: number, sentMs: number): readonly RealtimeEvent[] {
    this.#completeAt.delete(id);
    this.#starts.delete(id);
    this.#ends.delete(id);
    return this.#toRealtime(this.#items.done(id, text, confidence, sentMs));
  }

  #toRealtime(events: ReturnType<ReturnType<typeof createItems>['done']>): readonly RealtimeEvent[] {
    return events.flatMap((event): readonly RealtimeEvent[] => {
      if (event.type === 'partial') return [event];
      if (event.type !== 'final') return [];
      const { text, startMs, endMs, confidence } = event;
      // Only silence ended it, so it need not be the end of what the customer wants to say.
      return [{ type: 'final', text, startMs, endMs, confidence, endOfUtterance: false }];
    });
  }
}

/**
 * One call's stream of OpenAI Realtime. Connections, replay and deadlines are in ../../streams/reconnecting-stream.ts, the
 * exchange on a connection in dialogue.ts, the socket in ../realtime-socket.ts.
 *
 * T1. Requests on a lost connection fail, once, before the loss is reported; no request is repeated.
 * T2. Audio is kept until its utterance has a transcript; silence, until the server has reacted to later audio.
 */
import { socketAddress } from '../../speech/recognisers/addresses.js';
import { ReconnectingStream } from '../../streams/reconnecting-stream.js';
import { failureOfCloseCode, type StreamFailure } from '../../streams/stream-failure.js';
import type {
  LinkClock,
  StreamConnection,
  StreamProtocol,
  StreamStep,
} from '../../streams/stream-protocol.js';
import type { RealtimeLimits } from '../limits.js';
import type { RealtimeEvent, RealtimeTask } from '../realtime-engine.js';
import type { EngineCommand, StreamInput, StreamMachine, StreamOutput } from '../realtime-socket.js';
import { PADDING_MS } from './client-events.js';
import { Dialogue } from './dialogue.js';

export interface StreamSettings {
  readonly model: string;
  readonly voice: string;
  readonly key: string;
  /** Base address without a trailing slash. */
  readonly address: string;
  /** BCP 47 */
  readonly language: string;
}

/** Two frames: half the messages, but the end of speech is sent 20 ms later. */
const MESSAGE_BYTES = 320;
/** Until the stream is prepared; it does not connect before. */
const NO_TASK: RealtimeTask = { instructions: '', tools: [] };

/** Not reusable: one instance a stream. */
export class OpenaiStream implements StreamMachine {
  readonly #settings: StreamSettings;
  readonly #limits: RealtimeLimits;
  readonly #stream: ReconnectingStream<RealtimeEvent>;
  #task = NO_TASK;
  /** The dialogue of the next connection until that is ready, then of the current one. */
  #dialogue: Dialogue;

  constructor(settings: StreamSettings, limits: RealtimeLimits) {
    this.#settings = settings;
    this.#limits = limits;
    this.#dialogue = this.#createDialogue();
    this.#stream = new ReconnectingStream(this.#protocol(), limits);
  }

  feed(input: StreamInput, now: number, queued: number): readonly StreamOutput[] {
    switch (input.type) {
      case 'prepare':
        if (this.#task !== NO_TASK) return [];
        this.#task = input.task;
        return this.#stream.feed({ type: 'start' }, now, queued);
      case 'converse':
      case 'say':
      case 'respond':
      case 'cancel':
      case 'heard':
        this.#command(input, now);
        return this.#stream.feed({ type: 'tick' }, now, queued);
      default:
        return this.#stream.feed(input, now, queued);
    }
  }

  wakeAt(): number | null {
    return this.#stream.wakeAt();
  }

  unheard(): Uint8Array {
    return this.#stream.unconfirmed();
  }

  #createDialogue(): Dialogue {
    const { voice, language } = this.#settings;
    return new Dialogue({ task: () => this.#task, voice, language, limits: this.#limits });
  }

  #command(command: Exclude<EngineCommand, { readonly type: 'prepare' }>, now: number): void {
    switch (command.type) {
      case 'converse':
        return this.#dialogue.converse(command.messages);
      case 'say':
        return this.#dialogue.say(command.id, command.text);
      case 'respond':
        return this.#dialogue.respond(command.request);
      case 'cancel':
        return this.#dialogue.cancel(command.response, now);
      case 'heard':
        return this.#dialogue.heard(command.response, command.playedMs);
    }
  }

  #protocol(): StreamProtocol<RealtimeEvent> {
    const { model, key, address } = this.#settings;
    return {
      name: `openai:${model}`,
      messageBytes: MESSAGE_BYTES,
      shortMessages: true,
      keepAlive: null,
      goodbye: null,
      progress: 'ready',
      address: () => ({
        url: socketAddress(address, '/realtime', new URLSearchParams({ model })),
        headers: { authorization: `Bearer ${key}` },
      }),
      open: (clock) => connectionOf(this.#dialogue, clock, this.#limits),
      closed: failureOfCloseCode,
      lost: (failure, willRetry) => this.#lost(failure, willRetry),
    };
  }

  /** T1 */
  #lost({ kind, detail }: StreamFailure, willRetry: boolean): readonly RealtimeEvent[] {
    const broken = this.#dialogue.broken(`${kind} (${detail})`);
    if (!willRetry) return broken;
    this.#dialogue = this.#createDialogue();
    return [...broken, { type: 'lost' }];
  }
}

const connectionOf = (
  dialogue: Dialogue,
  clock: LinkClock,
  { quietKeptMs }: RealtimeLimits,
): StreamConnection<RealtimeEvent> => {
  const { utterances } = dialogue;
  let isFinishing = false;
  /** Audio sent when the last message arrived, ms. */
  let sentThenMs = 0;
  const stepOf = (step: Partial<StreamStep<RealtimeEvent>>): StreamStep<RealtimeEvent> => ({
    events: (step.events ?? []).map((event) => onStream(event, clock)),
    messages: step.messages ?? [],
    failure: step.failure ?? null,
  });
  return {
    opening: () => JSON.stringify(dialogue.opening()),
    isReady: () => dialogue.ready,
    read: (message, now) => {
      sentThenMs = clock.sentMs();
      return stepOf(dialogue.read(message, sentThenMs, now));
    },
    due: (now) =>
      stepOf({
        events: dialogue.overdue(clock.sentMs(), now),
        messages: dialogue.take(now).map((message) => JSON.stringify(message)),
      }),
    wakeAt: () => dialogue.wakeAt(),
    audio: (mulaw) =>
      JSON.stringify({
        type: 'input_audio_buffer.append',
        audio: Buffer.from(mulaw.buffer, mulaw.byteOffset, mulaw.length).toString('base64'),
      }),
    finish: () => {
      isFinishing = true;
      // Silence is not committed, because a model transcribes words from it.
      return utterances.speaking() ? [JSON.stringify({ type: 'input_audio_buffer.commit' })] : [];
    },
    isFlushed: () => isFinishing && !utterances.speaking() && utterances.pending() === 0,
    confirmedMs: () => 0,
    // T2
    neededFromMs: () => {
      const oldestMs = utterances.oldestMs() ?? Number.POSITIVE_INFINITY;
      return Math.min(clock.streamMs(oldestMs - PADDING_MS), clock.streamMs(sentThenMs) - quietKeptMs);
    },
  };
};

/** The event with its times on the stream's clock. */
const onStream = (event: RealtimeEvent, clock: LinkClock): RealtimeEvent => {
  if (event.type === 'speech') return { ...event, startMs: clock.streamMs(event.startMs) };
  if (event.type !== 'spoken' && event.type !== 'partial' && event.type !== 'final') return event;
  const startMs = clock.streamMs(event.startMs);
  return { ...event, startMs, endMs: Math.max(startMs, clock.streamMs(event.endMs)) };
};

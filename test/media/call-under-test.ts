/**
 * The media of one call with everything around it made by hand: a journal that can stall, providers that answer at
 * once, a recogniser that hears what the test says, a socket that is a list. Time moves when the test says so.
 */
import { pino } from 'pino';
import type { CallAnswer, CallCommand } from '../../actors/call/commands.js';
import type { CallEvent } from '../../actors/call/events.js';
import { call } from '../../actors/call/index.js';
import { type CallMedia, createCallMedia } from '../../media/call-media.js';
import type { MediaConnection } from '../../media/media-host.js';
import type { Tick } from '../../media/pacing-clock.js';
import { twilioDialect } from '../../providers/carriers/twilio/media-dialect.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import type { RecordingStore } from '../../providers/recordings/recording-store.js';
import type { RecognitionEvent } from '../../providers/speech/recogniser.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { DomainError } from '../../schemas/errors.js';
import { fold } from '../support/fold.js';

const CALL_ID = 'c1';
export const MS_PER_CHARACTER = 60;
export const GREETING = 'Hello there, how can I help?';

interface LogLine {
  readonly event: string;
  readonly what?: string;
  readonly err?: { readonly message: string };
}

export interface CallUnderTest {
  readonly commands: CallCommand[];
  readonly events: readonly CallEvent[];
  readonly writtenMs: () => number;
  /** Media for the call as a node would make it after `before`. */
  media(before?: CallMedia): CallMedia;
  /**
   * A socket of the carrier that plays what it gets in real time and echoes marks. `elsewhere`: what other nodes say
   * of a socket of theirs, by default that they have none.
   */
  connect(media: CallMedia, elsewhere?: Promise<boolean>): CarrierSocket;
  /** Lets so much time pass, with a tick every 20 ms. */
  pass(ms: number): Promise<void>;
  /** Commits wait until {@link flow}. */
  stall(): void;
  flow(): void;
  /** The journal knows nothing of the call any more. */
  forget(): void;
  /** The call is told something by others than its media. */
  command(command: CallCommand): void;
  /** The recogniser of the latest session tells this. */
  tell(event: RecognitionEvent): void;
  /** What the recogniser brings when it is told that no more audio comes. */
  lastWords: RecognitionEvent | null;
  /** The next recogniser that is opened throws. */
  breakNext: boolean;
  /** What the next session speaks with. */
  synthesiser: Synthesiser;
  /** What the next session thinks with. */
  model: LanguageModel;
  /** ms since the epoch, and of the monotonic clock. */
  readonly now: () => number;
  /** When each piece of the customer's audio lies in the recording, ms. */
  readonly recordedAt: readonly number[];
  /** Warnings, and what is worse. */
  readonly logged: readonly LogLine[];
}

export interface CarrierSocket {
  readonly connection: MediaConnection;
  readonly closed: () => number | null;
  /** 20 ms of the customer's audio, sent now. */
  audio(timestampMs: number): void;
  stop(): void;
  drop(): void;
  /** Its peer is gone without a farewell: it brings nothing by itself any more, and stays open. */
  vanish(): void;
  /** Frames of audio that came from us. */
  frames(): number;
}

/** Says everything at once, {@link MS_PER_CHARACTER} each. */
export const promptSynthesiser: Synthesiser = {
  name: 'by hand',
  voices: [],
  close: async () => undefined,
  synthesise: async function* ({ text }) {
    yield { pcm: new Int16Array(text.length * MS_PER_CHARACTER * 8).fill(1_000) };
  },
};

export const promptModel: LanguageModel = {
  name: 'by hand',
  respond: async function* () {
    yield { type: 'text', text: 'We are open every day from noon to midnight.' };
  },
};

export const noRecordings: RecordingStore = {
  openTracks: async () => ({ write: () => undefined, close: async () => undefined }),
  finish: async () => null,
  open: async () => null,
};

/** A call of an agent with {@link GREETING} whose phone rings. */
export const ringingCall = (callId: string) => {
  const actor = fold(call, callId);
  actor.tell(
    {
      type: 'start',
      agent: {
        agentId: 'g1',
        name: 'Ann',
        instructions: 'Help.',
        greeting: GREETING,
        languageCode: 'en',
        voiceSettings: {},
        knowledgeSourceIds: [],
      },
      callee: {
        contactId: null,
        contactName: null,
        destination: '+14155550123',
        values: {},
        callData: {},
      },
      campaign: null,
      carrier: 'twilio',
      line: 'leased',
      reservedBlocks: 1,
      startBy: 1_000,
    },
    0,
  );
  actor.tell({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 10);
  return actor;
};

export const callUnderTest = (): CallUnderTest => {
  const actor = ringingCall(CALL_ID);

  let now = 1_000;
  let ids = 0;
  let gate: Promise<void> = Promise.resolve();
  let open: () => void = () => undefined;
  let onEvent: ((event: RecognitionEvent) => void) | null = null;
  let writtenMs = 0;
  let forgotten = false;
  const ticks = new Set<Tick>();
  const sockets = new Set<{ play(): void }>();
  const commands: CallCommand[] = [];
  const logged: LogLine[] = [];
  const recordedAt: number[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  const one: CallUnderTest = {
    commands,
    events: actor.events,
    writtenMs: () => writtenMs,
    lastWords: null,
    breakNext: false,
    synthesiser: promptSynthesiser,
    model: promptModel,
    logged,
    recordedAt,
    now: () => now,
    stall: () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    flow: () => open(),
    forget: () => {
      forgotten = true;
    },
    command: (command) => void actor.tell(command, now),
    tell: (event) => onEvent?.(event),
    media: (before) =>
      createCallMedia({
        businessId: 'b1',
        callId: CALL_ID,
        dialect: twilioDialect,
        defaultVoiceId: 'v1',
        sessionLog: null,
        knowledge: () => [],
        providers: {
          recognisers: [
            {
              name: 'by hand',
              open: (_request, listener) => {
                if (one.breakNext) throw new Error('a fault that nobody foresaw');
                onEvent = listener;
                return {
                  write: (pcm) => {
                    writtenMs += pcm.length / 8;
                  },
                  finish: async () => {
                    if (one.lastWords !== null) listener(one.lastWords);
                  },
                  close: () => undefined,
                };
              },
              close: async () => undefined,
            },
          ],
          synthesisers: [one.synthesiser],
          models: [one.model],
          voiceDetector: null,
          phrasesOf: () => [],
        },
        recordings: {
          ...noRecordings,
          openTracks: async () => ({
            write: (track, atMs) => {
              if (track === 'customer') recordedAt.push(atMs);
            },
            close: async () => undefined,
          }),
        },
        clock: {
          add: (tick) => {
            ticks.add(tick);
            return () => ticks.delete(tick);
          },
          stop: () => undefined,
        },
        ask: async (command): Promise<CallAnswer> => {
          await gate;
          if (forgotten) throw new DomainError('call_not_found');
          if (command.type === 'status') return call.answer(actor.state, command);
          commands.push(command);
          actor.tell(command, now);
          return call.answer(actor.state, command);
        },
        newId: () => {
          ids += 1;
          return `identity${ids}`;
        },
        now: () => now,
        wallClock: () => now,
        observe: () => undefined,
        logger: pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) }),
        before: before?.ended ?? null,
      }),
    connect: (media, elsewhere = Promise.resolve(false)) => {
      let queue: ('frame' | { readonly mark: string })[] = [];
      let frames = 0;
      let closedWith: number | null = null;
      const say = (message: object) =>
        connection.onText(JSON.stringify({ sequenceNumber: '1', streamSid: 'MZ1', ...message }));
      const gone = (code: number): void => {
        if (closedWith !== null) return;
        closedWith = code;
        sockets.delete(player);
        connection.onClose(code);
      };
      const connection = media.connect(
        {
          send: (text) => {
            const message: { event: string; mark?: { name: string } } = JSON.parse(text);
            if (message.event === 'media') {
              queue.push('frame');
              frames += 1;
            } else if (message.event === 'clear') queue = [];
            else if (message.mark !== undefined) queue.push({ mark: message.mark.name });
            return true;
          },
          close: gone,
          bufferedBytes: () => 0,
        },
        elsewhere,
      );
      const player = {
        play: () => {
          let head = queue.shift();
          while (head !== undefined && head !== 'frame') {
            say({ event: 'mark', mark: { name: head.mark } });
            head = queue.shift();
          }
        },
      };
      sockets.add(player);
      say({
        event: 'start',
        start: {
          accountSid: 'AC1',
          streamSid: 'MZ1',
          callSid: 'CA1',
          tracks: ['inbound'],
          customParameters: {},
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        },
      });
      return {
        connection,
        closed: () => closedWith,
        audio: (timestampMs) =>
          say({
            event: 'media',
            media: {
              track: 'inbound',
              chunk: '1',
              timestamp: String(timestampMs),
              payload: Buffer.alloc(160, 0xff).toString('base64'),
            },
          }),
        stop: () => say({ event: 'stop', stop: { accountSid: 'AC1', callSid: 'CA1' } }),
        drop: () => gone(1006),
        vanish: () => sockets.delete(player),
        frames: () => frames,
      };
    },
    pass: async (ms) => {
      for (const until = now + ms; now < until; ) {
        await settle();
        now += 20;
        for (const socket of [...sockets]) socket.play();
        for (const tick of [...ticks]) tick(now);
      }
      await settle();
    },
  };
  return one;
};

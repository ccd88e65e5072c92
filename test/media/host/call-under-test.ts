/**
 * The media of one call among test doubles: a journal that can stall, providers that answer at once, a recogniser that
 * emits the events of the test, and a carrier socket in memory. The test advances the clock.
 */

import { pino } from 'pino';
import type { CallCommand } from '../../../actors/call/commands.js';
import type { CallEvent } from '../../../actors/call/events.js';
import { call } from '../../../actors/call/index.js';
import { attachedMedia, callEnd } from '../../../actors/call/queries.js';
import type { CallOfMedia } from '../../../media/call-of-media.js';
import { createWrittenPhrases } from '../../../media/driver/written-phrases.js';
import { type CallMedia, createCallMedia } from '../../../media/host/call-media.js';
import type { MediaConnection } from '../../../media/media-host.js';
import type { ToolsOfCalls } from '../../../media/tools.js';
import { twilioDialect } from '../../../providers/carriers/twilio/media-dialect.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import type { RecordingStore } from '../../../providers/recordings/recording-store.js';
import { pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import type { Recogniser, RecognitionEvent } from '../../../providers/speech/recogniser.js';
import type { Synthesiser } from '../../../providers/speech/synthesiser.js';
import { DomainError } from '../../../schemas/errors.js';
import { noCallLines, noLines } from '../../../testkit/stubs/no-lines.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import { sameProviders } from '../../../testkit/stubs/same-providers.js';
import { noRecordings, noVoices } from '../../../testkit/stubs/silent-media.js';
import { type Folded, fold } from '../../support/actors/fold.js';
import { createManualClock, numberedIds } from '../audio/manual-clock.js';
import { markMessage, mediaMessage, startMessage, stopMessage } from './twilio-messages.js';

const CALL_ID = 'c1';
/** Length of the speech of {@link promptSynthesiser}. */
export const MS_PER_CHARACTER = 60;
/** Greeting of the agent. */
export const GREETING = 'Hello there, how can I help?';

interface LogLine {
  readonly event: string;
  readonly what?: string;
  readonly err?: { readonly message: string };
}

/** The media of one call, and the controls of its surroundings. */
export interface CallUnderTest {
  readonly commands: CallCommand[];
  readonly events: readonly CallEvent[];
  readonly writtenMs: () => number;
  /** Creates media for the call, as a node would after the media `before`. */
  media(before?: CallMedia): CallMedia;
  /**
   * Opens a carrier socket that plays audio in real time and echoes marks. `elsewhere`: whether another node holds a
   * live socket of the call; by default none does.
   */
  connect(media: CallMedia, elsewhere?: Promise<boolean>): CarrierSocket;
  /** Advances time by `ms`, with a tick every 20 ms. */
  pass(ms: number): Promise<void>;
  /** Blocks commits until {@link flow}. */
  stall(): void;
  flow(): void;
  /** Makes the journal forget the call. */
  forget(): void;
  /** Sends the call a command that does not come from its media. */
  command(command: CallCommand): void;
  /** Emits an event of the latest session's recogniser. */
  emit(event: RecognitionEvent): void;
  /** Event that the recogniser emits once its audio has ended. */
  lastWords: RecognitionEvent | null;
  /** Reported outcomes of disclosures. */
  readonly disclosures: string[];
  /** Makes the next recogniser throw when it is opened. */
  breakNext: boolean;
  /** Synthesiser of the next session. */
  synthesiser: Synthesiser;
  /** Model of the next session. */
  model: LanguageModel;
  /** Tools of its agent. */
  tools: ToolsOfCalls;
  /** The time, ms; it serves as the wall clock and as the monotonic clock. */
  readonly now: () => number;
  /** Position of each piece of the customer's audio in the recording, ms. */
  readonly recordedAt: readonly number[];
  /** Log lines of level `warn` and above. */
  readonly logged: readonly LogLine[];
}

/** The carrier's end of a media socket. */
interface CarrierSocket {
  readonly connection: MediaConnection;
  readonly closed: () => number | null;
  /** 20 ms of the customer's audio, sent now. */
  audio(timestampMs: number): void;
  stop(): void;
  drop(): void;
  /** Its peer disappears without closing it: the socket stays open, but plays and echoes nothing more. */
  vanish(): void;
  /** Audio frames received from the session. */
  frames(): number;
}

/** Delivers all audio at once, {@link MS_PER_CHARACTER} per character. */
export const promptSynthesiser: Synthesiser = {
  name: 'by hand',
  voices: [],
  close: async () => undefined,
  synthesise: async function* ({ text }) {
    yield { mulaw: new Uint8Array(text.length * MS_PER_CHARACTER * 8).fill(pcmToMulaw(1_000)) };
  },
};

/** Always answers the same. */
export const promptModel: LanguageModel = {
  name: 'by hand',
  respond: async function* () {
    yield { type: 'text', text: 'We are open every day from noon to midnight.' };
  },
};

/** Makes the phone of a new call ring. Its agent greets with {@link GREETING}, after `disclosure` if there is one. */
export const ring = (
  actor: Pick<Folded<unknown, CallCommand, unknown>, 'apply'>,
  disclosure?: string,
): void => {
  actor.apply(
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
        ...(disclosure === undefined ? {} : { disclosure }),
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
  actor.apply({ type: 'clear_result', result: { outcome: 'cleared', at: 0, rules: [] } }, 5);
  actor.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 10);
};

/** A call whose phone rings. */
const ringingCall = (callId: string, disclosure?: string) => {
  const actor = fold(call, callId);
  ring(actor, disclosure);
  return actor;
};

/** A socket and its playback. */
interface PlayingSocket {
  readonly socket: CarrierSocket;
  /** Plays 20 ms: echoes the marks before the next frame, and removes that frame. */
  play(): void;
  /** Whether it still plays. */
  isThere(): boolean;
}

const openSocket = (media: CallMedia, elsewhere: Promise<boolean>): PlayingSocket => {
  let queue: ('frame' | { readonly mark: string })[] = [];
  let frames = 0;
  let closedWith: number | null = null;
  let isThere = true;
  const gone = (code: number): void => {
    if (closedWith !== null) return;
    closedWith = code;
    isThere = false;
    connection.onClose(code);
  };
  const connection = media.connect(
    {
      send: (sent) => {
        const message: { event: string; mark?: { name: string } } = JSON.parse(Buffer.from(sent).toString());
        if (message.event === 'media') {
          queue.push('frame');
          frames += 1;
        } else if (message.event === 'clear') queue = [];
        else if (message.mark !== undefined) queue.push({ mark: message.mark.name });
        return true;
      },
      cork: (work) => work(),
      close: gone,
      bufferedBytes: () => 0,
    },
    elsewhere,
  );
  connection.onText(startMessage());
  return {
    isThere: () => isThere,
    play: () => {
      let head = queue.shift();
      while (head !== undefined && head !== 'frame') {
        connection.onText(markMessage(head.mark));
        head = queue.shift();
      }
    },
    socket: {
      connection,
      closed: () => closedWith,
      audio: (timestampMs) => connection.onText(mediaMessage(timestampMs)),
      stop: () => connection.onText(stopMessage()),
      drop: () => gone(1006),
      vanish: () => {
        isThere = false;
      },
      frames: () => frames,
    },
  };
};

/** Commits the call's commands. It can stall, and forget the call. */
const createJournal = (actor: ReturnType<typeof ringingCall>, now: () => number) => {
  let gate: Promise<void> = Promise.resolve();
  let open: () => void = () => undefined;
  let isForgotten = false;
  const commands: CallCommand[] = [];
  const write = async (command: CallCommand): Promise<void> => {
    await gate;
    if (isForgotten) throw new DomainError('call_not_found');
    commands.push(command);
    actor.apply(command, now());
  };
  return {
    commands,
    endpoint: {
      attach: async (attachmentId, carrierCallId) => {
        await write({ type: 'attach_media', attachmentId, carrierCallId });
        return attachedMedia(actor.state);
      },
      send: async (command) => {
        await write(command);
        return callEnd(actor.state);
      },
      get: async () => {
        await gate;
        return isForgotten ? null : call.queries(actor.state).get();
      },
    } satisfies CallOfMedia,
    stall: (): void => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    flow: (): void => open(),
    forget: (): void => {
      isForgotten = true;
    },
  };
};

/** A recogniser whose events come from the test: `onOpen` receives the session's listener. */
const manualRecogniser = (
  onOpen: (listener: (event: RecognitionEvent) => void) => void,
  onWrite: (ms: number) => void,
  underTest: Pick<CallUnderTest, 'breakNext' | 'lastWords'>,
): Recogniser => ({
  name: 'by hand',
  open: (_request, listener) => {
    if (underTest.breakNext) throw new Error('unexpected fault');
    onOpen(listener);
    return {
      write: (mulaw) => onWrite(mulaw.length / 8),
      finish: async () => {
        if (underTest.lastWords !== null) listener(underTest.lastWords);
      },
      close: () => undefined,
    };
  },
  close: async () => undefined,
});

/** Stores nothing; `onCustomer` receives the position of each piece of the customer's audio, ms. */
const observedRecordings = (onCustomer: (atMs: number) => void): RecordingStore => ({
  ...noRecordings,
  openTracks: async () => ({
    write: (track, atMs) => {
      if (track === 'customer') onCustomer(atMs);
    },
    close: async () => undefined,
  }),
});

/** The media of a ringing call, before any socket has connected. */
export const callUnderTest = (disclosure?: string): CallUnderTest => {
  const actor = ringingCall(CALL_ID, disclosure);
  const clock = createManualClock(1_000);
  const newId = numberedIds();
  const { commands, endpoint, stall, flow, forget } = createJournal(actor, clock.now);
  let onEvent: ((event: RecognitionEvent) => void) | null = null;
  let writtenMs = 0;
  const sockets = new Set<PlayingSocket>();
  const logged: LogLine[] = [];
  const recordedAt: number[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  const underTest: CallUnderTest = {
    commands,
    events: actor.events,
    writtenMs: () => writtenMs,
    lastWords: null,
    disclosures: [],
    breakNext: false,
    synthesiser: promptSynthesiser,
    model: promptModel,
    tools: noTools,
    logged,
    recordedAt,
    now: clock.now,
    stall,
    flow,
    forget,
    command: (command) => void actor.apply(command, clock.now()),
    emit: (event) => onEvent?.(event),
    media: (before) =>
      createCallMedia({
        openLines: noLines,
        callLines: noCallLines,
        writtenPhrases: createWrittenPhrases(clock.now),
        businessId: 'b1',
        callId: CALL_ID,
        dialect: twilioDialect,
        sessionLog: null,
        preemptive: null,
        disclosures: (outcome) => void underTest.disclosures.push(outcome),
        knowledge: async () => [],
        tools: underTest.tools,
        providersOf: sameProviders(
          {
            recognisers: [recogniser],
            synthesisers: [underTest.synthesiser],
            models: [underTest.model],
            engines: [],
            timeZone: 'UTC',
            voiceDetector: null,
            phrasesOf: () => [],
          },
          'v1',
        ),
        recordings: observedRecordings((atMs) => void recordedAt.push(atMs)),
        clock: clock.pacing,
        voices: noVoices,
        call: endpoint,
        newId,
        now: clock.now,
        wallClock: clock.now,
        observe: () => undefined,
        logger: pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) }),
        before: before?.ended ?? null,
      }),
    connect: (media, elsewhere = Promise.resolve(false)) => {
      const playing = openSocket(media, elsewhere);
      sockets.add(playing);
      return playing.socket;
    },
    pass: async (ms) => {
      for (const until = clock.now() + ms; clock.now() < until; ) {
        await settle();
        clock.advance();
        for (const playing of [...sockets]) if (playing.isThere()) playing.play();
        clock.tick();
      }
      await settle();
    },
  };
  const recogniser = manualRecogniser(
    (listener) => {
      onEvent = listener;
    },
    (ms) => {
      writtenMs += ms;
    },
    underTest,
  );
  return underTest;
};

/**
 * A whole call around a media session, in simulated time. Customer, recogniser, model, synthesiser and carrier act by a
 * script, and each keeps its own record of what really happened. Nothing here reads the state of the session.
 */
import { msOf } from '../../../../media/audio/frames.js';
import type { SessionBrief, SessionOutput } from '../../../../media/session/io.js';
import { sessionSettings } from '../../../../media/settings.js';
import {
  ASIDES,
  BROKEN_OFF,
  type ChatMessage,
  wordsOrKeys,
} from '../../../../providers/llm/language-model.js';
import { assertNever } from '../../../../schemas/assert.js';
import { textMessages } from '../../../support/prompts/text-messages.js';
import type { Account, ModelRequest } from './account.js';
import { agentWords } from './agent-words.js';
import { createLine, type Line } from './line.js';
import { createModel } from './model.js';
import { NEVER } from './moments.js';
import { createPhone, type Phone } from './phone.js';
import { createRecogniser } from './recogniser.js';
import { silenceOf } from './spoken-code.js';
import { createStage, type Stage } from './stage.js';
import { createSynthesiser } from './synthesiser.js';
import type { Step, World } from './world.js';

/** The words of the phrases are all different, and about as long as usual words. */
const NUDGE = agentWords('nudge', 3, '?');
const CLOSING = agentWords('close', 4, '.');
const APOLOGY = agentWords('sorry', 3, '.');
const FILLER = agentWords('wait', 2, '.');

/** Deadline of a tool, shorter than the default: a call has many tool uses. */
const TOOL_MS = 8_000;

const briefOf = (world: World): SessionBrief => ({
  attachmentId: 'attached0',
  instructions: 'Help.',
  greeting: agentWords('greet', world.greetingWords, ''),
  language: 'en',
  settings: { ...sessionSettings(world.voice, world.preemptive), toolMs: TOOL_MS },
  phrases: {
    nudge: NUDGE,
    closing: CLOSING,
    apology: APOLOGY,
    filler: FILLER,
    stillWorking: FILLER,
    notUnderstood: APOLOGY,
  },
  resumed: false,
  turns: [],
  toolUses: [],
  isBack: false,
  voicemail: { type: 'hang_up' },
  epochMs: 1_000_000,
  backgroundNoise: null,
  confirmsVoice: false,
  providers: world.providers,
});

/** How long a call may take to end in silence, including noise, stalls, apologies, nudges and receipts. */
const END_WITHIN_MS = 40_000;
/** How long a reply may wait for tools: up to six rounds, and another request may start meanwhile. */
const TOOLS_MS = 6 * TOOL_MS;

/** Whether the model continues an answer that broke off. */
const isBrokenOff = (message: ChatMessage): boolean =>
  message.role === 'user' && message.content === BROKEN_OFF;

/** Tool uses are identified by how long they run. */
const msOfTool = (args: Readonly<Record<string, unknown>>): number => Number(args.ms);

/** Notes a command: what the session records, or requests, for the call. */
const noteCommand = (stage: Stage, { command }: Extract<SessionOutput, { type: 'command' }>): void => {
  const { notes, log } = stage;
  const moment = { step: stage.step(), atMs: stage.now() };
  if (command.type === 'record_turn') {
    const { turn } = command;
    log(
      `     <- TURN ${turn.speaker}: "${turn.text}" ${turn.audioOffsetMs}-${turn.audioEndOffsetMs} ${turn.heard}${turn.interrupted ? ' interrupted' : ''}`,
    );
    notes.turns.push({ ...moment, turn });
  } else if (command.type === 'note') {
    log(`     <- note ${command.note.code}`);
    if (command.note.code === 'receipts_missing') notes.missingNotes.push(moment);
  } else if (command.type === 'begin_tool') {
    notes.tools.push({ ...moment, what: 'written', id: command.use.id, ms: msOfTool(command.use.arguments) });
  } else if (command.type === 'end_tool') {
    notes.tools.push({ ...moment, what: 'ended', id: command.id, ms: null });
  } else if (command.type === 'hang_up') {
    log(`     <- HANG UP ${command.by} ${command.reason}`);
    notes.hangUps.push(moment);
  }
};

/** The parties of a call. */
interface Cast {
  readonly stage: Stage;
  readonly line: Line;
  readonly phone: Phone;
}

const createCast = (world: World, watch: boolean): Cast => {
  const stage = createStage(briefOf(world), watch, (output) => carryOut(output));
  const { notes, log } = stage;
  const line = createLine(world.line, {
    at: stage.at,
    deliver: (mark) => {
      if (stage.closedStep() !== NEVER) return;
      if (mark.deliveredStep === NEVER) {
        mark.deliveredStep = stage.step() + 1;
        mark.deliveredAt = stage.now();
      }
      stage.feed({ type: 'mark', name: mark.name });
    },
  });
  const model = createModel(stage, world.models);
  const synthesiser = createSynthesiser(stage, world.speech);
  const recogniser = createRecogniser(stage);
  const phone = createPhone(stage, line, recogniser);

  /** The pending preemptive request, and the number of the reply to it. */
  let kept: {
    readonly request: Omit<ModelRequest, 'step' | 'atMs' | 'turns'>;
    readonly reply: number;
  } | null = null;

  const carryOut = (output: SessionOutput): void => {
    const [now, step] = [stage.now(), stage.step()];
    switch (output.type) {
      case 'send_audio':
        if (phone.isConnected()) line.audio(now, step, output.payload, output.utterance);
        return;
      case 'send_mark':
        if (phone.isConnected()) line.mark(now, output.name);
        return;
      case 'send_clear':
        log('     <- clear');
        if (phone.isConnected()) line.clear(now, step);
        notes.cuts.push({ step, atMs: now });
        return;
      case 'recognise':
        return recogniser.take(msOf(output.payload.length));
      case 'open_recogniser':
        log('     <- open recogniser');
        return recogniser.open();
      case 'respond': {
        const { generation, model: number, messages, early = false } = output;
        log(`     <- respond g${generation} of ${number}${early ? ', early' : ''}`);
        const request = {
          receivedAt: now,
          receivedStep: step,
          isContinuation: messages.at(-1)?.role === 'tools' || messages.some(isBrokenOff),
          messages: textMessages(messages)
            .filter(({ content }) => !ASIDES.has(content))
            .map(({ role, content }) => ({ role, content: wordsOrKeys(content) })),
        };
        const reply = model.respond(generation);
        if (early) kept = { request, reply };
        else notes.requests.push({ ...request, step, atMs: now, turns: notes.turns.length });
        return;
      }
      case 'preemptive':
        log(`     <- preemptive ${output.what}`);
        if (output.what === 'begun' || kept === null) return;
        // A preemptive request counts from its use: its messages have to be true then.
        if (output.what === 'used')
          notes.requests.push({ ...kept.request, step, atMs: now, turns: notes.turns.length });
        else notes.discarded.add(kept.reply);
        kept = null;
        return;
      case 'use_tool': {
        const ms = msOfTool(output.arguments);
        log(`     <- use tool ${output.use}, ${ms} ms`);
        notes.tools.push({ step, atMs: now, what: 'used', id: output.use, ms });
        return stage.at(now + ms, () =>
          stage.feed({ type: 'tool_done', use: output.use, outcome: 'done', result: 'Done.' }),
        );
      }
      case 'cancel_response':
        log(`     <- cancel response g${output.generation}`);
        return model.cancel(output.generation);
      case 'synthesise':
        log(`     <- synthesise ${output.utterance} by ${output.synthesiser} "${output.text}"`);
        return synthesiser.synthesise(output.utterance, output.text);
      case 'cancel_synthesis':
        log(`     <- cancel synthesis ${output.utterance}`);
        return synthesiser.cancel(output.utterance);
      case 'command':
        return noteCommand(stage, output);
      default:
        return;
    }
  };
  return { stage, line, phone };
};

/** Feeds an input that was never requested, or that comes much too late. */
const stray = ({ stage, line }: Cast, what: Extract<Step, { type: 'stray' }>['what']): void => {
  switch (what) {
    case 'mark':
      return stage.feed({ type: 'mark', name: 'unknown:0:400' });
    case 'future_mark': {
      const [id = 'x', generation = '0'] = line.marks.at(-1)?.name.split(':') ?? [];
      return stage.feed({ type: 'mark', name: `${id}:${generation}:999999` });
    }
    case 'model':
      return stage.feed({ type: 'model_text', generation: 999, text: `${agentWords('stale', 2, '.')} ` });
    case 'speech':
      return stage.feed({
        type: 'speech_audio',
        utterance: 'attacheu99',
        payload: silenceOf(100),
        words: [],
      });
    default:
      return assertNever(what);
  }
};

/** The stream dies, its loss is noticed, and it returns if the session still waits for it. */
const drop = ({ stage, line, phone }: Cast, { unnoticedMs, ms }: Extract<Step, { type: 'drop' }>): void => {
  if (!phone.isConnected()) return;
  line.vanish(stage.now());
  phone.pass(unnoticedMs, 'quiet');
  if (stage.hasEnded()) return;
  phone.disconnect();
  phone.pass(ms, 'quiet');
  if (stage.hasEnded()) return;
  if (ms > stage.brief.settings.reconnectMs) phone.close(0);
  else phone.connect();
};

/** Performs a step; `wordsOf` returns words that were not said before. */
const perform = (cast: Cast, step: Step, wordsOf: (count: number) => readonly string[]): void => {
  const { stage, line, phone } = cast;
  stage.log(`== ${JSON.stringify(step)}`);
  switch (step.type) {
    case 'pass':
      return phone.pass(step.ms, step.sound);
    case 'talk': {
      const { ms, lagMs, endOfUtterance, partial, likely } = step;
      const partialMs = partial ? Math.min(240, ms) : null;
      return phone.talk({ ms, words: wordsOf(step.words), lagMs, endOfUtterance, partialMs, likely });
    }
    case 'listen_sound':
      return phone.talk({
        ms: 160,
        words: ['mm', 'hm'],
        lagMs: step.lagMs,
        endOfUtterance: true,
        partialMs: null,
        likely: 'no',
      });
    case 'dtmf':
      return stage.feed({ type: 'dtmf', digit: '5' });
    case 'drop':
      return drop(cast, step);
    case 'take_over':
      line.close(stage.now(), stage.step() + 1);
      return phone.connect();
    case 'hold_echoes':
      return line.holdEchoes(stage.now() + step.ms, step.lost);
    case 'recogniser_fails':
      return stage.feed({ type: 'recognised', event: { type: 'failed', reason: 'gone' } });
    case 'stand_still':
      return phone.standStill(step.ms);
    case 'stray':
      return stray(cast, step.what);
    default:
      return assertNever(step);
  }
};

/** Ends the call from outside, or waits for its end; returns the time by which it should have ended, or null. */
const finish = ({ stage, phone }: Cast, { finish: ending, models }: World): number | null => {
  stage.log(`== ${JSON.stringify(ending)}`);
  if (ending.type !== 'wait') {
    if (ending.type === 'hang_up') phone.disconnect();
    phone.close(ending.lagMs);
    return null;
  }
  const { disconnectAfterMs, maxDurationMs } = stage.brief.settings;
  const toolsMs = models.some(({ tools }) => tools.length > 0) ? TOOLS_MS : 0;
  const now = stage.now();
  const dueAt = Math.min(now + disconnectAfterMs, Math.max(now, maxDurationMs)) + END_WITHIN_MS + toolsMs;
  phone.pass(dueAt - now, ending.sound);
  return dueAt;
};

/** After a hang-up the carrier closes the stream; then the session is closed. */
const afterHangUp = ({ stage, phone }: Cast): void => {
  if (stage.closedStep() !== NEVER) return;
  phone.pass(300, 'quiet', () => false);
  phone.disconnect();
  phone.close(300);
};

/** Words of the customer, each used once in a call. */
const createVocabulary = (): ((count: number) => readonly string[]) => {
  let spoken = 0;
  return (count) => {
    if (count > 0) spoken += 1;
    return Array.from({ length: count }, (_, index) => `cust${spoken}w${index + 1}`);
  };
};

/** Plays the whole call. `watch` keeps a readable timeline. */
export const playCall = (world: World, watch = false): Account => {
  const cast = createCast(world, watch);
  const { stage, line, phone } = cast;
  const wordsOf = createVocabulary();
  let endDueAt: number | null = null;
  let error: unknown = null;
  try {
    phone.connect();
    for (const step of world.steps) if (!stage.hasEnded()) perform(cast, step, wordsOf);
    if (!stage.hasEnded()) endDueAt = finish(cast, world);
    if (stage.notes.hangUps.length > 0) afterHangUp(cast);
    // A tick long after the end has no effect.
    if (stage.closedStep() !== NEVER) {
      stage.leap(5_000);
      stage.feed({ type: 'tick', dueMs: stage.now() });
    }
  } catch (thrown) {
    error = thrown;
  }
  const { brief, notes } = stage;
  return { ...notes, world, brief, line, endDueAt, closedStep: stage.closedStep(), error };
};

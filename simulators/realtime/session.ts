/** One simulated session of OpenAI Realtime (docs/reference/protocols/realtime.md): its messages, its hearing, and its responses. */
import type { WebSocket } from 'ws';
import { isRecord } from '../support/json.js';
import { createWordDetector, type Hearing, type WordDetector } from '../support/word-detector.js';
import { type ConversationItems, createConversation, Refused } from './conversation.js';
import { callId, callItem, stepsOf } from './response.js';
import type { ConnectionFault, EngineScript, Reply } from './world.js';

/** As Connection in world.ts, while it is open. */
export interface OpenConnection {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly messages: Readonly<Record<string, unknown>>[];
  readonly audio: Uint8Array[];
  readonly complaints: string[];
  items: ConversationItems;
  open: boolean;
}

type Message = Readonly<Record<string, unknown>>;

const PADDING_MS = 300;
const SECRET = 'simulated: the key secret-of-the-provider';
const MEGABYTES = 2 * 1_024 * 1_024;
const RUBBISH: Readonly<Record<'text' | 'list' | 'huge', string>> = {
  text: 'service is restarting, key secret-of-the-provider {',
  list: '[{"type":"response.done"}]',
  huge: JSON.stringify({ type: 'response.done', transcript: 'x'.repeat(MEGABYTES) }),
};
/** Interval between two pieces of audio, ms: twenty times as fast as playback. */
const PIECE_EVERY_MS = 5;

/** The value at a path of names in JSON; undefined if there is none. */
const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((inner: unknown, name) => (isRecord(inner) ? inner[name] : undefined), value);

interface ActiveResponse {
  readonly id: string;
  readonly item: string;
  timer: NodeJS.Timeout | null;
}

/** `next`: the content of the next response. */
export const openSession = (
  client: WebSocket,
  connection: OpenConnection,
  script: EngineScript,
  fault: ConnectionFault,
  next: () => Reply,
): void => new Session(client, connection, script, fault, next).begin();

class Session {
  readonly #client: WebSocket;
  readonly #connection: OpenConnection;
  readonly #wanted: EngineScript;
  readonly #fault: ConnectionFault;
  readonly #next: () => Reply;
  readonly #items = createConversation();
  #ear: WordDetector | null = null;
  #events = 0;
  #utterance = 0;
  #responses = 0;
  #speaking: ActiveResponse | null = null;
  #speaks = false;
  readonly #silent: boolean;

  constructor(
    client: WebSocket,
    connection: OpenConnection,
    script: EngineScript,
    fault: ConnectionFault,
    next: () => Reply,
  ) {
    this.#client = client;
    this.#connection = connection;
    this.#wanted = script;
    this.#fault = fault;
    this.#next = next;
    this.#silent = fault.type === 'stall';
    connection.items = this.#items;
  }

  begin(): void {
    const client = this.#client;
    this.#say({ type: 'session.created', session: { type: 'realtime', id: 'simulated' } });
    client.on('message', (data: Buffer, binary) => this.#take(data, binary));
    client.on('ping', (data) => {
      if (this.#fault.type !== 'stall') client.pong(data);
    });
    client.on('error', () => undefined);
    client.on('close', () => {
      this.#connection.open = false;
      clearTimeout(this.#speaking?.timer ?? undefined);
    });
  }

  #say(message: Message): void {
    this.#events += 1;
    if (!this.#silent) this.#client.send(JSON.stringify({ event_id: `event_${this.#events}`, ...message }));
  }

  #error(code: string, eventId: unknown, type = 'invalid_request_error'): void {
    this.#connection.complaints.push(code);
    this.#say({ type: 'error', error: { type, code, message: SECRET, event_id: eventId ?? null } });
  }

  #take(data: Buffer, binary: boolean): void {
    const message: unknown = binary ? null : JSON.parse(data.toString('utf8'));
    if (!isRecord(message)) return this.#error('invalid_event', null);
    if (message.type === 'input_audio_buffer.append') return this.#hear(message);
    this.#connection.messages.push(message);
    try {
      this.#do(message);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#error(error.message, message.event_id);
    }
  }

  #do(message: Message): void {
    switch (message.type) {
      case 'session.update':
        return this.#update(message);
      case 'input_audio_buffer.commit':
        return this.#commit();
      case 'conversation.item.create':
        return this.#create(message);
      case 'conversation.item.delete':
        this.#items.remove(String(message.item_id));
        return this.#say({ type: 'conversation.item.deleted', item_id: message.item_id });
      case 'conversation.item.truncate':
        this.#items.truncate(String(message.item_id), Number(message.audio_end_ms));
        return this.#say({ ...message, type: 'conversation.item.truncated' });
      case 'response.create':
        return this.#respond(message);
      case 'response.cancel':
        return this.#cancel(message);
      default:
        throw new Refused('unknown_event');
    }
  }

  #update(message: Message): void {
    const { session } = message;
    const [input, output] = [at(session, 'audio', 'input'), at(session, 'audio', 'output')];
    const isMulaw =
      at(input, 'format', 'type') === 'audio/pcmu' && at(output, 'format', 'type') === 'audio/pcmu';
    const turns = at(input, 'turn_detection');
    const isOurs = at(turns, 'create_response') === false && at(turns, 'interrupt_response') === false;
    const silenceMs = at(turns, 'silence_duration_ms');
    const isRealtime = at(session, 'type') === 'realtime';
    if (this.#fault.type === 'refused' || !isRealtime || !isMulaw || !isOurs || typeof silenceMs !== 'number')
      throw new Refused('invalid_value');
    this.#ear ??= createWordDetector(this.#wanted.words, silenceMs);
    this.#say({ type: 'session.updated', session });
  }

  #hear(message: Message): void {
    const ear = this.#ear;
    if (ear === null) return this.#error('session_not_ready', message.event_id);
    const mulaw = Buffer.from(String(message.audio), 'base64');
    this.#connection.audio.push(Uint8Array.from(mulaw));
    for (const hearing of ear.hear(mulaw)) this.#heard(hearing, false);
    if (this.#fault.type === 'cut' && ear.heardMs() >= this.#fault.afterMs) this.#client.terminate();
  }

  #heard(hearing: Hearing, committed: boolean): void {
    const item = `item_${this.#utterance}`;
    if (hearing.type === 'speech') {
      this.#speaks = true;
      const audio_start_ms = Math.max(0, Math.round(hearing.startMs - PADDING_MS));
      this.#say({ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id: item });
    }
    if (hearing.type !== 'end') return;
    this.#speaks = false;
    this.#utterance += 1;
    if (!committed)
      this.#say({
        type: 'input_audio_buffer.speech_stopped',
        audio_end_ms: Math.round(hearing.atMs),
        item_id: item,
      });
    const text = hearing.words.map((word) => word.text).join(' ');
    const ms = Math.round(hearing.atMs - (hearing.words[0]?.startMs ?? 0));
    const before = this.#items.add({ id: item, type: 'message', role: 'user', callId: '', text, ms }, null);
    this.#say({ type: 'input_audio_buffer.committed', item_id: item, previous_item_id: before });
    this.#added(item, 'message', before);
    this.#transcribe(
      item,
      hearing.words.map((word) => word.text),
    );
  }

  #transcribe(item: string, words: readonly string[]): void {
    const { wordsMs = 60 } = this.#wanted;
    if (wordsMs === null) return;
    const ids = { item_id: item, content_index: 0 };
    const name = 'conversation.item.input_audio_transcription';
    setTimeout(() => {
      if (!this.#connection.open) return;
      for (const [index, word] of words.entries())
        this.#say({ type: `${name}.delta`, delta: index === 0 ? word : ` ${word}`, ...ids });
      const usage = { type: 'duration', seconds: 1 };
      this.#say({ type: `${name}.completed`, transcript: words.join(' '), usage, ...ids });
    }, wordsMs).unref();
  }

  #commit(): void {
    if (!this.#speaks) throw new Refused('input_audio_buffer_commit_empty');
    for (const hearing of this.#ear?.flush() ?? []) this.#heard(hearing, true);
  }

  #added(id: string, type: string, before: string | null): void {
    const item = { id, type, object: 'realtime.item' };
    this.#say({ type: 'conversation.item.added', previous_item_id: before, item });
    this.#say({ type: 'conversation.item.done', previous_item_id: before, item });
  }

  #create(message: Message): void {
    const item = this.#items.parse(message.item);
    const after = typeof message.previous_item_id === 'string' ? message.previous_item_id : null;
    this.#added(item.id, item.type, this.#items.add(item, after));
  }

  #respond(message: Message): void {
    if (this.#speaking !== null) throw new Refused('conversation_already_has_active_response');
    for (const name of this.#items.unanswered()) this.#connection.complaints.push(`unanswered: ${name}`);
    this.#responses += 1;
    const names = { response: `resp_${this.#responses}`, item: `answer_${this.#responses}` };
    const speaking: ActiveResponse = { id: names.response, item: names.item, timer: null };
    this.#speaking = speaking;
    const reply = this.#next();
    speaking.timer = setTimeout(() => this.#begin(speaking, reply), this.#wanted.thinksMs ?? 20);
    this.#connection.messages.push({
      type: 'simulated.response',
      reply: reply.text,
      event: message.event_id,
    });
  }

  #begin(speaking: ActiveResponse, reply: Reply): void {
    const { fault } = reply;
    if (fault?.type === 'over') {
      this.#error(fault.code, null, 'server_error');
      this.#client.close(1011);
      return;
    }
    if (fault?.type === 'rubbish') {
      this.#client.send(RUBBISH[fault.form]);
      return;
    }
    if (fault?.type === 'failed')
      return this.#end(speaking, 'failed', {
        type: 'failed',
        error: { type: 'simulated', code: fault.code },
      });
    const steps = stepsOf({ response: speaking.id, item: speaking.item }, reply);
    if (reply.text !== '') {
      const before = this.#items.add(
        { id: speaking.item, type: 'message', role: 'assistant', callId: '', text: reply.text, ms: 0 },
        null,
      );
      this.#added(speaking.item, 'message', before);
    }
    let index = 0;
    let pieces = 0;
    const sendNext = (): void => {
      for (;;) {
        const broken = fault !== undefined && 'afterPieces' in fault && pieces >= fault.afterPieces;
        if (broken && fault.type === 'cut') return this.#client.terminate();
        if (broken) return;
        const step = steps[index];
        index += 1;
        if (step === undefined) return this.#complete(speaking, reply);
        this.#say(step.message);
        if (step.piece === undefined) continue;
        pieces += 1;
        const item = this.#items.find(speaking.item);
        if (item !== undefined) item.ms = step.piece;
        speaking.timer = setTimeout(sendNext, PIECE_EVERY_MS);
        return;
      }
    };
    sendNext();
  }

  #complete(speaking: ActiveResponse, { tools = [] }: Reply): void {
    for (const [index, { name }] of tools.entries()) {
      const id = callItem(speaking.item, index);
      const call = { id, type: 'function_call', role: '', callId: callId(speaking.item, index) };
      this.#added(id, 'function_call', this.#items.add({ ...call, text: name, ms: 0 }, null));
    }
    this.#end(speaking, 'completed', null);
  }

  #end(speaking: ActiveResponse, status: string, details: Message | null): void {
    clearTimeout(speaking.timer ?? undefined);
    this.#speaking = null;
    this.#say({
      type: 'response.done',
      response: { id: speaking.id, object: 'realtime.response', status, status_details: details, usage: {} },
    });
    this.#say({ type: 'rate_limits.updated', rate_limits: [] });
  }

  #cancel(message: Message): void {
    const speaking = this.#speaking;
    const isActive = message.response_id === undefined || message.response_id === speaking?.id;
    if (speaking === null || !isActive) throw new Refused('response_cancel_not_active');
    const item = this.#items.find(speaking.item);
    if (item !== undefined) item.text = '';
    this.#end(speaking, 'cancelled', { type: 'cancelled', reason: 'client_cancelled' });
  }
}

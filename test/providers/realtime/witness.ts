/**
 * A process in which OpenAI's own SDK holds a conversation with the simulator, as a witness that the simulator speaks
 * the provider's protocol; or in which our own client does so over TLS. It is a separate process, because trusted
 * certificates are read at the start.
 *
 * Reads one line of JSON (`WitnessTask`), writes one line with the result (`WitnessReport`).
 */
import { createInterface } from 'node:readline';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { openaiRealtimeKind } from '../../../providers/realtime/openai/index.js';
import type { RealtimeEvent } from '../../../providers/realtime/realtime-engine.js';
import { isRecord } from '../../../schemas/json.js';
import { LOOK_UP } from './caller.js';

interface WitnessTask {
  readonly who: string;
  /** https: */
  readonly secureUrl: string;
  readonly key: string;
  readonly audio: Buffer;
}

interface WitnessReport {
  readonly heard: string;
  readonly said: readonly string[];
  readonly audioMs: number;
  readonly tool: string;
}

type Witness = (task: WitnessTask) => Promise<WitnessReport>;

/** 100 ms. */
const PIECE_BYTES = 800;

const pieces = (audio: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(audio.length / PIECE_BYTES) }, (_, index) =>
    audio.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );

/** A question, an answer that calls a tool, one that is interrupted, and one after it. */
const sdk: Witness = async ({ key, secureUrl, audio }) => {
  const realtime = new OpenAIRealtimeWS(
    { model: 'gpt-realtime' },
    new OpenAI({ apiKey: key, baseURL: `${secureUrl}/v1` }),
  );
  const events: RealtimeServerEvent[] = [];
  let failed: unknown = null;
  realtime.on('event', (event) => events.push(event));
  realtime.on('error', (error) => {
    failed ??= error;
  });
  const of = <T extends RealtimeServerEvent['type']>(type: T) =>
    events.filter(
      (event): event is Extract<RealtimeServerEvent, { readonly type: T }> => event.type === type,
    );
  const comes = async (type: RealtimeServerEvent['type'], count = 1): Promise<void> => {
    while (of(type).length < count) {
      if (failed !== null) throw failed;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await comes('session.created');
  realtime.send({
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions: 'You are Ada.',
      output_modalities: ['audio'],
      audio: {
        input: {
          format: { type: 'audio/pcmu' },
          transcription: { model: 'gpt-4o-mini-transcribe' },
          turn_detection: {
            type: 'server_vad',
            silence_duration_ms: 500,
            create_response: false,
            interrupt_response: false,
          },
        },
        output: { format: { type: 'audio/pcmu' }, voice: 'marin' },
      },
      tools: [{ type: 'function', ...LOOK_UP }],
    },
  });
  await comes('session.updated');
  for (const piece of pieces(audio))
    realtime.send({ type: 'input_audio_buffer.append', audio: piece.toString('base64') });
  await comes('input_audio_buffer.committed');
  await comes('conversation.item.input_audio_transcription.completed');
  realtime.send({ type: 'response.create' });
  await comes('response.done');
  const call = of('response.function_call_arguments.done').at(0);
  realtime.send({
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: call?.call_id ?? '', output: 'In Boston.' },
  });
  realtime.send({ type: 'response.create' });
  const before = of('response.output_audio.delta').length;
  await comes('response.output_audio.delta', before + 3);
  realtime.send({ type: 'response.cancel' });
  await comes('response.done', 2);
  const item = of('response.output_audio.delta').at(-1)?.item_id ?? '';
  realtime.send({ type: 'conversation.item.truncate', item_id: item, content_index: 0, audio_end_ms: 150 });
  await comes('conversation.item.truncated');
  realtime.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Go on.' }] },
  });
  realtime.send({ type: 'response.create' });
  await comes('response.done', 3);
  realtime.close();
  const [, second] = of('response.done');
  return {
    heard: of('conversation.item.input_audio_transcription.completed').at(0)?.transcript ?? '',
    said: [
      ...of('response.output_audio_transcript.done').map(({ transcript }) => transcript),
      String(second?.response.status),
    ],
    audioMs: of('response.output_audio.delta')
      .filter(({ response_id: id }) => id !== second?.response.id)
      .reduce((sum, { delta }) => sum + Buffer.from(delta, 'base64').length / 8, 0),
    tool: `${call?.name}(${call?.arguments})`,
  };
};

/** Our client over TLS: the same conversation. */
const parley: Witness = async ({ key, secureUrl, audio }) => {
  const engine = await openaiRealtimeKind().open({ choice: 'gpt-realtime', key, address: `${secureUrl}/v1` });
  const events: RealtimeEvent[] = [];
  const stream = engine.open({ language: 'en', voiceId: '' }, (event) => events.push(event));
  stream.prepare({ instructions: 'You are Ada.', tools: [LOOK_UP] });
  const of = <T extends RealtimeEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RealtimeEvent, { readonly type: T }> => event.type === type);
  const comes = async (type: RealtimeEvent['type'], count = 1): Promise<void> => {
    while (of(type).length < count) {
      const failed = of('failed').at(0);
      if (failed !== undefined) throw new Error(failed.reason);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (const piece of pieces(audio)) stream.write(piece);
  await comes('final');
  stream.respond({ response: 'r1', notes: [], uses: [] });
  await comes('done');
  const call = of('tool_call').at(0);
  const use = {
    id: 'u1',
    name: 'look_up',
    arguments: call?.arguments ?? {},
    result: 'In Boston.',
    outcome: 'done',
  } as const;
  stream.respond({ response: 'r2', notes: [], uses: [use] });
  const before = of('audio').length;
  await comes('audio', before + 3);
  stream.cancel('r2');
  stream.heard('r2', 150);
  stream.respond({ response: 'r3', notes: ['Go on.'], uses: [] });
  await comes('done', 2);
  await engine.close();
  const textOf = (response: string): string =>
    of('text')
      .filter((event) => event.response === response)
      .map(({ text }) => text)
      .join('');
  return {
    heard: of('final').at(0)?.text ?? '',
    said: [textOf('r1'), textOf('r3'), 'cancelled'],
    audioMs: of('audio').reduce(
      (sum, { response, mulaw }) => sum + (response === 'r2' ? 0 : mulaw.length / 8),
      0,
    ),
    tool: `${call?.name}(${JSON.stringify(call?.arguments)})`,
  };
};

const taskOf = (line: string): WitnessTask => {
  const value: unknown = JSON.parse(line);
  const text = (name: string): string => (isRecord(value) ? String(value[name]) : '');
  return {
    who: text('who'),
    secureUrl: text('secureUrl'),
    key: text('key'),
    audio: Buffer.from(text('audio'), 'base64'),
  };
};

for await (const line of createInterface({ input: process.stdin })) {
  const task = taskOf(line);
  const report = await (task.who === 'sdk' ? sdk : parley)(task).catch((error: unknown) => ({
    error: error instanceof Error ? error.message : 'it failed',
  }));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exit(0);
}

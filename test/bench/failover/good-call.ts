/** A call whose node was killed and that kept every promise, for tests that then break one. */
import type { HeardSpeech } from '../../../bench/failover/agent-speech.js';
import type { CallFacts } from '../../../bench/failover/call-facts.js';
import { GREETING } from '../../../bench/failover/conversation.js';
import { NO_DISCLOSURE } from '../../../schemas/agents/disclosure.js';
import { newStreamStats } from '../../../simulators/phone-network/audio/earpiece.js';
import type { CallDetail } from '../../../testkit/api/client.js';

export const ZERO = Date.parse('2026-01-01T00:00:00.000Z');
const iso = (ms: number): string => new Date(ZERO + ms).toISOString();

/** Frames of varying loudness, so that a shift by a single frame is detected. */
const sound = (ms: number): Buffer =>
  Buffer.from(Array.from({ length: ms * 8 }, (_, at) => 0x10 + ((Math.floor(at / 160) * 7) % 0x30)));
const QUESTION = 'what are your opening hours';
const ANSWER = 'We are open every day.';
/** What the callees say. */
export const audio = new Map([[QUESTION, sound(1_600)]]);

const loudness = (pieces: readonly { readonly atMs: number; readonly audio: Buffer }[]): Float64Array => {
  const track = new Float64Array(1_500);
  for (const piece of pieces) {
    for (let step = 0; step < piece.audio.length / 160; step += 1)
      // In µ-law, smaller bytes are louder; none of these is silent.
      track[piece.atMs / 20 + step] = mulawLoudness(piece.audio[step * 160] ?? 0xff);
  }
  return track;
};
const mulawLoudness = (byte: number): number => {
  const code = ~byte & 0xff;
  return (((code & 0x0f) << 3) + 0x84) * 2 ** ((code & 0x70) >> 4) - 0x84;
};

export const speech = (text: string, atMs: number, endMs: number): HeardSpeech => ({
  text,
  words: text.split(' '),
  atMs,
  endMs,
  fromStart: true,
  toEnd: true,
});

export const turn = (
  speaker: 'customer' | 'assistant',
  text: string,
  audioOffsetMs: number,
  audioEndOffsetMs: number,
) => ({
  speaker,
  text,
  createdAt: iso(audioOffsetMs),
  audioOffsetMs,
  audioEndOffsetMs,
});

/** The call as the API returns it. */
const detailOf = (transcript: CallDetail['transcript']): CallDetail => {
  const timeline = [
    ...['call.answered', 'call.media_attached'].map((event) => ({ at: iso(0), event })),
    { at: iso(10_500), event: 'call.media_attached' },
    { at: iso(20_000), event: 'call.ended' },
    { at: iso(21_000), event: 'call.recording_finished' },
  ];
  return {
    call: {
      id: 'call',
      status: 'completed',
      endedBy: 'agent',
      endReason: 'agent_hangup',
      disclosure: NO_DISCLOSURE,
      agentName: null,
      campaignName: null,
      contactId: null,
      contactName: null,
      sourceName: null,
      callData: {},
      calleeNumber: '+14155550100',
      durationSeconds: 20,
      chargedMicrocredits: 0,
      startedAt: iso(0),
      endedAt: iso(20_000),
      createdAt: iso(0),
      recordingAvailable: true,
      transcriptAvailable: true,
    },
    transcript,
    diagnostics: { attempts: [], timeline, notes: [], toolUses: [], turns: [], testVariables: [] },
  };
};

/** The placement as the phone network reports it. */
const PLACED: CallFacts['placed'][number] = {
  sid: 'CA1',
  to: '+14155550100',
  statusCallback: '',
  twiml: '',
  status: 'completed',
  durationSeconds: 20,
  streams: 2,
  callbacks: [],
  stats: newStreamStats(),
};

/** A call of 20 s: greeting at 0, question at 6 s, node killed at 9.8 s, answer at 12 s from the other node. */
export const goodCall = () => {
  const sentences = [{ text: QUESTION, atMs: 6_000, endMs: 7_600, whole: true }];
  const played = [
    { atMs: 0, audio: sound(4_000) },
    { atMs: 12_000, audio: sound(2_000) },
  ];
  const transcript = [
    turn('assistant', GREETING, 0, 4_000),
    turn('customer', QUESTION, 6_000, 7_600),
    turn('assistant', ANSWER, 12_000, 14_000),
  ];
  const facts: CallFacts = {
    callId: 'call',
    detail: detailOf(transcript),
    placed: [PLACED],
    history: {
      from: '+15005550006',
      answeredAt: ZERO,
      endedAt: ZERO + 20_000,
      dialled: [],
      endedBy: 'caller',
      said: sentences,
      streams: [
        { askedAtMs: 0, openedAtMs: 0, closedAtMs: 9_800, code: 1006 },
        { askedAtMs: 10_000, openedAtMs: 10_100, closedAtMs: 20_010, code: 1000 },
      ],
    },
    understood: { heard: [speech(GREETING, 0, 4_000), speech(ANSWER, 12_000, 14_000)], unknownMs: 0 },
    played,
    tracks: {
      customer: loudness([{ atMs: 6_000, audio: sound(1_600) }]),
      agent: loudness(played),
    },
    stalls: [],
  };
  return facts;
};

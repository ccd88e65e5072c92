/** What the live page shows of a call, and how events change it. */
import { describe, expect, test } from 'vitest';
import {
  callFacts,
  detailOf,
  heardAfter,
  measuredTurn,
  spokenTurn,
  summaryOf,
  turnEvent,
} from '../../testing/calls.js';
import {
  type ActiveCall,
  applyEvent,
  type CallEvent,
  displayNameOf,
  fromEvent,
  fromSummary,
  slowestAnswerOf,
  withDetail,
} from './active-call.js';

const CREATED = '2026-03-02T10:00:00.000Z';
const ANSWERED = '2026-03-02T10:00:05.000Z';
const LATER = '2026-03-02T10:01:00.000Z';

const KNOWN = fromSummary(summaryOf({ contactName: 'Grace', createdAt: CREATED, startedAt: ANSWERED }));
const ENDED: ActiveCall = { ...KNOWN, status: 'completed', endedAt: Date.parse(LATER) };
const RINGING: ActiveCall = { ...KNOWN, status: 'ringing', answeredAt: null };

const facts = callFacts('call-1', LATER);
const ended: CallEvent = {
  type: 'call.ended',
  ...facts,
  status: 'no_answer',
  endedBy: 'customer',
  endReason: 'hung_up',
  durationSeconds: 55,
};
const toolEnded = (outcome: 'done' | 'failed' | 'unknown'): CallEvent => ({
  type: 'call.tool_ended',
  ...facts,
  toolUse: { useId: 'use-1', outcome, result: '', durationMs: 20 },
});
const noted = (code: string): CallEvent => ({ type: 'call.noted', ...facts, note: { code, atMs: null } });

describe('a call of the list', () => {
  test('has the facts of its summary, and none that only its details have', () => {
    expect(KNOWN).toEqual({
      id: 'call-1',
      contactName: 'Grace',
      number: '+14155550123',
      agentName: 'Reception',
      status: 'answered',
      answeredAt: Date.UTC(2026, 2, 2, 10, 0, 5),
      createdAt: Date.UTC(2026, 2, 2, 10, 0, 0),
      endedAt: null,
      lastTurn: null,
      campaignName: null,
      lastTurnAt: null,
      wantsPerson: false,
      answers: [],
      takenOver: null,
      trouble: null,
      isRead: false,
    });
  });

  test('has no time of its answer before it is answered', () => {
    expect(fromSummary(summaryOf({ status: 'ringing', startedAt: null })).answeredAt).toBeNull();
  });

  test('has the time of its end once it has ended', () => {
    const call = fromSummary(summaryOf({ status: 'completed', endedAt: LATER }));
    expect(call.endedAt).toBe(Date.UTC(2026, 2, 2, 10, 1, 0));
  });

  test('is shown by the name of the contact, or by the number if there is no contact', () => {
    expect(displayNameOf(KNOWN)).toBe('Grace');
    expect(displayNameOf({ ...KNOWN, contactName: null })).toBe('+14155550123');
  });

  test('is slow only if one of its answers took longer than a second and a half', () => {
    expect(slowestAnswerOf(KNOWN)).toBeNull();
    expect(slowestAnswerOf({ ...KNOWN, answers: [300, 1_500] })).toBeNull();
    expect(slowestAnswerOf({ ...KNOWN, answers: [1_501] })).toBe(1_501);
    expect(slowestAnswerOf({ ...KNOWN, answers: [1_600, 2_400, 1_700] })).toBe(2_400);
  });
});

describe('the details of a call', () => {
  test('add names and the last words', () => {
    const detail = detailOf({
      call: { contactName: 'Ada', agentName: 'Sales' },
      transcript: [
        spokenTurn({ speaker: 'assistant', text: 'Good morning.' }),
        spokenTurn({ text: 'A table for two.' }),
      ],
    });
    expect(withDetail({ ...KNOWN, contactName: null, agentName: null }, detail)).toEqual({
      ...KNOWN,
      contactName: 'Ada',
      agentName: 'Sales',
      lastTurn: { speaker: 'customer', text: 'A table for two.' },
      lastTurnAt: Date.parse(spokenTurn().createdAt),
      takenOver: false,
      isRead: true,
    });
  });

  test('add no words if nothing has been said', () => {
    expect(withDetail(KNOWN, detailOf()).lastTurn).toBeNull();
  });

  test('do not replace what events have reported since', () => {
    const lastTurn = { speaker: 'human', text: 'One moment.' } as const;
    const known: ActiveCall = { ...KNOWN, lastTurn, takenOver: false, trouble: 'tool_failed' };
    const by = { type: 'user', id: 'user-1', name: null } as const;
    const takeOver = { by, at: ANSWERED, until: null, reason: null, note: null };
    const detail = detailOf({
      call: { contactName: 'Grace', status: 'queued', startedAt: LATER },
      transcript: [spokenTurn({ text: 'Hello' })],
      diagnostics: {
        notes: [{ code: 'stt_failed', atMs: 900 }],
        operators: { lines: [], takeOvers: [takeOver], agentNotes: [] },
      },
    });
    expect(withDetail(known, detail)).toEqual({ ...known, isRead: true });
  });

  test('say whether a person was requested that has not come', () => {
    const transcript = [spokenTurn({ text: 'Can I speak to a person?' })];
    const by = { type: 'user', id: 'user-1', name: null } as const;
    const takeOver = { by, at: ANSWERED, until: LATER, reason: null, note: null };
    const operators = { lines: [], takeOvers: [takeOver], agentNotes: [] };
    expect(withDetail(KNOWN, detailOf({ transcript })).wantsPerson).toBe(true);
    expect(withDetail(KNOWN, detailOf({ transcript, diagnostics: { operators } })).wantsPerson).toBe(false);
  });

  test('add the time of the answer if no event has reported it', () => {
    const detail = detailOf({ call: { startedAt: ANSWERED } });
    expect(withDetail({ ...KNOWN, answeredAt: null }, detail).answeredAt).toBe(Date.parse(ANSWERED));
  });

  test('put earlier answers before the known ones, and the last three count', () => {
    const turns = [1_900, 800, 700].map((ms) => measuredTurn({ latencies: heardAfter(ms) }));
    const detail = detailOf({ diagnostics: { turns: [...turns, measuredTurn({ latencies: null })] } });
    expect(withDetail(KNOWN, detail).answers).toEqual([1_900, 800, 700]);
    expect(withDetail({ ...KNOWN, answers: [600] }, detail).answers).toEqual([800, 700, 600]);
  });

  test('report a person in the place of the agent only while that person speaks', () => {
    const by = { type: 'user', id: 'user-1', name: 'Lin' } as const;
    const open = { by, at: ANSWERED, until: null, reason: null, note: null };
    const closed = { ...open, until: LATER, reason: 'handed_back' } as const;
    const takenOver = (takeOvers: readonly (typeof open | typeof closed)[]) =>
      withDetail(KNOWN, detailOf({ diagnostics: { operators: { lines: [], takeOvers, agentNotes: [] } } }))
        .takenOver;
    expect(takenOver([closed, open])).toBe(true);
    expect(takenOver([closed, closed])).toBe(false);
    expect(takenOver([])).toBe(false);
  });

  test('report the latest fault among the notes', () => {
    const notes = ['stt_failed', 'recording_lost', 'voicemail_detected'].map((code) => ({
      code,
      atMs: null,
    }));
    expect(withDetail(KNOWN, detailOf({ diagnostics: { notes } })).trouble).toBe('recording_lost');
    expect(withDetail(KNOWN, detailOf({ diagnostics: { notes: notes.slice(2) } })).trouble).toBeNull();
  });
});

describe('a call that an event announces', () => {
  test('has the status, number and time of the event, and no names', () => {
    const event: CallEvent = { type: 'call.ringing', ...callFacts('call-9', LATER), status: 'ringing' };
    expect(fromEvent(event)).toEqual({
      ...KNOWN,
      id: 'call-9',
      contactName: null,
      agentName: null,
      status: 'ringing',
      answeredAt: null,
      createdAt: Date.parse(LATER),
    });
  });

  test('counts as answered if the event has no status', () => {
    expect(fromEvent(turnEvent('call-9')).status).toBe('answered');
  });
});

describe('progress of a call', () => {
  const progress: readonly CallEvent[] = [
    { type: 'call.accepted', ...facts, status: 'queued' },
    { type: 'call.placed', ...facts, status: 'queued' },
    { type: 'call.ringing', ...facts, status: 'ringing' },
    { type: 'call.cancelling', ...facts, status: 'cancelling' },
  ];

  test('changes only its status', () => {
    const statuses = progress.map((event) => applyEvent(KNOWN, event));
    expect(statuses).toEqual(
      ['queued', 'queued', 'ringing', 'cancelling'].map((status) => ({ ...KNOWN, status })),
    );
  });

  test('to the status that it has leaves the object as it is', () => {
    expect(applyEvent(RINGING, { type: 'call.ringing', ...facts, status: 'ringing' })).toBe(RINGING);
  });

  test('that is reported after the end changes nothing', () => {
    for (const event of progress) expect(applyEvent(ENDED, event)).toBe(ENDED);
  });

  test('to answered starts the time of the conversation', () => {
    const answered = applyEvent(RINGING, { type: 'call.answered', ...facts, status: 'answered' });
    expect(answered).toEqual({ ...RINGING, status: 'answered', answeredAt: Date.parse(LATER) });
  });

  test('to answered, reported twice, keeps the first time', () => {
    const again = applyEvent(KNOWN, { type: 'call.answered', ...facts, status: 'answered' });
    expect(again).toEqual(KNOWN);
  });

  test('to answered, reported after the end, does not revive the call', () => {
    const late = applyEvent(ENDED, { type: 'call.answered', ...facts, status: 'answered' });
    expect(late.status).toBe('completed');
  });

  test('to its end records how and when, and no person speaks any more', () => {
    expect(applyEvent({ ...KNOWN, takenOver: true }, ended)).toEqual({
      ...KNOWN,
      status: 'no_answer',
      takenOver: false,
      endedAt: Date.parse(LATER),
    });
  });
});

describe('the conversation of a call', () => {
  test('shows the last words and who said them', () => {
    const first = applyEvent(KNOWN, turnEvent('call-1', { text: 'A table for two.' }));
    const second = applyEvent(first, turnEvent('call-1', { speaker: 'assistant', text: 'Certainly.' }));
    expect(first.lastTurn).toEqual({ speaker: 'customer', text: 'A table for two.' });
    expect(second.lastTurn).toEqual({ speaker: 'assistant', text: 'Certainly.' });
  });

  test('has the latencies of the last three answers, in whole milliseconds', () => {
    const answers = [2_000.4, 300, 400.6, 500];
    const call = answers.reduce(
      (known, ms) => applyEvent(known, turnEvent('call-1', { latencies: heardAfter(ms) })),
      KNOWN,
    );
    expect(call.answers).toEqual([300, 401, 500]);
  });

  test('measures an answer at the first frame only if its playback is not known', () => {
    const sent = { ...heardAfter(900), firstFrameMs: 700 };
    const heard = applyEvent(KNOWN, turnEvent('call-1', { latencies: sent }));
    const unheard = applyEvent(KNOWN, turnEvent('call-1', { latencies: { ...sent, firstPlayedMs: null } }));
    expect(heard.answers).toEqual([900]);
    expect(unheard.answers).toEqual([700]);
  });

  test('has no latency for a turn without one', () => {
    const latencies = { ...heardAfter(0), firstPlayedMs: null };
    const known: ActiveCall = { ...KNOWN, answers: [450] };
    expect(applyEvent(known, turnEvent('call-1')).answers).toEqual([450]);
    expect(applyEvent(known, turnEvent('call-1', { latencies })).answers).toEqual([450]);
  });

  test('knows when the last words were said', () => {
    const turn = turnEvent('call-1', { text: 'Hello' });
    expect(applyEvent(KNOWN, turn).lastTurnAt).toBe(Date.parse(turn.occurredAt));
  });

  test('shows that the customer requests a person, until one takes over', () => {
    const request = 'Can I speak to a person?';
    const by = { type: 'user', id: 'user-1' } as const;
    const waiting = applyEvent(KNOWN, turnEvent('call-1', { text: request }));
    expect(waiting.wantsPerson).toBe(true);
    expect(applyEvent(waiting, turnEvent('call-1', { text: 'Hello?' })).wantsPerson).toBe(true);
    const taken = applyEvent(waiting, { type: 'call.taken_over', ...facts, by });
    expect(taken.wantsPerson).toBe(false);
    expect(applyEvent(taken, turnEvent('call-1', { text: request })).wantsPerson).toBe(false);
    const offered = turnEvent('call-1', { speaker: 'assistant', text: 'Do you want to talk to a person?' });
    expect(applyEvent(KNOWN, offered).wantsPerson).toBe(false);
  });

  test('shows whether a person has taken over', () => {
    const by = { type: 'user', id: 'user-1' } as const;
    const taken = applyEvent(KNOWN, { type: 'call.taken_over', ...facts, by });
    const back = applyEvent(taken, { type: 'call.handed_back', ...facts, reason: 'line_left' });
    expect(taken).toEqual({ ...KNOWN, takenOver: true });
    expect(back).toEqual({ ...KNOWN, takenOver: false });
  });

  test('reports notes about faults, and no others', () => {
    for (const code of ['stt_failed', 'recording_lost', 'audio_missing', 'customer_said_nothing'])
      expect(applyEvent(KNOWN, noted(code))).toEqual({ ...KNOWN, trouble: code });
    for (const code of ['voicemail_detected', 'stt_failed_over', 'missing_audio'])
      expect(applyEvent(KNOWN, noted(code))).toBe(KNOWN);
  });

  test('reports tools that failed or may have failed', () => {
    expect(applyEvent(KNOWN, toolEnded('failed')).trouble).toBe('tool_failed');
    expect(applyEvent(KNOWN, toolEnded('unknown')).trouble).toBe('tool_unknown');
    expect(applyEvent(KNOWN, toolEnded('done'))).toBe(KNOWN);
  });

  test('is not changed by events that the page does not show', () => {
    const toolUse = { useId: 'use-1', at: LATER, name: 'book_table', arguments: {} };
    const events: readonly CallEvent[] = [
      { type: 'call.tool_begun', ...facts, toolUse },
      { type: 'call.recorded', ...facts, recordingAvailable: true },
      { type: 'call.charged', ...facts, blocks: 1, chargedMicrocredits: 100 },
    ];
    for (const event of events) expect(applyEvent(ENDED, event)).toBe(ENDED);
  });
});

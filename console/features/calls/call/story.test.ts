/** The events of a call as a story. */
import { describe, expect, test } from 'vitest';
import { detailOf, spokenTurn } from '../../../testing/calls.js';
import { sinceStart, storyOf } from './story.js';

const at = (ms: number): string => new Date(Date.parse('2026-03-02T10:00:00.000Z') + ms).toISOString();

const DETAIL = detailOf({
  call: { createdAt: at(0), startedAt: at(420), endedAt: at(9_000) },
  transcript: [
    spokenTurn({ speaker: 'assistant', text: 'Hello', createdAt: at(600), audioOffsetMs: 100 }),
    spokenTurn({ text: 'A table for two', createdAt: at(5_100), audioOffsetMs: 4_600 }),
  ],
  diagnostics: {
    timeline: [
      { at: at(0), event: 'call.accepted' },
      { at: at(420), event: 'call.answered' },
      { at: at(650), event: 'call.turn' },
      { at: at(700), event: 'call.block_reserved' },
      { at: at(9_000), event: 'call.ended' },
      { at: at(9_500), event: 'call.newly_added' },
    ],
    notes: [{ code: 'not_understood', atMs: 4_000, audioOffsetMs: 2_500, audioEndOffsetMs: 3_500 }],
    toolUses: [
      {
        name: 'book_table',
        at: at(7_000),
        arguments: {},
        outcome: 'failed',
        result: null,
        durationMs: 120,
      },
    ],
  },
});

describe('the story of a call', () => {
  test('has what happened in words, in order, before, during and after the conversation', () => {
    const story = storyOf(DETAIL).map(({ phase, entries }) => [
      phase,
      entries.map(({ atMs, actor, words }) => `${sinceStart(atMs)} ${actor ?? '-'}: ${words}`),
    ]);
    expect(story).toEqual([
      ['before', ['+0.00 s -: Requested']],
      [
        'conversation',
        [
          '+0.42 s -: Answered',
          '+0.60 s Agent: Hello',
          '+3.00 s Customer: Not understood',
          '+5.10 s Customer: A table for two',
          '+7.00 s Agent: book_table: failed after 120 ms',
        ],
      ],
      ['after', ['+9.00 s -: Ended', '+9.50 s -: Newly added']],
    ]);
  });

  test('leads to the recording where it has a place in it', () => {
    const [before, conversation, after] = storyOf(DETAIL);
    expect(before?.entries.map(({ playMs }) => playMs)).toEqual([null]);
    expect(conversation?.entries.map(({ playMs }) => playMs)).toEqual([null, 100, 2_500, 4_600, 6_500]);
    expect(after?.entries.map(({ playMs }) => playMs)).toEqual([8_500, null]);
  });

  test('of a call without an answer has no conversation', () => {
    const unanswered = detailOf({
      call: { createdAt: at(0), startedAt: null, endedAt: at(3_000) },
      diagnostics: {
        timeline: [
          { at: at(10), event: 'call.ringing' },
          { at: at(3_000), event: 'call.ended' },
        ],
      },
    });
    expect(storyOf(unanswered).map(({ phase }) => phase)).toEqual(['before', 'after']);
  });
});

test('times become coarser as a call goes on', () => {
  expect([420, 12_340, 65_000].map(sinceStart)).toEqual(['+0.42 s', '+12.3 s', '+1:05']);
});

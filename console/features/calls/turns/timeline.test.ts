/** Speech, actions and words on the time axis of a recording. */
import { describe, expect, test } from 'vitest';
import { detailOf, measuredTurn, spokenTurn } from '../../../testing/calls.js';
import { type CallDetail, lostSpeechOf, speechSegmentsOf, toolMarksOf, turnAt, wordsOf } from './timeline.js';

type Turn = ReturnType<typeof spokenTurn>;

const spoken = (speaker: Turn['speaker'], fromMs: number | null, toMs: number | null): Turn =>
  spokenTurn({ speaker, audioOffsetMs: fromMs, audioEndOffsetMs: toMs });
/** A call with these turns; `interrupted` is whether each of them was. */
const callOf = (transcript: readonly Turn[], interrupted: readonly boolean[] = []): CallDetail =>
  detailOf({
    transcript,
    diagnostics: { turns: interrupted.map((isInterrupted) => measuredTurn({ interrupted: isInterrupted })) },
  });

describe('speech', () => {
  test('has the places, the speakers and the turns of the transcript', () => {
    const call = callOf([spoken('assistant', 0, 900), spoken('customer', 1_000, 1_800)], [false, true]);
    const facts = { nudge: false, held: false };
    expect(speechSegmentsOf(call)).toEqual([
      { turn: 0, speaker: 'assistant', fromMs: 0, toMs: 900, interrupted: false, ...facts },
      { turn: 1, speaker: 'customer', fromMs: 1_000, toMs: 1_800, interrupted: true, ...facts },
    ]);
  });

  test('without a place is left out, and the other turns keep their numbers', () => {
    const call = callOf([spoken('human', null, null), spoken('customer', 1_000, 1_800)], [true, false]);
    expect(speechSegmentsOf(call)).toMatchObject([{ turn: 1, speaker: 'customer', interrupted: false }]);
    expect(speechSegmentsOf(callOf([]))).toEqual([]);
  });

  test('without an end, or with an end before its start, has no length', () => {
    const call = callOf([spoken('customer', 1_000, null), spoken('customer', 2_000, 1_500)]);
    expect(speechSegmentsOf(call).map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [1_000, 1_000],
      [2_000, 2_000],
    ]);
  });

  test('is not interrupted and no nudge if the diagnostics do not have it', () => {
    const call = callOf([spoken('assistant', 0, 900)]);
    expect(speechSegmentsOf(call)).toMatchObject([{ interrupted: false, nudge: false }]);
  });

  test('can be a nudge', () => {
    const turns = [measuredTurn(), measuredTurn({ nudge: true })];
    const transcript = [spoken('customer', 0, 900), spoken('assistant', 9_000, 9_900)];
    const segments = speechSegmentsOf(detailOf({ transcript, diagnostics: { turns } }));
    expect(segments.map(({ nudge }) => nudge)).toEqual([false, true]);
  });
});

describe('speech over a greeting', () => {
  const heldIn = (transcript: readonly Turn[], interrupted: readonly boolean[]) =>
    speechSegmentsOf(callOf(transcript, interrupted)).map(({ held }) => held);
  const greeting = spoken('assistant', 0, 4_000);

  test('is held if it is of the customer and begins before the end of the greeting', () => {
    const over = [spoken('customer', 3_999, 5_000), spoken('human', 2_000, 2_500)];
    const after = spoken('customer', 4_000, 5_000);
    expect(heldIn([greeting, ...over, after], [false])).toEqual([false, true, false, false]);
  });

  test('is not held if it interrupted the greeting, or if that is not known', () => {
    const transcript = [greeting, spoken('customer', 1_000, 2_000)];
    expect(heldIn(transcript, [true])).toEqual([false, false]);
    expect(heldIn(transcript, [])).toEqual([false, false]);
  });

  test('is not held if the customer spoke first, or if the greeting has no end', () => {
    expect(heldIn([spoken('customer', 0, 4_000), spoken('customer', 1_000, 2_000)], [false])).toEqual([
      false,
      false,
    ]);
    expect(heldIn([spoken('assistant', 0, null), spoken('customer', 0, 2_000)], [false])).toEqual([
      false,
      false,
    ]);
  });
});

describe('the actions of a call', () => {
  const use = (name: string, at: string) => ({
    name,
    at,
    arguments: {},
    outcome: 'done' as const,
    result: null,
    durationMs: 20,
  });
  const toolUses = [
    use('find_table', '2026-03-02T10:00:07.500Z'),
    use('book_table', '2026-03-02T09:59:00.000Z'),
  ];

  test('are placed by the first turn with a known place, and at the start if they were earlier', () => {
    const transcript = [
      spokenTurn({ createdAt: '2026-03-02T10:00:01.000Z', audioOffsetMs: null }),
      spokenTurn({ createdAt: '2026-03-02T10:00:05.000Z', audioOffsetMs: 3_000 }),
      spokenTurn({ createdAt: '2026-03-02T10:00:09.000Z', audioOffsetMs: 9_000 }),
    ];
    expect(toolMarksOf(detailOf({ transcript, diagnostics: { toolUses } }))).toEqual([
      { name: 'find_table', atMs: 5_500 },
      { name: 'book_table', atMs: 0 },
    ]);
  });

  test('have no places if no turn has one', () => {
    const transcript = [spokenTurn({ audioOffsetMs: null })];
    expect(toolMarksOf(detailOf({ transcript, diagnostics: { toolUses } }))).toEqual([]);
    expect(toolMarksOf(detailOf({ diagnostics: { toolUses } }))).toEqual([]);
  });
});

describe('speech that was not understood', () => {
  const transcript = [spoken('assistant', 0, 2_000), spoken('assistant', 6_000, 8_000)];
  const lostIn = (notes: CallDetail['diagnostics']['notes']) =>
    lostSpeechOf(detailOf({ transcript, diagnostics: { notes } }));

  test('is between the turns before and after it', () => {
    const place = { audioOffsetMs: 3_000, audioEndOffsetMs: 4_500 };
    expect(lostIn([{ code: 'not_understood', atMs: 5_200, ...place }])).toEqual([
      { beforeTurn: 1, fromMs: 3_000, toMs: 4_500 },
    ]);
    expect(lostIn([{ code: 'not_understood', atMs: 9_000, audioOffsetMs: 8_500 }])).toEqual([
      { beforeTurn: 2, fromMs: 8_500, toMs: null },
    ]);
  });

  test('of earlier versions has no place in the recording', () => {
    expect(lostIn([{ code: 'not_understood', atMs: 5_200 }])).toEqual([
      { beforeTurn: 1, fromMs: null, toMs: null },
    ]);
  });

  test('is not what other notes are about', () => {
    expect(lostIn([{ code: 'model_retried', atMs: 100 }])).toEqual([]);
  });
});

describe('the audible turn', () => {
  const segments = speechSegmentsOf(
    callOf([
      spoken('human', null, null),
      spoken('assistant', 1_000, 3_000),
      spoken('customer', 2_000, 4_000),
      spoken('assistant', 5_000, 6_000),
    ]),
  );

  test('is audible from its start until just before its end', () => {
    expect([999, 1_000, 1_999].map((ms) => turnAt(segments, ms))).toEqual([null, 1, 1]);
    expect([5_999, 6_000].map((ms) => turnAt(segments, ms))).toEqual([3, null]);
  });

  test('is the later one of two that overlap', () => {
    expect([2_000, 2_999, 3_999].map((ms) => turnAt(segments, ms))).toEqual([2, 2, 2]);
  });

  test('is none between turns, and none without speech', () => {
    expect(turnAt(segments, 4_500)).toBeNull();
    expect(turnAt([], 0)).toBeNull();
  });
});

describe('the words of a turn', () => {
  test('begin in proportion to the letters before them', () => {
    expect(wordsOf('one three', 2_000, 3_000)).toEqual([
      { text: 'one', fromMs: 2_000 },
      { text: 'three', fromMs: 2_400 },
    ]);
  });

  test('begin at whole milliseconds', () => {
    expect(wordsOf('a b c', 0, 100).map(({ fromMs }) => fromMs)).toEqual([0, 33, 67]);
  });

  test('are separated by any space', () => {
    expect(wordsOf('  a\n\tb  ', 0, 100).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(wordsOf(' \n', 0, 100)).toEqual([]);
  });

  test('begin together in a turn without length', () => {
    expect(wordsOf('one two', 700, 700).map(({ fromMs }) => fromMs)).toEqual([700, 700]);
  });
});

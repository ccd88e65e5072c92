/**
 * Compares the transcript with what was on the line.
 *
 * Customer: every utterance that was spoken completely and ended at least HEARD_WITHIN_MS before its stream was lost
 * appears once; nothing appears that was not said. An utterance that was under way when the stream was lost, or had
 * ended less than that before, may appear in part or not at all: it was lost with the process that heard it.
 *
 * Agent: no word appears that the callee did not hear, except for one at a cut, which is placed by proportion.
 * Everything that was heard to its end appears, unless its stream was lost within the same breath.
 */
import { type CallFacts, type CallTimeline, LATE_MS, mayBeLost, type Span } from './call-facts.js';

/** How far a turn's offsets may be from what the network knows and still mean the same turn, ms. */
const SAME_TURN_MS = 500;
/** Words by which a cut by proportion may be wrong at each of its ends. */
const WORDS_OFF = 1;
/** Sentences with a shorter pause between them are one reply, ms. */
const ONE_BREATH_MS = 1_000;

export interface TranscriptVerdict {
  readonly problems: readonly { readonly promise: 'customer_words' | 'agent_words'; readonly what: string }[];
  /** Utterances that were spoken completely, and may have been lost with their process. */
  readonly customerMayBeLost: number;
  /** How many of those are missing from the transcript. */
  readonly customerLost: number;
  /** The same for what the agent said. */
  readonly agentMayBeLost: number;
  readonly agentLost: number;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
const plain = (text: string): string => wordsOf(text).join(' ');

const overlap = (a: Span, b: Span, slackMs: number): boolean =>
  a.atMs <= b.endMs + slackMs && b.atMs <= a.endMs + slackMs;

/** Length of the longest common subsequence: how many of the words were heard in that order. */
const inOrder = (words: readonly string[], heard: readonly string[]): number => {
  let row = new Array<number>(heard.length + 1).fill(0);
  for (const word of words) {
    const next = [0];
    heard.forEach((heardWord, index) => {
      const before = row[index] ?? 0;
      next.push(word === heardWord ? before + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The place of a turn; NaN for turns without offsets. */
const spanOf = (turn: CallTimeline['turns'][number]): Span => ({
  atMs: turn.audioOffsetMs ?? Number.NaN,
  endMs: turn.audioEndOffsetMs ?? Number.NaN,
});

const quoted = (text: string, { atMs, endMs }: Span): string =>
  `"${text}" (${Math.round(atMs)} to ${Math.round(endMs)} ms)`;

export const judgeTranscript = (facts: CallFacts, call: CallTimeline): TranscriptVerdict => {
  const problems: { promise: 'customer_words' | 'agent_words'; what: string }[] = [];
  return { ...judgeCustomer(facts, call, problems), ...judgeAgent(facts, call, problems), problems };
};

const judgeCustomer = (
  facts: CallFacts,
  call: CallTimeline,
  problems: TranscriptVerdict['problems'][number][],
) => {
  const turns = call.turns.filter(({ speaker }) => speaker === 'customer');
  const sentences = (facts.history?.said ?? []).map(({ text, atMs, endMs, whole }) => {
    const span = { atMs: call.onRecording(atMs), endMs: call.onRecording(endMs) };
    return { ...span, text, whole, sure: whole && !mayBeLost(call, span.endMs) };
  });
  for (const turn of turns) {
    const span = spanOf(turn);
    if (!sentences.some((sentence) => overlap(sentence, span, SAME_TURN_MS)))
      problems.push({ promise: 'customer_words', what: `never said: ${quoted(turn.text, span)}` });
  }
  let customerLost = 0;
  for (const sentence of sentences) {
    const own = turns.filter((turn) => overlap(sentence, spanOf(turn), SAME_TURN_MS));
    const written = own.map(({ text }) => plain(text)).join(' ');
    const times = written.split(plain(sentence.text)).length - 1;
    if (times > 1)
      problems.push({
        promise: 'customer_words',
        what: `written ${times} times: ${quoted(sentence.text, sentence)}`,
      });
    if (times === 0 && sentence.whole && !sentence.sure) customerLost += 1;
    if (times === 0 && sentence.sure)
      problems.push({
        promise: 'customer_words',
        what: `${own.length === 0 ? 'not written' : `written as "${written}"`}: ${quoted(sentence.text, sentence)}`,
      });
  }
  const offsets = turns.map(({ audioOffsetMs }) => audioOffsetMs ?? Number.NaN);
  if (offsets.some((offset, index) => !(offset >= (offsets[index - 1] ?? 0))))
    problems.push({ promise: 'customer_words', what: `turns out of order: ${offsets.join(', ')}` });
  return { customerLost, customerMayBeLost: sentences.filter(({ whole, sure }) => whole && !sure).length };
};

const judgeAgent = (
  facts: CallFacts,
  call: CallTimeline,
  problems: TranscriptVerdict['problems'][number][],
) => {
  const turns = call.turns.filter(({ speaker }) => speaker === 'assistant');
  const heard = facts.understood.heard.map((speech) => ({
    ...speech,
    atMs: call.onRecording(speech.atMs),
    endMs: call.onRecording(speech.endMs),
  }));
  const wordsIn = (span: Span): readonly string[] =>
    heard.filter((speech) => overlap(speech, span, LATE_MS)).flatMap(({ words }) => wordsOf(words.join(' ')));
  for (const turn of turns) {
    const span = spanOf(turn);
    const words = wordsOf(turn.text);
    const missing = words.length - inOrder(words, wordsIn(span));
    if (missing > WORDS_OFF)
      problems.push({
        promise: 'agent_words',
        what: `${missing} words were never heard of ${quoted(turn.text, span)}; heard "${wordsIn(span).join(' ')}"`,
      });
  }
  let agentMayBeLost = 0;
  let agentLost = 0;
  heard.forEach((speech, index) => {
    const own = turns
      .filter((turn) => overlap(speech, spanOf(turn), LATE_MS))
      .flatMap(({ text }) => wordsOf(text));
    const words = wordsOf(speech.words.join(' '));
    const missing = words.length - inOrder(words, own);
    if (breathOf(heard, index).some(({ endMs }) => mayBeLost(call, endMs))) {
      agentMayBeLost += 1;
      if (missing > WORDS_OFF) agentLost += 1;
    } else if (missing > 2 * WORDS_OFF)
      problems.push({
        promise: 'agent_words',
        what: `heard and not written: ${quoted(speech.words.join(' '), speech)}; written "${own.join(' ')}"`,
      });
  });
  return { agentMayBeLost, agentLost };
};

/** The speech in one breath from `index` on: one reply, which becomes one turn when it ends. */
const breathOf = <Speech extends Span>(heard: readonly Speech[], index: number): readonly Speech[] => {
  let end = index + 1;
  while (end < heard.length && (heard[end]?.atMs ?? 0) - (heard[end - 1]?.endMs ?? 0) < ONE_BREATH_MS)
    end += 1;
  return heard.slice(index, end);
};

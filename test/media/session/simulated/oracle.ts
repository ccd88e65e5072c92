/**
 * Judges a simulated call by the promises about its transcript, from the records of the simulated parties: what was
 * really played and proven comes from the sound at the carrier, what was said from the recogniser. It reads nothing of
 * the session but its outputs.
 */
import type { Turn } from '../../../../actors/call/events.js';
import { FRAME_MS } from '../../../../media/audio/frames.js';
import { replay } from '../../../../media/session/log.js';
import type { Account, RecordedTurn } from './account.js';
import { isAgentWord, isSpokenOnce, replyOf } from './agent-words.js';
import { deadAir } from './dead-air.js';
import { type Fate, fatesOf, mustBeWritten } from './fates.js';
import { NEVER } from './moments.js';
import { gist } from './stage.js';

/** A broken promise, and how it was broken. */
export interface Fault {
  readonly promise: Promised;
  readonly detail: string;
}

type Promised =
  | 'never_throws'
  | 'heard_words_are_written'
  | 'unheard_words_are_not_written'
  | 'no_word_twice'
  | 'in_order_of_playing'
  | 'customer_words_once_in_order'
  | 'keys_once_in_order'
  | 'right_speaker'
  | 'turn_ids_unique'
  | 'offsets_make_sense'
  | 'agent_turns_do_not_overlap'
  | 'turns_follow_the_conversation'
  | 'agent_turns_stand_where_they_were_heard'
  | 'customer_turns_stand_where_they_were_spoken'
  | 'estimates_only_without_receipts'
  | 'receipts_missing_only_when_they_are'
  | 'model_gets_what_is_written'
  | 'model_knows_what_was_heard'
  | 'discarded_is_not_spoken'
  | 'tools_are_written_down'
  | 'nothing_is_done_twice'
  | 'no_long_silence'
  | 'finds_its_end'
  | 'ends_once'
  | 'nothing_after_the_end'
  | 'same_again';

/** Longest time from a request to the model until the agent is heard (docs/explanation/media.md "Failure"). */
const MOST_SILENCE_MS = 4_000;
/** A frame, and rounding. */
const TOLERANCE_MS = FRAME_MS + 2;
/** No word is shorter. */
const A_WORD_MS = 150;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index]);
/** Whether by then a receipt for audio that was not cut was missing for longer than the grace period. */
const receiptsStayedOut = ({ line, brief }: Account, atMs: number): boolean =>
  line.marks.some((mark) => {
    const dueBy = mark.sentAt + brief.settings.receiptGraceMs;
    return dueBy <= atMs && mark.deliveredAt > dueBy && mark.cutAt > dueBy;
  });

/** Every promise that this call broke. */
export const judge = (account: Account): readonly Fault[] => {
  const faults: Fault[] = [];
  const broken = (promise: Promised, detail: string): void => {
    faults.push({ promise, detail });
  };
  if (account.error !== null) {
    broken('never_throws', account.error instanceof Error ? (account.error.stack ?? '') : 'threw');
    return faults;
  }
  const fates = fatesOf(account);
  judgeAgent(account, fates, broken);
  judgeCustomer(account, broken);
  judgeTurns(account, broken);
  judgeReceipts(account, broken);
  judgeModel(account, fates, broken);
  judgeSilence(account, broken);
  judgeDiscarded(account, broken);
  judgeTools(account, broken);
  judgeEnd(account, broken);
  return faults;
};

/** The turns as the details of a call show them: ordered by their beginning, whenever they were recorded. */
const transcriptOf = ({ turns }: Account): readonly RecordedTurn[] =>
  [...turns].sort(
    (a, b) => a.turn.at - b.turn.at || (a.turn.audioOffsetMs ?? 0) - (b.turn.audioOffsetMs ?? 0),
  );

type Broken = (promise: Promised, detail: string) => void;

const judgeAgent = (account: Account, fates: readonly Fate[], broken: Broken): void => {
  const { world } = account;
  const byText = new Map<string, Fate[]>();
  for (const fate of fates) byText.set(fate.word.text, [...(byText.get(fate.word.text) ?? []), fate]);
  const written = new Set<Fate>();
  const counts = new Map<string, number>();
  let lastPlayedAt = 0;
  for (const { turn, step, atMs } of transcriptOf(account)) {
    if (turn.speaker !== 'assistant') continue;
    const mine: Fate[] = [];
    for (const text of wordsOf(turn.text)) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
      const heard = (byText.get(text) ?? []).filter((fate) =>
        turn.heard === 'acked' ? fate.mostStep <= step : fate.reckonedAt <= atMs,
      );
      const unwritten = heard.filter((fate) => !written.has(fate));
      const since = (turn.audioOffsetMs ?? 0) - 100;
      const later = unwritten.filter(({ firstPlayedAt }) => firstPlayedAt >= since);
      const free = later.length > 0 ? later : unwritten;
      const proven = free.find(
        (candidate) => candidate.provenStep <= step && mustBeWritten(account, fates, candidate),
      );
      const continuing = free.find(({ word }) => word.request === mine.at(-1)?.word.request);
      // A word that was estimated may be proven by a later receipt.
      const provenLater = free.find((candidate) => candidate.provenStep !== NEVER);
      const fate = proven ?? continuing ?? provenLater ?? free[0];
      if (fate === undefined) {
        broken(
          heard.length > 0 ? 'no_word_twice' : 'unheard_words_are_not_written',
          `"${text}" in ${turn.turnId} (${turn.heard}) "${turn.text}"`,
        );
        continue;
      }
      written.add(fate);
      mine.push(fate);
      const playedAt = fate.firstPlayedAt === NEVER ? fate.reckonedAt : fate.firstPlayedAt;
      if (playedAt < lastPlayedAt - A_WORD_MS) broken('in_order_of_playing', `"${text}" in ${turn.turnId}`);
      lastPlayedAt = Math.max(lastPlayedAt, playedAt);
    }
    const from = Math.min(...mine.map(({ provenFrom }) => provenFrom));
    const to = Math.max(...mine.map(({ provenTo }) => provenTo));
    const far = world.line.outMs + 150;
    // The turn may begin earlier: with silence, or with a part of its first word.
    const off = Math.max((turn.audioOffsetMs ?? 0) - from, to - (turn.audioEndOffsetMs ?? 0));
    if (turn.heard === 'acked' && mine.length > 0 && off > far)
      broken(
        'agent_turns_stand_where_they_were_heard',
        `"${turn.text}" at ${turn.audioOffsetMs}-${turn.audioEndOffsetMs}, heard ${from}-${to}`,
      );
  }
  for (const [text, count] of counts) {
    const onceAtMost = isSpokenOnce(text) && !world.voice.repeatInterruptedSentence;
    if (onceAtMost && count > 1) broken('no_word_twice', `"${text}" ${count} times`);
  }
  for (const fate of fates) {
    if (fate.provenStep === NEVER || written.has(fate) || !mustBeWritten(account, fates, fate)) continue;
    // A word that was repeated after a cut needs to be written only once.
    const others = byText.get(fate.word.text) ?? [];
    if (isSpokenOnce(fate.word.text) && others.some((candidate) => written.has(candidate))) continue;
    broken(
      'heard_words_are_written',
      `"${fate.word.text}" of ${fate.word.request.utterance}, proven in step ${fate.provenStep}`,
    );
  }
};

const judgeCustomer = (account: Account, broken: Broken): void => {
  const { finals, partialWords } = account;
  const spoken = finals.flatMap(({ words }) => words);
  const turns = transcriptOf(account);
  // A partial result that never became final may be written, once.
  const loose = new Set([...partialWords].filter((word) => !spoken.includes(word)));
  const written = turns
    .flatMap(({ turn }) => (turn.speaker === 'customer' && turn.keys !== true ? wordsOf(turn.text) : []))
    .filter((word) => !loose.delete(word));
  if (!same(spoken, written))
    broken('customer_words_once_in_order', `spoken "${spoken.join(' ')}", written "${written.join(' ')}"`);
  const pressed = account.inputs
    .flatMap(({ input }) => (input.type === 'dtmf' ? [input.digit] : []))
    .join('');
  const keys = turns.flatMap(({ turn }) => (turn.keys === true ? [turn.text] : [])).join('');
  if (pressed !== keys) broken('keys_once_in_order', `pressed "${pressed}", written "${keys}"`);
  for (const { turn } of turns) {
    for (const word of wordsOf(turn.text))
      if (isAgentWord(word) !== (turn.speaker === 'assistant'))
        broken('right_speaker', `"${word}" of ${turn.speaker}`);
  }
};

const startOf = ({ turn }: RecordedTurn): number => turn.audioOffsetMs ?? 0;
const endOf = ({ turn }: RecordedTurn): number => turn.audioEndOffsetMs ?? 0;

const judgeTurns = (account: Account, broken: Broken): void => {
  const { turns, finals, cuts } = account;
  const ids = turns.map(({ turn }) => turn.turnId);
  if (new Set(ids).size !== ids.length) broken('turn_ids_unique', ids.join(' '));
  let agentEnd = 0;
  for (const entry of transcriptOf(account)) {
    const { turn } = entry;
    if (startOf(entry) > endOf(entry) || endOf(entry) > entry.atMs + TOLERANCE_MS || turn.text === '')
      broken('offsets_make_sense', `${turn.turnId} ${startOf(entry)}-${endOf(entry)} at ${entry.atMs}`);
    if (turn.speaker !== 'assistant') continue;
    if (startOf(entry) < agentEnd - TOLERANCE_MS)
      broken('agent_turns_do_not_overlap', `${turn.turnId} begins at ${startOf(entry)}, before ${agentEnd}`);
    agentEnd = Math.max(agentEnd, endOf(entry));
  }
  for (const [index, agent] of turns.entries()) {
    if (agent.turn.speaker !== 'assistant' || !agent.turn.interrupted) continue;
    for (const customer of turns.slice(0, index)) {
      if (customer.turn.speaker !== 'customer' || /^(mm hm ?)+$/.test(customer.turn.text)) continue;
      const first = startOf(agent) < startOf(customer);
      if (
        first &&
        cuts.some(({ step, atMs }) => step <= customer.step && endOf(agent) <= atMs + TOLERANCE_MS)
      )
        broken('turns_follow_the_conversation', `"${agent.turn.text}" after "${customer.turn.text}"`);
    }
  }
  for (const entry of turns) {
    const first = wordsOf(entry.turn.text)[0];
    const final = finals.find(({ words, listening }) => !listening && words[0] === first);
    if (entry.turn.speaker !== 'customer' || final === undefined) continue;
    if (Math.abs(startOf(entry) - final.fromMs) > 100)
      broken(
        'customer_turns_stand_where_they_were_spoken',
        `"${entry.turn.text}" at ${startOf(entry)}, spoken at ${final.fromMs}`,
      );
  }
};

const judgeReceipts = (account: Account, broken: Broken): void => {
  for (const { atMs } of account.missingNotes)
    if (!receiptsStayedOut(account, atMs)) broken('receipts_missing_only_when_they_are', `noted at ${atMs}`);
  for (const { turn, atMs } of account.turns)
    if (turn.heard === 'estimated' && !receiptsStayedOut(account, atMs))
      broken('estimates_only_without_receipts', `${turn.turnId} "${turn.text}" at ${atMs}`);
};

/** A model knows what is written, and the heard part of speech that waits for its last receipts; nothing else. */
const judgeModel = (account: Account, fates: readonly Fate[], broken: Broken): void => {
  const { turns, requests } = account;
  for (const { step, atMs, turns: before, isContinuation, messages } of requests) {
    const sentWords = (role: string): string[] =>
      messages.flatMap((message) => (message.role === role ? wordsOf(message.content) : []));
    const written = (speaker: Turn['speaker']): string[] =>
      turns.slice(0, before).flatMap(({ turn }) => (turn.speaker === speaker ? wordsOf(turn.text) : []));
    if (!same(sentWords('user'), written('customer')))
      broken('model_gets_what_is_written', `sent "${sentWords('user')}", written "${written('customer')}"`);
    const heard = sentWords('assistant');
    const open = without(heard, written('assistant'));
    if (heard.length - open.length !== written('assistant').length)
      broken('model_gets_what_is_written', `sent "${heard}", written "${written('assistant')}"`);
    for (const text of open)
      if (
        !(isContinuation && isAgentWord(text)) &&
        !fates.some(
          (fate) => fate.word.text === text && (fate.touchedStep <= step || fate.reckonedAt <= atMs),
        )
      )
        broken('model_gets_what_is_written', `sent "${text}", which was not heard`);
    const proven = fates.filter(
      (fate) => fate.provenStep < step && mustBeWritten(account, fates, fate, step),
    );
    for (const text of without([...new Set(proven.map(({ word }) => word.text))], heard))
      broken('model_knows_what_was_heard', `requested in step ${step} without "${text}"`);
  }
};

/** The list without one occurrence of each entry of `taken`. */
const without = (list: readonly string[], taken: readonly string[]): string[] => {
  const left = [...list];
  for (const text of taken) {
    const index = left.indexOf(text);
    if (index !== -1) left.splice(index, 1);
  }
  return left;
};

/** The process is blocked for at most this long, and notices silence only afterwards. */
const BLOCKED_MS = 440;

const judgeSilence = (account: Account, broken: Broken): void => {
  for (const { fromMs, toMs } of deadAir(account))
    if (toMs - fromMs > MOST_SILENCE_MS + BLOCKED_MS) broken('no_long_silence', `from ${fromMs} to ${toMs}`);
};

/** Nothing is heard of a preemptive reply that was not used. */
const judgeDiscarded = ({ discarded, words, line }: Account, broken: Broken): void => {
  const heard = new Set(line.frames.map(({ utterance }) => utterance));
  for (const { text, request } of words) {
    if (discarded.has(replyOf(text)) && heard.has(request.utterance)) broken('discarded_is_not_spoken', text);
  }
};

/** A tool use is recorded before it starts and when it has ended, and does not run twice at the same time. */
const judgeTools = ({ tools, closedStep, error }: Account, broken: Broken): void => {
  const written = tools.filter(({ what }) => what === 'written');
  for (const [index, { what, id, ms }] of tools.entries()) {
    const before = tools.slice(0, index);
    const isIn = (list: typeof tools, wanted: typeof what, useId: string): boolean =>
      list.some((step) => step.what === wanted && step.id === useId);
    if (isIn(before, what, id)) broken('tools_are_written_down', `${id} ${what} twice`);
    if (what !== 'written' && !isIn(before, 'written', id))
      broken('tools_are_written_down', `${id} ${what}, but not written down`);
    const concurrent = before.find(
      (step) => step.what === 'used' && step.ms === ms && !isIn(before, 'ended', step.id),
    );
    if (what === 'used' && concurrent !== undefined)
      broken('nothing_is_done_twice', `${id} beside ${concurrent.id}`);
  }
  if (closedStep === NEVER || error !== null) return;
  for (const { id } of written)
    if (!tools.some((step) => step.what === 'ended' && step.id === id))
      broken('tools_are_written_down', `${id} has no end`);
};

const judgeEnd = (account: Account, broken: Broken): void => {
  const { hangUps, endDueAt, afterEnd, brief, inputs } = account;
  if (hangUps.length > 1) broken('ends_once', `${hangUps.length} times`);
  if (endDueAt !== null && hangUps.length === 0) broken('finds_its_end', `not by ${endDueAt}`);
  if (afterEnd.length > 0) broken('nothing_after_the_end', afterEnd.slice(0, 5).join(' '));
  // A replay costs as much as the call, so only some calls are replayed.
  if (inputs.length % 4 !== 0) return;
  const again = replay({ brief, inputs: inputs.map(({ input, atMs }) => ({ input, atMs, outputs: '' })) });
  const differs = again.findIndex((outputs, index) => gist(outputs) !== inputs[index]?.outputGist);
  if (differs !== -1) broken('same_again', `step ${differs + 1}`);
};

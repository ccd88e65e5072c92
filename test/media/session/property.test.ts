/** Invariants of a media session under any sequence of events, on a manual clock. */
import fc from 'fast-check';
import t from 'tap';
import type { SessionOutput } from '../../../media/session/io.js';
import { casesOf } from '../../support/full-run.js';
import { briefOf, converse, MS_PER_CHARACTER } from './carrier.js';

/** Events that may happen on a call, in any order. */
const anything = fc.oneof(
  fc.record({
    type: fc.constant('pass' as const),
    ms: fc.integer({ min: 20, max: 1_500 }),
    speaking: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('hear' as const),
    text: fc.constantFrom('hours', 'mm hm', 'wait', 'what now'),
  }),
  fc.record({
    type: fc.constant('answer' as const),
    text: fc.constantFrom('Short.', 'A longer answer. It has two sentences.', ''),
  }),
  fc.record({ type: fc.constant('drop' as const) }),
  fc.record({
    type: fc.constant('mark' as const),
    name: fc.constantFrom('attacheu1:0:99999', 'attacheu2:1:200', 'x'),
  }),
);

type Script = readonly (typeof anything extends fc.Arbitrary<infer T> ? T : never)[];

const DISCLOSURE = 'I am an AI.';

const play = (script: Script, disclosure = '') => {
  const conversation = converse(briefOf({ allowGreetingInterrupt: script.length % 2 === 0 }, { disclosure }));
  conversation.feed({ type: 'connected' });
  for (const step of script) {
    if (step.type === 'pass') conversation.pass(step.ms, step.speaking);
    else if (step.type === 'hear') conversation.hear(step.text);
    else if (step.type === 'answer' && conversation.sent('respond') > 0) conversation.answer(step.text);
    else if (step.type === 'mark') conversation.feed({ type: 'mark', name: step.name });
    else if (step.type === 'drop') {
      conversation.feed({ type: 'disconnected' });
      conversation.pass(200);
      conversation.feed({ type: 'connected' });
    }
  }
  conversation.pass(500);
  return conversation;
};

const plain = ({ atMs, output }: { atMs: number; output: SessionOutput }): unknown =>
  'payload' in output ? [atMs, output.type, output.payload.length] : [atMs, output];

t.test(
  'any sequence of events stays within the lead, records no more than was sent, and is deterministic',
  async (t) => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 15 }), (script) => {
        const conversation = play(script);
        const generated = new Set(
          conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : [])),
        );
        let ends = 0;
        let sentMs = 0;
        for (const { atMs, output } of conversation.outputs) {
          if (output.type === 'send_clear') ends = atMs;
          if (output.type !== 'send_audio') continue;
          ends = Math.max(ends, atMs) + 20;
          sentMs += 20;
          if (ends - atMs > 220) return false;
        }
        const spoken = conversation.turns().filter(({ speaker }) => speaker === 'assistant');
        const heardMs = spoken.reduce(
          (sum, turn) => sum + (turn.audioEndOffsetMs ?? 0) - (turn.audioOffsetMs ?? 0),
          0,
        );
        const words = [...generated].join(' ');
        const ids = conversation.turns().map(({ turnId }) => turnId);
        return (
          heardMs <= sentMs + 2_500 * (conversation.sent('send_clear') + conversation.sent('respond') + 1) &&
          spoken.every(({ text }) => text.split(' ').every((word) => words.includes(word))) &&
          new Set(ids).size === ids.length &&
          JSON.stringify(play(script).outputs.map(plain)) === JSON.stringify(conversation.outputs.map(plain))
        );
      }),
      { numRuns: casesOf(150) },
    );
    t.pass('all invariants hold');
  },
);

t.test('in any sequence nothing is said or asked before the disclosure, and nothing cuts it', async () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 15 }), (script) => {
      const { outputs } = play(script, DISCLOSURE);
      const spoken = outputs.map(({ output }) => output);
      const heardAt = spoken.findIndex(
        (output) => output.type === 'command' && output.command.type === 'disclose',
      );
      const before = spoken.slice(0, heardAt === -1 ? undefined : heardAt);
      if (before.some(({ type }) => type === 'respond' || type === 'send_clear')) return false;
      const frames = (DISCLOSURE.length * MS_PER_CHARACTER) / 20;
      const texts = new Map<string, string>();
      const sent = new Map<string, number>();
      let disclosed = 0;
      for (const output of spoken) {
        if (output.type === 'synthesise') texts.set(output.utterance, output.text);
        if (output.type !== 'send_audio' || output.utterance === null) continue;
        const count = (sent.get(output.utterance) ?? 0) + 1;
        sent.set(output.utterance, count);
        // A repeated disclosure is another utterance, and is not synthesised again.
        const isDisclosure = (texts.get(output.utterance) ?? DISCLOSURE) === DISCLOSURE;
        if (isDisclosure) disclosed = Math.max(disclosed, count);
        else if (disclosed < frames) return false;
      }
      return (
        spoken.filter((output) => output.type === 'command' && output.command.type === 'disclose').length < 2
      );
    }),
    { numRuns: casesOf(300) },
  );
});

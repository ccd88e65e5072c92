/** Invariants of a call that is taken over and handed back, under any sequence of events. */
import fc from 'fast-check';
import t from 'tap';
import { briefOf, converse } from '../carrier.js';
import { BY_AGENT, meanwhile, speak, takeOver, understood } from './taken-over.js';

/** Events that may happen on such a call, in any order. */
const anything = fc.oneof(
  fc.record({
    type: fc.constant('pass' as const),
    ms: fc.integer({ min: 20, max: 2_500 }),
    speaking: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('hear' as const),
    text: fc.constantFrom('hours', 'mm hm', 'what now', 'bye'),
  }),
  fc.record({ type: fc.constant('answer' as const), end: fc.boolean() }),
  fc.record({ type: fc.constant('drop' as const) }),
  fc.record({ type: fc.constant('take' as const) }),
  fc.record({
    type: fc.constant('say' as const),
    ms: fc.integer({ min: 20, max: 900 }),
    words: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('give' as const),
    note: fc.constantFrom('', 'Go on.'),
    isLast: fc.boolean(),
  }),
  fc.record({ type: fc.constant('fail' as const) }),
);

t.test(
  'in any sequence of events the agent is silent during a take-over, and each take-over ends once',
  async () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (script) => {
        const conversation = converse(briefOf({ allowGreetingInterrupt: script.length % 2 === 0 }));
        conversation.feed({ type: 'connected' });
        for (const step of script) {
          if (step.type === 'pass') conversation.pass(step.ms, step.speaking);
          else if (step.type === 'hear') conversation.hear(step.text);
          else if (step.type === 'take') takeOver(conversation);
          else if (step.type === 'answer' && conversation.sent('respond') > 0)
            conversation.answer('A longer answer. It has two sentences.', step.end);
          else if (step.type === 'say') {
            speak(conversation, step.ms);
            if (step.words) understood(conversation, 'Let me see.');
          } else if (step.type === 'give') {
            conversation.feed({ type: 'hand_back', note: step.note, reason: 'handed_back' });
            if (step.isLast) conversation.feed({ type: 'operator_words_over' });
          } else if (step.type === 'fail')
            conversation.feed({ type: 'recognised', event: { type: 'failed', reason: 'broken' } });
          else if (step.type === 'drop') {
            conversation.feed({ type: 'disconnected' });
            conversation.pass(200);
            conversation.feed({ type: 'connected' });
          }
        }
        conversation.feed({ type: 'closing' });
        conversation.feed({ type: 'closed' });
        const speakers = conversation.outputs.flatMap(({ output }) =>
          output.type === 'speaker' ? [output.line !== null] : [],
        );
        const silent = meanwhile(conversation).every(
          (output) =>
            !BY_AGENT.has(output.type) && !(output.type === 'send_audio' && output.utterance !== null),
        );
        const alternate = speakers.every((on, index) => on === (index % 2 === 0));
        const types = conversation.commands().map(({ type }) => type);
        const takeOvers = types.filter((type) => type === 'take_over').length;
        const handBacks = types.filter((type) => type === 'hand_back').length;
        const ids = conversation.turns().map(({ turnId }) => turnId);
        return silent && alternate && takeOvers === handBacks && new Set(ids).size === ids.length;
      }),
      { numRuns: 150 },
    );
  },
);

/** Tokens that the models of a call used, recorded when a media session of the call ends. */
import t from 'tap';
import { answered, report } from './call-script.js';

const TOKENS = [{ model: 'openai:gpt', input: 900, output: 40 }];
const used = (attachmentId: string) => ({ type: 'call.tokens_used', attachmentId, models: TOKENS });

const streaming = () => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  return folded;
};
const detach = (attachmentId: string) => ({ type: 'detach_media', attachmentId, tokens: TOKENS }) as const;

t.test('records the tokens of each session once, also of one that was replaced', async (t) => {
  const folded = streaming();
  folded.apply({ type: 'attach_media', attachmentId: 'a2' }, 2_000);
  t.same(folded.apply(detach('a1'), 2_100), [used('a1')]);
  t.match(folded.apply(detach('a2'), 3_000), [
    used('a2'),
    { type: 'call.media_detached', attachmentId: 'a2' },
  ]);
});

t.test('records the tokens of a session whose call has ended meanwhile', async (t) => {
  const folded = streaming();
  folded.apply(report('completed', { durationSeconds: 3 }), 4_000);
  t.same(folded.apply(detach('a1'), 4_100)[0], used('a1'));
});

t.test('records nothing if no model reported tokens', async (t) => {
  const folded = streaming();
  t.match(folded.apply({ type: 'detach_media', attachmentId: 'a1' }, 4_100), [
    { type: 'call.media_detached' },
  ]);
});

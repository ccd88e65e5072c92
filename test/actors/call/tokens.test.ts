/** What the models of a call took, as it is written down when a session of it ends. */
import t from 'tap';
import { answered, report } from './call-script.js';

const TOKENS = [{ model: 'openai:gpt', input: 900, output: 40 }];
const used = (attachmentId: string) => ({ type: 'call.tokens_used', attachmentId, models: TOKENS });

const streaming = () => {
  const folded = answered();
  folded.tell({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  return folded;
};
const detach = (attachmentId: string) => ({ type: 'detach_media', attachmentId, tokens: TOKENS }) as const;

t.test('each session says so once, also one that another has followed', async (t) => {
  const folded = streaming();
  folded.tell({ type: 'attach_media', attachmentId: 'a2' }, 2_000);
  t.same(folded.tell(detach('a1'), 2_100), [used('a1')]);
  t.match(folded.tell(detach('a2'), 3_000), [
    used('a2'),
    { type: 'call.media_detached', attachmentId: 'a2' },
  ]);
});

t.test('one whose call has ended meanwhile says so, too', async (t) => {
  const folded = streaming();
  folded.tell(report('completed', { durationSeconds: 3 }), 4_000);
  t.same(folded.tell(detach('a1'), 4_100)[0], used('a1'));
});

t.test('where no model said so, nothing is written down', async (t) => {
  const folded = streaming();
  t.match(folded.tell({ type: 'detach_media', attachmentId: 'a1' }, 4_100), [
    { type: 'call.media_detached' },
  ]);
});

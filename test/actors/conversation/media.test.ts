/** Files of customers are fetched until they arrive or are given up, and hold nothing else back (conversation, M8). */
import t from 'tap';
import type { ConversationCommand, MediaOutcome } from '../../../actors/conversation/commands.js';
import type { InboundContent } from '../../../actors/conversation/events.js';
import { conversation } from '../../../actors/conversation/index.js';
import { mediaAsset } from '../../../actors/media-asset/index.js';
import { fold } from '../../support/actors/fold.js';

const customer = { mobile: null, whatsappId: null, userId: null, username: null, name: null };
const image: InboundContent = {
  type: 'image',
  text: 'receipt',
  details: null,
  media: { providerMediaId: '7', mimeType: 'image/jpeg' },
};
const receive = (id: string, content: InboundContent, automated = false): ConversationCommand => ({
  type: 'receive',
  channel: 'whatsapp',
  accountId: 'a',
  address: '1',
  messageId: id,
  automated,
  providerMessageId: id,
  sentAt: 0,
  customer,
  content,
  opensWindow: true,
});
const ended = (messageId: string, attempt: number, outcome: MediaOutcome): ConversationCommand => ({
  type: 'media_ended',
  messageId,
  attempt,
  outcome,
});
const kept: MediaOutcome = { is: 'kept', mimeType: 'image/jpeg', sizeBytes: 3, sha256: 'ab', keptUntil: 9 };
const later: MediaOutcome = { is: 'postponed', code: 'channel_failed' };
const failure = { code: 'media_too_large', message: 'x' };

const begin = () => {
  const folded = fold(conversation);
  const owed = (): readonly string[] => folded.effects().filter((key) => key.startsWith('media-'));
  return { folded, owed };
};

t.test('fetches a file once; late and repeated results change nothing', async (t) => {
  const { folded, owed } = begin();
  folded.apply(receive('m1', image), 1);
  folded.apply(receive('m1', image), 1);
  t.same(owed(), ['media-m1-1']);
  t.same(folded.apply(ended('m1', 2, kept), 2), [], 'of another attempt');
  t.match(folded.apply(ended('m1', 1, kept), 2), [{ type: 'media.kept', sizeBytes: 3, sha256: 'ab' }]);
  t.same(owed(), []);
  t.same(folded.apply(ended('m1', 1, { is: 'refused', failure }), 3), []);
});

t.test('retries a file with growing delays, and gives it up in the end', async (t) => {
  const { folded, owed } = begin();
  folded.apply(receive('m1', image), 0);
  let at = 0;
  const waits: number[] = [];
  for (let attempt = 1; owed().length > 0; attempt += 1) {
    t.same(owed(), [`media-m1-${attempt}`]);
    folded.apply(ended('m1', attempt, later), at);
    const dueAt = folded.timers().media;
    if (dueAt === undefined) break;
    t.same(owed(), [], 'nothing is owed meanwhile');
    waits.push((dueAt - at) / 1_000);
    folded.advance(dueAt - 1);
    t.same(owed(), []);
    at = dueAt;
    folded.advance(at);
  }
  t.same(waits, [5, 30, 120, 600, 3_600, 21_600]);
  t.match(folded.events.at(-1), { type: 'media.failed', failure: { code: 'media_unavailable' } });
});

t.test('a refusal is final, and nothing waits for a file', async (t) => {
  const { folded, owed } = begin();
  folded.apply(receive('m1', image, true), 0);
  folded.apply(receive('m2', { ...image, type: 'text', media: null }, true), 1);
  folded.advance(10_000);
  t.ok(folded.effects().includes('reply-2'), 'an agent answers meanwhile');
  t.match(folded.apply(ended('m1', 1, { is: 'refused', failure }), 2), [{ type: 'media.failed', failure }]);
  t.same(owed(), []);
});

t.test('does not fetch types without a file, media without a source, or too many at once', async (t) => {
  const { folded, owed } = begin();
  folded.apply(receive('m1', { ...image, type: 'ig_reel' }), 0);
  folded.apply(receive('m2', { ...image, media: null }), 0);
  t.same(owed(), []);
  for (let index = 0; index < 100; index += 1) folded.apply(receive(`n${index}`, image), 1);
  t.equal(owed().length, 100);
  t.match(folded.apply(receive('last', image), 2), [
    { type: 'message.received', messageId: 'last' },
    { type: 'media.failed', messageId: 'last', failure: { code: 'media_too_many' } },
  ]);
  t.equal(owed().length, 100);
});

t.test('does not fetch media that was received before files were kept', async (t) => {
  const { keepsMedia: _, ...before } = {
    type: 'message.received' as const,
    messageId: 'm1',
    providerMessageId: 'm1',
    sentAt: 0,
    customer,
    content: image,
    opensWindow: true,
    replyAt: null,
    keepsMedia: true,
  };
  const opened = { type: 'conversation.opened', channel: 'whatsapp', accountId: 'a', address: '1' } as const;
  const ref = { kind: 'conversation', business: 'b', id: 'c' };
  const state = [opened, before].reduce(
    (after, event) => conversation.evolve(after, event, 0),
    conversation.initial(ref),
  );
  t.same(
    Object.keys(conversation.effects(state)).filter((key) => key.startsWith('media')),
    [],
  );
});

t.test('removes a file when its retention has ended', async (t) => {
  const folded = fold(mediaAsset);
  folded.apply({ type: 'receive', keptUntil: 1_000 }, 0);
  folded.advance(999);
  t.same(folded.effects(), []);
  folded.advance(1_000);
  t.same(folded.effects(), ['remove']);
  t.same(folded.timers(), {});
  folded.apply({ type: 'removed' }, 1_001);
  t.same(folded.effects(), []);
  t.match(folded.state, { keptUntil: null, removing: false });
  t.same(folded.apply({ type: 'removed' }, 1_002), []);
});

const note: InboundContent = {
  type: 'audio',
  text: null,
  details: null,
  media: { providerMediaId: '8', mimeType: 'audio/ogg; codecs=opus' },
};
const audioKept: MediaOutcome = { ...kept, mimeType: 'audio/ogg' };
const understood = { is: 'understood', text: 'Are you open?', isCut: false } as const;

t.test('a voice note that an agent answers is listened to once it is stored', async (t) => {
  const { folded } = begin();
  const owed = (): readonly string[] => folded.effects().filter((key) => key.startsWith('transcribe-'));
  const awaits = () => conversation.queries(folded.state).get().awaits;
  folded.apply(receive('m1', note, true), 0);
  t.same(owed(), []);
  t.equal(awaits(), 'words', 'an answer waits for it from the beginning');
  folded.apply(ended('m1', 1, audioKept), 1);
  t.same(owed(), ['transcribe-m1']);
  t.equal(awaits(), 'words');
  const transcribed = { type: 'transcribed', messageId: 'm1', transcription: understood } as const;
  t.match(folded.apply(transcribed, 2), [{ type: 'media.transcribed', transcription: understood }]);
  t.same(folded.apply(transcribed, 3), [], 'a repetition changes nothing');
  t.same(owed(), []);
  t.equal(awaits(), 'nothing');
});

t.test('a voice note that no agent answers is not listened to', async (t) => {
  const { folded } = begin();
  folded.apply(receive('m1', note), 0);
  folded.apply(ended('m1', 1, audioKept), 1);
  t.same(
    folded.effects().filter((key) => key.startsWith('transcribe-')),
    [],
  );
  // As an older build wrote it.
  const [, received] = folded.events;
  t.notOk(received !== undefined && 'transcribes' in received);
});

t.test(
  'an answer waits for an image being fetched, but not for one that is fetched again later',
  async (t) => {
    const { folded } = begin();
    const awaits = () => conversation.queries(folded.state).get().awaits;
    folded.apply(receive('m1', image, true), 0);
    t.equal(awaits(), 'files');
    folded.apply(ended('m1', 1, later), 1);
    t.equal(awaits(), 'nothing');
    folded.apply(receive('m2', { ...image, type: 'video' }, true), 2);
    t.equal(awaits(), 'nothing', 'models do not look at videos');
  },
);

/** Disclosures when synthesisers fail, operators take over, machines answer, or a speech-to-speech engine speaks. */
import t from 'tap';
import { MS_PER_CHARACTER } from '../carrier.js';
import {
  answered,
  closed,
  DISCLOSURE,
  DISCLOSURE_MS,
  disclosed,
  GREETING,
  GREETING_MS,
  hangUps,
  outcomes,
  synthesised,
  transcriptOf,
} from './disclosing.js';

const BY = { type: 'user', id: 'u1' } as const;

t.test('a failed disclosure is retried with the next synthesiser, then with all of them again', async (t) => {
  const conversation = answered(
    { mute: true },
    { providers: { models: 1, synthesisers: 2, recognisers: 1 } },
  );
  const fail = (): void => {
    const utterance = conversation.outputs.findLast(
      ({ output }) => output.type === 'synthesise' && output.text === DISCLOSURE,
    )?.output;
    if (utterance?.type === 'synthesise')
      conversation.feed({ type: 'speech_failed', utterance: utterance.utterance });
  };
  fail();
  fail();
  t.same(conversation.notes(), ['synthesiser_retried', 'disclosure_retried']);
  conversation.pass(1_100);
  const attempts = synthesised(conversation).filter((text) => text === DISCLOSURE).length;
  t.equal(attempts, 3);
  const last = conversation.last('synthesise');
  t.equal(last?.text, DISCLOSURE);
  if (last === undefined) return;
  const payload = new Uint8Array(DISCLOSURE_MS * 8).fill(0x20);
  conversation.feed({ type: 'speech_audio', utterance: last.utterance, payload, words: [] });
  conversation.feed({ type: 'speech_done', utterance: last.utterance });
  conversation.pass(DISCLOSURE_MS + 100);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
  t.match(transcriptOf(conversation)[0], `assistant: ${DISCLOSURE}`);
});

t.test('ends the call without a word if no synthesiser makes the disclosure', async (t) => {
  const conversation = answered({ mute: true });
  conversation.pass(12_000);
  t.same(hangUps(conversation), ['disclosure_failed']);
  t.ok(conversation.notes().includes('disclosure_failed'));
  t.equal(conversation.sent('send_audio'), 0);
  t.same(outcomes(closed(conversation)), ['failed']);
  t.same(transcriptOf(conversation), []);
});

t.test('a half-synthesised disclosure is synthesised again in full before anything else', async (t) => {
  const conversation = answered({ mute: true });
  const first = conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output] : []));
  const payload = (ms: number) => new Uint8Array(ms * 8).fill(0x20);
  for (const { utterance, text } of first) {
    const ms = text === DISCLOSURE ? DISCLOSURE_MS / 2 : GREETING_MS;
    conversation.feed({ type: 'speech_audio', utterance, payload: payload(ms), words: [] });
    conversation.feed({ type: text === DISCLOSURE ? 'speech_failed' : 'speech_done', utterance });
  }
  conversation.pass(1_500);
  t.same(disclosed(conversation), []);
  const again = conversation.last('synthesise');
  t.equal(again?.text, DISCLOSURE);
  if (again === undefined) return;
  conversation.feed({
    type: 'speech_audio',
    utterance: again.utterance,
    payload: payload(DISCLOSURE_MS),
    words: [],
  });
  conversation.feed({ type: 'speech_done', utterance: again.utterance });
  conversation.pass(DISCLOSURE_MS + GREETING_MS + 1_000);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
  t.match(transcriptOf(conversation), [/^assistant: This .*recorded\.$/, `assistant: ${GREETING}`]);
});

t.test('an operator gets the line at once, and is heard after the disclosure', async (t) => {
  const conversation = answered();
  conversation.pass(600);
  conversation.feed({ type: 'take_over', line: 'l1', by: BY });
  t.match(conversation.last('speaker'), { line: 'l1' });
  t.equal(conversation.sent('send_clear'), 0);
  const voice = new Uint8Array(160).fill(0x05);
  const operatorSent = (): number =>
    conversation.outputs.filter(({ output }) => output.type === 'send_audio' && output.payload[0] === 0x05)
      .length;
  const speak = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 20) {
      conversation.feed({ type: 'operator_audio', payload: voice });
      conversation.pass(20, true);
    }
  };
  speak(DISCLOSURE_MS - 900);
  t.equal(operatorSent(), 0);
  speak(1_000);
  t.ok(operatorSent() > 20);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
  t.ok(transcriptOf(conversation).includes(`assistant: ${DISCLOSURE}`), 'the whole disclosure is spoken');
  t.notOk(
    transcriptOf(conversation).some((turn) => turn.includes(GREETING)),
    'the greeting is skipped',
  );
});

t.test('the disclosure continues after an operator hands back before its end', async (t) => {
  const conversation = answered();
  conversation.pass(600);
  conversation.feed({ type: 'take_over', line: 'l1', by: BY });
  conversation.pass(200);
  conversation.feed({ type: 'hand_back', note: 'Offer noon.', reason: 'handed_back' });
  conversation.pass(1_100);
  t.equal(conversation.sent('respond'), 0, 'the agent says nothing before the disclosure was heard');
  conversation.pass(DISCLOSURE_MS - 1_000);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
  t.equal(conversation.sent('respond'), 1);
});

t.test('the disclosure is repeated on the restored line if an operator took over meanwhile', async (t) => {
  const conversation = answered();
  conversation.pass(600);
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'take_over', line: 'l1', by: BY });
  conversation.pass(400);
  conversation.feed({ type: 'connected' });
  conversation.pass(DISCLOSURE_MS + 100);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
});

const MACHINE = 'you have reached bob please leave a message after the tone';
const MESSAGE = 'This is Ada. Please call me back.';

t.test('a voicemail message begins with the disclosure', async (t) => {
  const conversation = answered({}, { voicemail: { type: 'leave_message', text: MESSAGE } });
  conversation.pass(1_000);
  conversation.hear(MACHINE, 900);
  t.same(disclosed(conversation), []);
  conversation.pass(4_000);
  conversation.pass(DISCLOSURE_MS + MESSAGE.length * MS_PER_CHARACTER);
  t.same(hangUps(conversation), ['voicemail']);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
  const turns = transcriptOf(conversation);
  t.same(turns.slice(-2), [`assistant: ${DISCLOSURE}`, `assistant: ${MESSAGE}`]);
});

t.test('repeats the disclosure before a voicemail message even if it was heard already', async (t) => {
  const conversation = answered({}, { voicemail: { type: 'leave_message', text: MESSAGE } });
  conversation.pass(DISCLOSURE_MS + 400);
  conversation.hear(MACHINE, 900);
  conversation.pass(5_000 + DISCLOSURE_MS + MESSAGE.length * MS_PER_CHARACTER);
  t.equal(synthesised(conversation).filter((text) => text === DISCLOSURE).length, 2);
  t.same(transcriptOf(conversation).slice(-2), [`assistant: ${DISCLOSURE}`, `assistant: ${MESSAGE}`]);
});

t.test('hangs up on a machine without completing the disclosure', async (t) => {
  const conversation = answered({}, { voicemail: { type: 'hang_up' } });
  conversation.pass(1_000);
  conversation.hear(MACHINE, 900);
  conversation.pass(200);
  t.same(hangUps(conversation), ['voicemail']);
  t.same(disclosed(conversation), []);
});

t.test('leaves no voicemail message if no synthesiser makes the disclosure', async (t) => {
  const conversation = answered({ mute: true }, { voicemail: { type: 'leave_message', text: MESSAGE } });
  conversation.hear(MACHINE, 0);
  conversation.pass(16_000);
  t.same(hangUps(conversation), ['disclosure_failed']);
  t.equal(conversation.sent('send_audio'), 0);
});

t.test('reaching the maximum duration before the disclosure was heard ends the call silently', async (t) => {
  const conversation = answered({}, {}, { maxCallDurationSeconds: 1 });
  conversation.pass(1_500);
  t.same(hangUps(conversation), ['max_duration']);
  t.notOk(synthesised(conversation).includes('Time is up.'));
});

t.test('a speech-to-speech engine is notified of the words that the synthesiser speaks', async (t) => {
  const conversation = answered(
    {},
    { providers: { models: 1, synthesisers: 1, recognisers: 1, engines: 1 } },
  );
  conversation.pass(DISCLOSURE_MS + GREETING_MS + 300);
  t.same(synthesised(conversation), [DISCLOSURE, GREETING]);
  t.same(
    conversation.outputs.flatMap(({ output }) => (output.type === 'engine_say' ? [output.text] : [])),
    [DISCLOSURE, GREETING],
  );
  t.equal(conversation.sent('engine_respond'), 0);
  t.match(disclosed(conversation), [{ heard: 'acked' }]);
});

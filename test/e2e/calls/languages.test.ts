/**
 * A customer asks for the other language of the agent: the voice changes with the next answer, and the call stays in that
 * language when another process resumes it. The two languages are British and American English, which the offline voices speak.
 */
import t from 'tap';
import { createAgentSpeechRecogniser } from '../../../bench/failover/agent-speech.js';
import { createFlite } from '../../../providers/speech/offline/flite/synthesiser.js';
import type { Step } from '../../../simulators/phone-network/callee.js';
import { type CallDetail, isSettled } from '../../../testkit/api/client.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const SETTLED_MS = 90_000;
const GREETING = 'Good morning from Boston.';
const SWITCHED = 'Certainly, I am your British colleague now.';
const HOURS = 'We are open from noon to midnight.';
const GOODBYE = 'Cheerio!';
const INSTRUCTIONS = [
  `When the customer says "british english please", say "${SWITCHED}". Then switch to "en-GB".`,
  `When the customer says "what are your opening hours", say "${HOURS}".`,
  `When the customer says "thank you goodbye", say "${GOODBYE}". Then hang up.`,
].join('\n');
const NUMBER = '+14155550190';

t.setTimeout(200_000);

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const say = async (text: string): Promise<Step> => ({
  afterSilenceMs: 900,
  do: { type: 'say', audio: await world.say(text) },
});

const spokenTurns = ({ transcript }: CallDetail, speaker: 'assistant' | 'customer') =>
  transcript.filter((turn) => turn.speaker === speaker).map(({ text }) => text);

t.test('the voice changes, and the next process speaks with it', async (t) => {
  const agent = await client.createAgent('Boston', INSTRUCTIONS, {
    firstGreeting: GREETING,
    language: 'en-US',
    furtherLanguages: ['en-GB'],
  });
  await world.network.callee(NUMBER, {
    ringMs: 300,
    steps: [
      await say('british english please'),
      await say('what are your opening hours'),
      { afterSilenceMs: 6_000, do: { type: 'say', audio: await world.say('thank you goodbye') } },
    ],
  });
  const callId = await client.startCall(agent.id, NUMBER);
  await until('the hours are said', async () => {
    const detail = await client.call(callId);
    return spokenTurns(detail, 'assistant').includes(HOURS) ? detail : null;
  });
  await world.kill();
  await world.restart();
  const detail = await world.client().callUntil(callId, isSettled, SETTLED_MS);
  t.same(
    detail.diagnostics.toolUses.map(({ name, outcome }) => [name, outcome]),
    [['switch_language', 'done']],
  );
  t.ok(spokenTurns(detail, 'assistant').includes(GOODBYE), spokenTurns(detail, 'assistant').join(' | '));

  const voices = createFlite();
  t.teardown(() => voices.close());
  const lines = [GREETING, SWITCHED, HOURS, GOODBYE];
  const [placed] = await world.network.callsOf(callId);
  const played = await world.network.heard(placed?.sid ?? '');
  const heardIn = async (voiceId: string): Promise<readonly string[]> => {
    const recognise = await createAgentSpeechRecogniser(voices, voiceId, lines);
    const { heard } = recognise(played);
    return lines.filter((line) => heard.some(({ text, toEnd }) => toEnd && line.endsWith(text)));
  };
  t.same(await heardIn('flite:slt'), [GREETING], 'the American voice');
  t.same(await heardIn('flite:awb'), [SWITCHED, HOURS, GOODBYE], 'the British voice');
});

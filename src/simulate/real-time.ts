/** Conversations in real time, with an agent of a service of its own, over its whole path of audio or messages. */
import { createPersona } from '../../operations/simulations/persona.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { isRecord } from '../../schemas/json.js';
import { DEFAULT_TURNS, type Scenario } from '../../schemas/simulations/scenario.js';
import { talkInWriting } from './customers/in-writing.js';
import { talkOnThePhone } from './customers/on-the-phone.js';
import type { Speak } from './customers/sound.js';
import type { PlayConversation } from './run.js';
import type { SimulationService } from './service.js';

const ACCOUNT = '106540352242900';

interface RealTimeOptions {
  readonly service: SimulationService;
  /** Plays personas; null if there are none. */
  readonly model: LanguageModel | null;
  /** Synthesises what customers say on the phone. */
  readonly speak: Speak;
}

/** Creates the agent. @throws ConfigError if it is rejected */
export const inRealTime = async (
  scenario: Scenario,
  { service, model, speak }: RealTimeOptions,
): Promise<PlayConversation> => {
  const agentId = await createAgent(scenario, service);
  const { channel, mostTurns = DEFAULT_TURNS } = scenario;
  return async ({ customer, place }) => {
    const digits = `1415${String(5_550_000 + place)}`;
    const persona = createPersona(customer, channel, { model });
    return channel === 'voice'
      ? talkOnThePhone({ service, agentId, number: `+${digits}`, customer, persona, speak, mostTurns })
      : talkInWriting({ service, accountId: ACCOUNT, from: digits, persona, mostTurns });
  };
};

const createAgent = async ({ channel, agent }: Scenario, service: SimulationService): Promise<string> => {
  const { instructions, firstGreeting, disclosure, language, voiceId } = agent;
  if (channel === 'whatsapp') {
    const token = await service.file('token', 'of-a-simulation');
    await service.admin(
      ...['channel', 'connect', '--channel', 'whatsapp', '--account', ACCOUNT],
      ...['--name', 'Simulation', '--token-file', token],
    );
  }
  const profile =
    channel === 'voice'
      ? {
          voiceSettings: {
            ...(firstGreeting === undefined ? {} : { firstGreeting }),
            ...(disclosure === undefined ? {} : { disclosure }),
            ...(language === undefined ? {} : { language }),
            ...(voiceId === undefined ? {} : { voiceId }),
          },
        }
      : { assignment: { phoneNumberId: ACCOUNT } };
  const created = await service.api('POST', '/api/v1/agents', {
    channel,
    name: 'Simulated',
    instructions,
    ...profile,
  });
  return isRecord(created) && isRecord(created.agent) ? String(created.agent.id) : '';
};

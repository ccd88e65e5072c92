/** `parley admin agent`: what an agent does when voicemail answers, and whether it remembers contacts, as the API sets them. */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { setVoicemail, voicemailOperations } from '../../operations/agents/voicemail.js';
import { readMemory, setMemory } from '../../operations/memory/contact-memory.js';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import { ConfigError } from '../config/index.js';
import { addAction } from './action.js';
import { type AdminOptions, asAdmin, businessRef, idOption } from './as-admin.js';

interface AgentOptions extends AdminOptions {
  readonly business: string;
  readonly agent: string;
}

interface VoicemailOptions extends AgentOptions {
  readonly message?: string;
  readonly hangUp?: true;
  readonly talk?: true;
}

const MAX_CHARACTERS = 1_000;

export const addAgentCommands = (admin: Command): void => {
  const group = admin.command('agent').description('Agents: voicemail handling, memory.');
  addAction(
    group
      .command('voicemail')
      .description('Set what an agent does when voicemail answers; without an option, show it.')
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption('--agent <id>', 'id of the agent')
      .option('--hang-up', 'hang up (default)')
      .option(
        '--message <text>',
        'leave this message after the beep; may contain {{variables}} like the instructions',
      )
      .option('--talk', 'talk as to a person, without voicemail detection'),
    (options: VoicemailOptions) => {
      const { business } = businessRef(options.business);
      const ref = { business, id: idOption('--agent', options.agent, 'the API returned') };
      const voicemail = choiceOf(options);
      return asAdmin(options, async ({ actors }) => {
        const present =
          voicemail === null
            ? await voicemailOperations({ actors }).read(business, ref.id)
            : (await setVoicemail(actors, ref, voicemail, randomUUID())).result;
        return { businessId: business, agentId: ref.id, voicemail: present };
      });
    },
  );
  addMemory(group);
};

const addMemory = (group: Command): void => {
  addAction(
    group
      .command('memory')
      .description('Whether an agent remembers contacts; without an option, show it.')
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption('--agent <id>', 'id of the agent')
      .option('--on', 'it remembers them, if the calls of the business are analysed')
      .addOption(new Option('--off', 'it does not remember them').conflicts('on')),
    (options: AgentOptions & { readonly on?: true; readonly off?: true }) => {
      const { business } = businessRef(options.business);
      const ref = { business, id: idOption('--agent', options.agent, 'the API returned') };
      const isChanged = options.on === true || options.off === true;
      return asAdmin(options, async ({ actors }) => {
        const memory = isChanged
          ? (await setMemory(actors, ref, { enabled: options.on === true }, randomUUID())).result
          : await readMemory(actors, ref);
        return { businessId: business, agentId: ref.id, memory };
      });
    },
  );
};

/** Null if no choice was made. @throws ConfigError */
const choiceOf = ({ hangUp, message, talk }: VoicemailOptions): Voicemail | null => {
  const choices: Voicemail[] = [
    ...(hangUp ? [{ type: 'hang_up' } as const] : []),
    ...(message === undefined ? [] : [{ type: 'leave_message', text: message } as const]),
    ...(talk ? [{ type: 'talk' } as const] : []),
  ];
  if (choices.length > 1) throw new ConfigError('use only one of --hang-up, --message and --talk');
  if (message !== undefined && (message.trim() === '' || message.length > MAX_CHARACTERS))
    throw new ConfigError(`--message must have 1 to ${MAX_CHARACTERS} characters`);
  return choices[0] ?? null;
};

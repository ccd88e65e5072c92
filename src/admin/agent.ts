/** `parley admin agent`: agent settings that the API does not cover. */
import type { Command } from 'commander';
import { agent } from '../../actors/agent/index.js';
import { USUAL_VOICEMAIL, type Voicemail } from '../../schemas/voicemail.js';
import { ConfigError } from '../config.js';
import { answering } from './answering.js';
import { type AdminOptions, asAdmin, businessRef, idOption } from './as-admin.js';

interface VoicemailOptions extends AdminOptions {
  readonly business: string;
  readonly agent: string;
  readonly message?: string;
  readonly hangUp?: true;
  readonly talk?: true;
}

const MOST_CHARACTERS = 1_000;

export const addAgentCommands = (admin: Command): void => {
  const group = admin.command('agent').description('Agents: what they do when a machine answers.');
  answering(
    group
      .command('voicemail')
      .description('Say what an agent does when a machine answers its call; without a choice: show it.')
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption('--agent <id>', 'id of the agent')
      .option('--hang-up', 'it hangs up (what it does where nothing else was said)')
      .option('--message <text>', 'it leaves this message after the beep; {{…}} as in its instructions')
      .option('--talk', 'it talks as it does to people; nothing is looked for'),
    (options: VoicemailOptions) => {
      const { business } = businessRef(options.business);
      const ref = { business, id: idOption('--agent', options.agent, 'the API gave it') };
      const voicemail = choiceOf(options);
      return asAdmin(options, async ({ actors }) => {
        const { answer } =
          voicemail === null
            ? await actors.query(agent, ref, 'get')
            : await actors.ask(agent, ref, { type: 'set_voicemail', voicemail });
        return { businessId: business, agentId: ref.id, voicemail: answer.voicemail ?? USUAL_VOICEMAIL };
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
  if (choices.length > 1) throw new ConfigError('give one of --hang-up, --message and --talk');
  if (message !== undefined && (message.trim() === '' || message.length > MOST_CHARACTERS))
    throw new ConfigError(`--message is what is said after the beep: 1 to ${MOST_CHARACTERS} characters`);
  return choices[0] ?? null;
};

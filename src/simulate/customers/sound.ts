/** The voices of simulated customers in real time: those of Flite, or of any provider that has a key. */
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { createFlite } from '../../../providers/speech/offline/flite/synthesiser.js';
import { FLITE, fliteKind } from '../../../providers/speech/offline/kinds.js';
import type { Synthesiser } from '../../../providers/speech/synthesiser.js';
import { synthesiserKinds } from '../../../providers/speech/synthesisers/kinds.js';
import type { SimulatedCustomer } from '../../../schemas/simulations/customer.js';
import type { Scenario } from '../../../schemas/simulations/scenario.js';
import { openChosen, providerChoices } from '../../config/provider-choices.js';
import type { Environment } from '../../config-file/read.js';

/** Resolves with µ-law audio. @throws SynthesisFailure */
export type Speak = (customer: SimulatedCustomer, text: string) => Promise<Uint8Array>;

export interface CustomerVoices {
  readonly speak: Speak;
  close(): Promise<void>;
}

const DEFAULT_VOICE = 'flite:rms';
const DEFAULT_LANGUAGE = 'en';
const SYNTHESIS_TIMEOUT_MS = 30_000;

const voiceOf = ({ voice = DEFAULT_VOICE }: SimulatedCustomer): string => voice;

/** Opens the voices of the scenario's customers. @throws ConfigError if one cannot be used */
export const openVoices = async (
  { agent, customers }: Scenario,
  env: Environment,
): Promise<CustomerVoices> => {
  const flite = createFlite();
  const kinds = [fliteKind(() => flite), ...synthesiserKinds({ onWarning: () => undefined })];
  const opened = new Map<string, Synthesiser>([[FLITE.name, flite]]);
  const close = async (): Promise<void> => {
    for (const synthesiser of opened.values()) await synthesiser.close();
  };
  try {
    for (const voice of new Set(customers.map(voiceOf)))
      for (const choice of providerChoices('the voice of a customer', voice, kinds, env)) {
        const synthesiser = await openChosen('the voice of a customer', choice, kinds);
        if (!opened.has(choice.provider)) opened.set(choice.provider, synthesiser);
        else if (choice.provider !== FLITE.name) await synthesiser.close();
      }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    speak: async (customer, text) => {
      const voiceId = voiceOf(customer);
      const synthesiser = opened.get(voiceId.slice(0, voiceId.indexOf(':'))) ?? flite;
      const request = { text, voiceId, language: agent.language ?? DEFAULT_LANGUAGE };
      const pieces: Uint8Array[] = [];
      for await (const { mulaw } of synthesiser.synthesise(request, timeoutSignal(SYNTHESIS_TIMEOUT_MS)))
        pieces.push(mulaw);
      return Buffer.concat(pieces);
    },
    close,
  };
};

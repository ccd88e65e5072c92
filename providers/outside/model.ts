/** An external model: any that implements the Vercel AI SDK's provider interface, version 3. */
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { isRecord } from '../../schemas/json.js';
import type { ProviderKind } from '../provider-kind.js';
import { MODULE, makeOutside } from './load.js';

/** `module:<package or file>[#choice]`; the module exports `createModel(settings)`. */
export const OUTSIDE_MODEL: ProviderKind<LanguageModelV3> = {
  ...MODULE,
  open: async ({ choice }) => {
    const made = await makeOutside(choice, 'createModel');
    if (!isModel(made))
      throw new Error(
        "its createModel gives no model of the AI SDK's provider interface, version 3 (doStream)",
      );
    return made;
  },
};

const isModel = (made: unknown): made is LanguageModelV3 =>
  isRecord(made) && made.specificationVersion === 'v3' && typeof made.doStream === 'function';

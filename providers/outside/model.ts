/** An external model: any that implements the Vercel AI SDK's provider interface, version 3. */
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { isRecord } from '../../schemas/json.js';
import type { ProviderKind } from '../provider-kind.js';
import { MODULE, makeOutside } from './load.js';

/** `module:<package or file>[#choice]`; the module exports `createModel(settings)`. */
export const OUTSIDE_MODEL: ProviderKind<LanguageModelV3> = {
  ...MODULE,
  open: async ({ choice }) => {
    const model = await makeOutside(choice, 'createModel');
    if (!isModel(model))
      throw new Error(
        "its createModel does not return a model with the AI SDK's provider interface, version 3 (doStream)",
      );
    return model;
  },
};

const isModel = (model: unknown): model is LanguageModelV3 =>
  isRecord(model) && model.specificationVersion === 'v3' && typeof model.doStream === 'function';

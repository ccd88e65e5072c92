/** `sherpa:<model>`: recognition with a model that is installed on this machine. */
import type { ProviderDescription, ProviderKind } from '../../provider-kind.js';
import type { Recogniser } from '../recogniser.js';
import { hasEngine, installedModels } from './installed-models.js';
import { createSherpaRecogniser, type SherpaOptions } from './sherpa-recogniser.js';

/** The default choice is the model that was installed last in `directory`. */
export const sherpaDescription = (directory: string): ProviderDescription => ({
  name: 'sherpa',
  keyVariable: null,
  addressVariable: null,
  defaultAddress: null,
  defaultChoice: installedModels(directory)[0]?.name ?? null,
});

/** The kind for the models in `directory`. */
export const sherpaKind = (directory: string, options: SherpaOptions): ProviderKind<Recogniser> => ({
  ...sherpaDescription(directory),
  open: async ({ choice }) => {
    const models = installedModels(directory);
    const model = models.find(({ name }) => name === choice);
    if (model === undefined)
      throw new Error(
        models.length === 0
          ? 'no model is installed; run parley speech install'
          : `write one of ${models.map(({ name }) => name).join(', ')}, or run parley speech install`,
      );
    if (!hasEngine())
      throw new Error('the package sherpa-onnx-node is not installed; run npm install sherpa-onnx-node');
    return createSherpaRecogniser(model, options);
  },
});

/**
 * A model with the inputs and outputs of Smart Turn: its probability is the logistic function of the mean of all features.
 * The runtime is real; only the training is not.
 */
import { writeFileSync } from 'node:fs';
import { type Graph, onnxModel } from './onnx.js';

const toyTurn = (bands: number): Graph => ({
  inputs: [{ name: 'input_features', type: 'float', shape: ['batch', bands, 800] }],
  outputs: [{ name: 'logits', type: 'float', shape: ['batch', 1] }],
  constants: [],
  operations: [
    {
      name: 'ReduceMean',
      from: ['input_features'],
      to: 'bands',
      whole: { keepdims: 0 },
      list: { axes: [2] },
    },
    { name: 'ReduceMean', from: ['bands'], to: 'mean', whole: { keepdims: 1 }, list: { axes: [1] } },
    { name: 'Sigmoid', from: ['mean'], to: 'logits' },
  ],
  about: {},
});

/** Writes the model to `path`. `bands`: 80, as the real one has; another number makes a model that does not fit. */
export const writeToyTurnModel = (path: string, bands = 80): void =>
  writeFileSync(path, onnxModel(toyTurn(bands)));

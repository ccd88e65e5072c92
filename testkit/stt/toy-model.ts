/**
 * A model that sherpa-onnx accepts as one of its own (a streaming transducer, like `lstm` models) and that knows two
 * words: the start of a sound is YES if the sound is low, NO if it is high. The engine is real; only the training is
 * not.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Constant, type Graph, onnxModel } from './onnx.js';

/** Frames of 10 ms in each call of the model. */
const FRAMES = 8;
const BINS = 80;
/** A tone below this bin is low: the bin stands for about 1,000 Hz. */
const MIDDLE_BIN = 32;
/** Logarithm of a bin's energy above which there is a sound. */
const LOUD = -2;

const number = (name: string, value: number): Constant => ({
  name,
  shape: [1],
  type: 'float',
  values: [value],
});
const places = (name: string, ...values: number[]): Constant => ({
  name,
  shape: [values.length],
  type: 'int64',
  values,
});

const ENCODER: Graph = {
  inputs: [
    { name: 'x', type: 'float', shape: ['N', FRAMES, BINS] },
    { name: 'h', type: 'float', shape: [1, 'N', 1] },
    { name: 'c', type: 'float', shape: [1, 'N', 1] },
  ],
  outputs: [
    { name: 'encoder_out', type: 'float', shape: ['N', 2, 3] },
    { name: 'next_h', type: 'float', shape: [1, 'N', 1] },
    { name: 'next_c', type: 'float', shape: [1, 'N', 1] },
  ],
  constants: [
    number('loud', LOUD),
    number('one', 1),
    number('none', 0),
    number('half', 0.5),
    places('first', 0),
    places('middle', MIDDLE_BIN),
    places('last', BINS),
    places('bins', 2),
    { name: 'nothing_new', shape: [1, 1, 3], type: 'float', values: [0.5, 0, 0] },
  ],
  operations: [
    { name: 'ReduceMax', from: ['x'], to: 'loudest', whole: { keepdims: 1 }, list: { axes: [1, 2] } },
    { name: 'Greater', from: ['loudest', 'loud'], to: 'is_loud' },
    { name: 'Cast', from: ['is_loud'], to: 'sound', whole: { to: 1 } },
    // The state is whether there was a sound before.
    { name: 'Transpose', from: ['c'], to: 'before', list: { perm: [1, 0, 2] } },
    { name: 'Sub', from: ['one', 'before'], to: 'silent_before' },
    { name: 'Mul', from: ['sound', 'silent_before'], to: 'begins' },
    { name: 'Slice', from: ['x', 'first', 'middle', 'bins'], to: 'low_bins' },
    { name: 'Slice', from: ['x', 'middle', 'last', 'bins'], to: 'high_bins' },
    { name: 'ReduceMax', from: ['low_bins'], to: 'lowest', whole: { keepdims: 1 }, list: { axes: [1, 2] } },
    { name: 'ReduceMax', from: ['high_bins'], to: 'highest', whole: { keepdims: 1 }, list: { axes: [1, 2] } },
    { name: 'Greater', from: ['lowest', 'highest'], to: 'is_low' },
    { name: 'Cast', from: ['is_low'], to: 'low', whole: { to: 1 } },
    { name: 'Sub', from: ['one', 'low'], to: 'high' },
    { name: 'Mul', from: ['begins', 'low'], to: 'yes' },
    { name: 'Mul', from: ['begins', 'high'], to: 'no' },
    { name: 'Mul', from: ['sound', 'none'], to: 'nothing' },
    { name: 'Add', from: ['nothing', 'half'], to: 'blank' },
    { name: 'Concat', from: ['blank', 'yes', 'no'], to: 'step', whole: { axis: 2 } },
    { name: 'Mul', from: ['step', 'none'], to: 'empty_step' },
    { name: 'Add', from: ['empty_step', 'nothing_new'], to: 'next_step' },
    // A chunk of 80 ms has two steps of the encoder.
    { name: 'Concat', from: ['step', 'next_step'], to: 'encoder_out', whole: { axis: 1 } },
    { name: 'Transpose', from: ['sound'], to: 'next_c', list: { perm: [1, 0, 2] } },
    { name: 'Identity', from: ['h'], to: 'next_h' },
  ],
  about: {
    model_type: 'lstm',
    num_encoder_layers: '1',
    T: String(FRAMES),
    decode_chunk_len: String(FRAMES),
    rnn_hidden_size: '1',
    d_model: '1',
  },
};

const DECODER: Graph = {
  inputs: [{ name: 'y', type: 'int64', shape: ['N', 2] }],
  outputs: [{ name: 'decoder_out', type: 'float', shape: ['N', 3] }],
  constants: [{ name: 'nothing', shape: [1, 3], type: 'float', values: [0, 0, 0] }],
  operations: [
    { name: 'Cast', from: ['y'], to: 'words', whole: { to: 1 } },
    { name: 'ReduceMax', from: ['words'], to: 'word', whole: { keepdims: 1 }, list: { axes: [1] } },
    { name: 'Mul', from: ['word', 'nothing'], to: 'decoder_out' },
  ],
  about: { vocab_size: '3', context_size: '2' },
};

const JOINER: Graph = {
  inputs: [
    { name: 'encoder_out', type: 'float', shape: ['N', 3] },
    { name: 'decoder_out', type: 'float', shape: ['N', 3] },
  ],
  outputs: [{ name: 'logit', type: 'float', shape: ['N', 3] }],
  constants: [],
  operations: [{ name: 'Add', from: ['encoder_out', 'decoder_out'], to: 'logit' }],
  about: { joiner_dim: '3' },
};

/** Writes the model's files into `folder`, named like those of released models. */
export const writeToyModel = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'encoder.onnx'), onnxModel(ENCODER));
  writeFileSync(join(folder, 'decoder.onnx'), onnxModel(DECODER));
  writeFileSync(join(folder, 'joiner.onnx'), onnxModel(JOINER));
  writeFileSync(join(folder, 'tokens.txt'), '<blk> 0\n▁YES 1\n▁NO 2\n');
};

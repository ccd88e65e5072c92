/**
 * Makes the copy of Silero VAD in `providers/speech/silero/` from the Silero Team's file: the model for 8,000 Hz, half of the
 * file, is replaced by one that returns its inputs. Parley shows the model 16,000 Hz only, and that half is unchanged.
 *
 * `node dist/scripts/narrow-silero.js <the team's silero_vad.onnx> <target>`. The format is ONNX, protocol buffers
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const ORIGINAL_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';

/** Numbers of the fields that are read or written here. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_NAME = 2;
const GRAPH_OUTPUT = 12;
const VALUE_NAME = 1;
const NODE = { input: 1, output: 2, type: 4, attribute: 5 } as const;
const ATTRIBUTE = { name: 1, graph: 6 } as const;

const DELIMITED = 2;

/** A field of a message: its number, and what it was read from, key included. `content`: of strings, bytes and messages. */
interface Field {
  readonly number: number;
  readonly encoded: Buffer;
  readonly content: Buffer | null;
}

const readVarint = (bytes: Buffer, from: number): readonly [value: number, next: number] => {
  let value = 0;
  let at = from;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes.readUInt8(at);
    at += 1;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at];
  }
};

const writeVarint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
};

const fieldsOf = (message: Buffer): readonly Field[] => {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const from = at;
    const [key, afterKey] = readVarint(message, at);
    const wire = key & 7;
    let content: Buffer | null = null;
    if (wire === 0) [, at] = readVarint(message, afterKey);
    else if (wire === 1 || wire === 5) at = afterKey + (wire === 1 ? 8 : 4);
    else if (wire === DELIMITED) {
      const [length, start] = readVarint(message, afterKey);
      at = start + length;
      content = message.subarray(start, at);
    } else throw new Error(`the file has a field of wire type ${wire}`);
    fields.push({ number: Math.floor(key / 8), encoded: message.subarray(from, at), content });
  }
  return fields;
};

const field = (number: number, content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([writeVarint(number * 8 + DELIMITED), writeVarint(bytes.length), bytes]);
};

const contentsOf = (message: Buffer, number: number): readonly Buffer[] =>
  fieldsOf(message).flatMap((part) =>
    part.number === number && part.content !== null ? [part.content] : [],
  );

/** The message with the contents of one of its fields replaced. */
const mapped = (message: Buffer, number: number, change: (content: Buffer) => Buffer): Buffer =>
  Buffer.concat(
    fieldsOf(message).map((part) =>
      part.number === number && part.content !== null ? field(number, change(part.content)) : part.encoded,
    ),
  );

const textOf = (message: Buffer, number: number): string => contentsOf(message, number)[0]?.toString() ?? '';

/** A graph with the name and outputs of `graph`, which are two inputs of the whole model. */
const returningInputs = (graph: Buffer): Buffer => {
  const outputs = contentsOf(graph, GRAPH_OUTPUT);
  const nodes = ['input', 'state'].map((name, index) =>
    Buffer.concat([
      field(NODE.input, name),
      field(NODE.output, textOf(outputs[index] ?? Buffer.alloc(0), VALUE_NAME)),
      field(NODE.type, 'Identity'),
    ]),
  );
  return Buffer.concat([
    ...nodes.map((node) => field(GRAPH_NODE, node)),
    field(GRAPH_NAME, textOf(graph, GRAPH_NAME)),
    ...outputs.map((output) => field(GRAPH_OUTPUT, output)),
  ]);
};

/** `then` is for 16,000 Hz, `else` for 8,000 Hz. */
const narrowed = (attribute: Buffer): Buffer =>
  textOf(attribute, ATTRIBUTE.name) === 'else_branch'
    ? mapped(attribute, ATTRIBUTE.graph, returningInputs)
    : attribute;

const [, , source = '', target = ''] = process.argv;
const original = readFileSync(source);
if (createHash('sha256').update(original).digest('hex') !== ORIGINAL_SHA256)
  throw new Error(`${source} is not the file that this was written for`);
const model = mapped(original, MODEL_GRAPH, (graph) =>
  mapped(graph, GRAPH_NODE, (node) =>
    textOf(node, NODE.type) === 'If' ? mapped(node, NODE.attribute, narrowed) : node,
  ),
);
writeFileSync(target, model);
process.stdout.write(`${model.length} bytes, SHA-256 ${createHash('sha256').update(model).digest('hex')}\n`);

/** Writes models in the ONNX format (onnx.proto of onnx.ai, IR version 8, operators of set 13): just enough for toys. */

/** One message of protobuf, as bytes. */
type Message = Buffer;

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Buffer.from(bytes);
};

const whole = (field: number, value: number): Message => Buffer.concat([varint(field << 3), varint(value)]);

const bytes = (field: number, value: Message | string): Message => {
  const content = Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
};

const message = (...fields: readonly Message[]): Message => Buffer.concat(fields);

const FLOAT = 1;
const INT64 = 7;

/** An input or output tensor; a name as a dimension stands for a variable length. */
interface Port {
  readonly name: string;
  readonly type: 'float' | 'int64';
  readonly shape: readonly (number | string)[];
}

interface Operation {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly whole?: Readonly<Record<string, number>>;
  readonly list?: Readonly<Record<string, readonly number[]>>;
}

export interface Constant {
  readonly name: string;
  readonly shape: readonly number[];
  /** With `int64`, all values are 64-bit integers. */
  readonly type: 'float' | 'int64';
  readonly values: readonly number[];
}

export interface Graph {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: readonly Constant[];
  readonly operations: readonly Operation[];
  /** Metadata that an engine reads from a model. */
  readonly about: Readonly<Record<string, string>>;
}

const typeOf = (type: Port['type']): number => (type === 'float' ? FLOAT : INT64);

const portOf = ({ name, type, shape }: Port): Message => {
  const dimensions = shape.map((length) =>
    bytes(1, typeof length === 'number' ? whole(1, length) : bytes(2, length)),
  );
  const tensor = message(whole(1, typeOf(type)), bytes(2, message(...dimensions)));
  return message(bytes(1, name), bytes(2, bytes(1, tensor)));
};

const constantOf = ({ name, shape, type, values }: Constant): Message => {
  const raw =
    type === 'float'
      ? Buffer.from(Float32Array.from(values).buffer)
      : Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer);
  return message(
    ...shape.map((length) => whole(1, length)),
    whole(2, typeOf(type)),
    bytes(8, name),
    bytes(9, raw),
  );
};

const operationOf = ({ name, from, to, whole: numbers = {}, list = {} }: Operation): Message =>
  message(
    ...from.map((input) => bytes(1, input)),
    bytes(2, to),
    bytes(4, name),
    ...Object.entries(numbers).map(([key, value]) =>
      bytes(5, message(bytes(1, key), whole(3, value), whole(20, 2))),
    ),
    ...Object.entries(list).map(([key, values]) =>
      bytes(5, message(bytes(1, key), ...values.map((value) => whole(8, value)), whole(20, 7))),
    ),
  );

/** The content of a model file. */
export const onnxModel = ({ inputs, outputs, constants, operations, about }: Graph): Buffer =>
  message(
    whole(1, 8),
    bytes(
      7,
      message(
        ...operations.map((operation) => bytes(1, operationOf(operation))),
        bytes(2, 'toy'),
        ...constants.map((constant) => bytes(5, constantOf(constant))),
        ...inputs.map((port) => bytes(11, portOf(port))),
        ...outputs.map((port) => bytes(12, portOf(port))),
      ),
    ),
    bytes(8, message(bytes(1, ''), whole(2, 13))),
    ...Object.entries(about).map(([key, value]) => bytes(14, message(bytes(1, key), bytes(2, value)))),
  );

/** Makes typed functions of the operations in the API document. */
import { isRecord, ParleyError } from './errors.js';
import type { Transport, Values } from './requests.js';
import type {
  Arguments,
  Data,
  List,
  ListIn,
  Listing,
  Operation,
  OperationName,
  Page,
  RequestOptions,
} from './types.js';

/** Makes the functions of resources. */
export interface Make {
  /** The operation of this name. */
  operation<Name extends OperationName>(name: Name): Operation<Name>;
  /** The operation of this name, whose answer has its items under `key`, in pages. */
  list<Name extends OperationName, Key extends ListIn<Data<Name>>>(name: Name, key: Key): List<Name, Key>;
}

const isOptions = (value: unknown): value is RequestOptions => isRecord(value);

/** The arguments of any operation; the types of each operation admit nothing else. */
const readArguments = ([params, options]: readonly unknown[]): readonly [Values, RequestOptions] => [
  isRecord(params) ? params : {},
  isOptions(options) ? options : {},
];

const unreadable = (name: OperationName): ParleyError =>
  new ParleyError({
    code: 'response_unreadable',
    message: `The answer of ${name} does not have the form that this version of the client knows.`,
  });

/** Functions that send their requests with `transport`. */
export const makeWith = (transport: Pick<Transport, 'send'>): Make => {
  /** The document describes the data of each operation; the service validates nothing that it sends, and neither does the client. */
  const send = async <Name extends OperationName>(
    name: Name,
    values: Values,
    options: RequestOptions,
  ): Promise<Data<Name>> => (await transport.send(name, values, options)) as Data<Name>;

  const pageOf = <Name extends OperationName, Item>(
    name: Name,
    key: PropertyKey,
    data: Data<Name>,
  ): Page<Item, Data<Name>> => {
    const found: Values = { ...data };
    const items = found[String(key)];
    const { nextCursor = null } = found;
    if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string'))
      throw unreadable(name);
    return { items, data, nextCursor };
  };

  const listing = <Name extends OperationName, Item>(
    name: Name,
    key: PropertyKey,
    values: Values,
    options: RequestOptions,
  ): Listing<Item, Data<Name>> => {
    const page = async (cursor: unknown): Promise<Page<Item, Data<Name>>> =>
      pageOf(name, key, await send(name, cursor === null ? values : { ...values, cursor }, options));
    const pages = async function* (): AsyncGenerator<Page<Item, Data<Name>>> {
      let cursor: unknown = values.cursor ?? null;
      for (;;) {
        const found = await page(cursor);
        yield found;
        if (found.nextCursor === null) return;
        // A list that leads back to itself would never end.
        if (found.nextCursor === cursor) throw unreadable(name);
        cursor = found.nextCursor;
      }
    };
    return {
      pages,
      // biome-ignore lint/suspicious/noThenProperty: a list can be awaited, as its first page.
      then: (onPage, onError) => page(values.cursor ?? null).then(onPage, onError),
      async *[Symbol.asyncIterator]() {
        for await (const { items } of pages()) yield* items;
      },
    };
  };

  return {
    operation:
      <Name extends OperationName>(name: Name) =>
      (...given: Arguments<Name>) =>
        send(name, ...readArguments(given)),
    list:
      <Name extends OperationName>(name: Name, key: PropertyKey) =>
      (...given: Arguments<Name>) =>
        listing(name, key, ...readArguments(given)),
  };
};

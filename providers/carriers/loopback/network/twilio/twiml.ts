/** A document in TwiML: the verbs that the network carries out, in their order. */
import { XMLParser } from 'fast-xml-parser';
import type { Verb } from '../verbs.js';

type XmlNode = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Verbs that the network does not know are left out; what is no TwiML has none. */
export const parseTwiml = (twiml: string): readonly Verb[] => {
  const nodes: unknown = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
  }).parse(twiml);
  const response = children(nodes, 'Response')[0]?.Response;
  if (!Array.isArray(response)) return [];
  return response.filter(isNode).flatMap((node): readonly Verb[] => {
    if ('Connect' in node)
      return children(node.Connect, 'Stream').map((stream) => ({
        type: 'connect',
        url: attribute(stream, 'url'),
      }));
    if ('Dial' in node) return [dialOf(node)];
    if ('Pause' in node) return [{ type: 'pause', seconds: Number(attribute(node, 'length')) || 1 }];
    if ('Hangup' in node) return [{ type: 'hangup' }];
    return [];
  });
};

const children = (list: unknown, name: string): readonly XmlNode[] =>
  Array.isArray(list) ? list.filter(isNode).filter((node) => name in node) : [];

const attribute = (node: XmlNode, name: string): string => {
  const attributes = node[':@'];
  const value = isNode(attributes) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : String(value ?? '');
};

/** How long the other phone rings where nothing is said of it, s. */
const DIAL_SECONDS = 30;

const dialOf = (node: XmlNode): Verb => {
  const number = children(node.Dial, 'Number')[0]?.Number;
  const text = Array.isArray(number) ? children(number, '#text')[0]?.['#text'] : undefined;
  return {
    type: 'dial',
    number: String(text ?? '').trim(),
    action: attribute(node, 'action'),
    timeoutMs: (Number(attribute(node, 'timeout')) || DIAL_SECONDS) * 1_000,
  };
};

/** Reads XML documents as carriers do: elements in order, with attributes and text. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export type XmlNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether it is XML with a `<Response>`. */
export const isWellFormed = (xml: string): boolean =>
  XMLValidator.validate(xml) === true && /<Response[\s/>]/.test(xml);

/** The names of an element and, if it is text, `#text`. */
export const namesOf = (node: XmlNode): readonly string[] =>
  Object.keys(node).filter((name) => name !== ':@');

/** The elements in its `<Response>`; empty without one. */
export const elementsOf = (xml: string): readonly XmlNode[] => {
  const nodes: unknown = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
  }).parse(xml);
  const response = children(nodes, 'Response')[0]?.Response;
  return Array.isArray(response) ? response.filter(isNode) : [];
};

/** The elements with this name. */
export const children = (list: unknown, name: string): readonly XmlNode[] =>
  Array.isArray(list) ? list.filter(isNode).filter((node) => name in node) : [];

/** Empty if the attribute is absent. */
export const attribute = (node: XmlNode, name: string): string => {
  const attributes = node[':@'];
  const value = isNode(attributes) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : String(value ?? '');
};

/** The text in a list of nodes. */
export const textIn = (list: unknown): string => String(children(list, '#text')[0]?.['#text'] ?? '').trim();

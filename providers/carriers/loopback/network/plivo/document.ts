/** A document in Plivo's XML: the verbs that the network carries out, in their order. */
import type { Verb } from '../verbs.js';
import { attribute, children, elementsOf, textIn, type XmlNode } from '../xml-nodes.js';

/** How long the other phone rings where nothing is said of it, s. */
const DIAL_SECONDS = 120;

/** Elements that the network does not know are left out. A stream that does not keep the call alive is one that ends at once. */
export const parsePlivo = (xml: string): readonly Verb[] =>
  elementsOf(xml).flatMap((node): readonly Verb[] => {
    if ('Stream' in node)
      return attribute(node, 'keepCallAlive') === 'true'
        ? [{ type: 'connect', url: textIn(node.Stream) }]
        : [];
    if ('Dial' in node) return [dialOf(node)];
    if ('Wait' in node) return [{ type: 'pause', seconds: Number(attribute(node, 'length')) || 1 }];
    if ('Hangup' in node) return [{ type: 'hangup' }];
    return [];
  });

const dialOf = (node: XmlNode): Verb => ({
  type: 'dial',
  number: `+${textIn(children(node.Dial, 'Number')[0]?.Number)}`,
  from: attribute(node, 'callerId'),
  action: attribute(node, 'action'),
  timeoutMs: (Number(attribute(node, 'timeout')) || DIAL_SECONDS) * 1_000,
});

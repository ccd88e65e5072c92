/** Parses Plivo's XML into the verbs that the network executes, in order. */
import type { Verb } from '../verbs.js';
import { attribute, children, elementsOf, textIn, type XmlNode } from '../xml-nodes.js';

/** Default ring time of the other phone, s. */
const DIAL_SECONDS = 120;

/** Unknown elements are omitted, and so is a stream without `keepCallAlive`, which would end immediately. */
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

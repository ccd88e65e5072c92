/** A document in TwiML: the verbs that the network carries out, in their order. */
import type { Verb } from '../verbs.js';
import { attribute, children, elementsOf, textIn, type XmlNode } from '../xml-nodes.js';

/** How long the other phone rings where nothing is said of it, s. */
const DIAL_SECONDS = 30;

/** Verbs that the network does not know are left out; what is no TwiML has none. */
export const parseTwiml = (twiml: string): readonly Verb[] =>
  elementsOf(twiml).flatMap((node): readonly Verb[] => {
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

const dialOf = (node: XmlNode): Verb => ({
  type: 'dial',
  number: textIn(children(node.Dial, 'Number')[0]?.Number),
  from: attribute(node, 'callerId'),
  action: attribute(node, 'action'),
  timeoutMs: (Number(attribute(node, 'timeout')) || DIAL_SECONDS) * 1_000,
});

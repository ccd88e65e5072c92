/** Call documents in XML, the format of several carriers. */
import { XMLBuilder } from 'fast-xml-parser';

/** A `<Response>` of these elements, in the builder's own shape: `{ Name: [children], ':@': { '@_attribute': value } }`. */
export const xmlOf = (elements: readonly object[]): string => {
  const builder = new XMLBuilder({ preserveOrder: true, ignoreAttributes: false, suppressEmptyNode: true });
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build([{ Response: elements }])}`;
};

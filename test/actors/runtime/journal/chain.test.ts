import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { test } from 'tap';
import {
  formatLinks,
  type Links,
  linkedTo,
  MAX_NAMED,
  parseLinks,
  predecessorIn,
} from '../../../../actors/runtime/journal/chain.js';

/** The links of an actor whose messages are these distances apart; the first distance is from the beginning. */
const linksAfter = (distances: readonly number[]): Links => {
  let seq = 0;
  let links: Links = [];
  for (const distance of distances) {
    seq += distance;
    links = linkedTo(links, seq);
  }
  return links;
};

const distances = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 40 });

test('a message names the messages before it, latest first, up to the limit', (t) => {
  t.same(linksAfter([3, 4, 5]), [12, 7, 3]);
  t.equal(linksAfter(Array.from({ length: 40 }, () => 2)).length, MAX_NAMED);
  t.equal(predecessorIn(linksAfter([3, 4, 5])), 12);
  t.end();
});

test('a first message names 0 as its predecessor; a message of an older build names nothing', (t) => {
  t.equal(formatLinks([]), '0');
  t.equal(predecessorIn(parseLinks('0')), 0);
  t.equal(predecessorIn(parseLinks('')), null);
  t.end();
});

test('parses formatted links back to the same links', (t) => {
  fc.assert(
    fc.property(distances, (all) => {
      const links = linksAfter(all);
      return isDeepStrictEqual(parseLinks(formatLinks(links)), links);
    }),
  );
  t.end();
});

test('rejects a header that does not name descending sequences', (t) => {
  for (const header of ['x,', '-1', '5,5', '5,9', '00,1', 'A', '1e3,!', ' 5', '5, 1']) {
    t.equal(parseLinks(header), null, header);
  }
  const tooMany = formatLinks(Array.from({ length: MAX_NAMED + 1 }, (_, index) => 100 - index));
  t.equal(parseLinks(tooMany), null);
  t.end();
});

test('a damaged header never yields sequences that grow or repeat', (t) => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (header) => {
      const links = parseLinks(header) ?? [];
      return links.every((seq, index) => seq > 0 && (index === 0 || seq < (links[index - 1] ?? 0)));
    }),
  );
  t.end();
});

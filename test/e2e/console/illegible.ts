/** Words of a page that cannot be read: cut off at the edge of a box, or printed over other words. */
import type { Page } from 'playwright-core';

/**
 * Runs in the page. What a box scrolls is no fault, and content may end in an ellipsis; the page's own words (buttons,
 * labels, headings) may not. Words that only screen readers have are left out.
 */
const SCRIPT = `(() => {
  const OWN_WORDS = 'button, label, h1, h2, h3, h4, th, dt, legend, summary, nav a, [role=tab], [role=menuitem]';
  const NOT_WORDS = 'script, style, noscript, select, option, textarea, svg';
  const SLACK = 1.5;
  const findings = [];
  const pieces = [];
  const quoted = (text) => JSON.stringify(text.trim().slice(0, 60));
  const clips = (value) => value === 'hidden' || value === 'clip';
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  /** What is seen of a rectangle inside the boxes around it; null for nothing. */
  const seenOf = (node, element, rect) => {
    let { left, top, right, bottom } = rect;
    for (let box = element; box !== null && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const { overflowX, overflowY } = style;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      if (edge.width <= 2 || edge.height <= 2) return null;
      const cutX = clips(overflowX) && (right > edge.right + SLACK || left < edge.left - SLACK);
      const cutY = clips(overflowY) && (bottom > edge.bottom + SLACK || top < edge.top - SLACK);
      const mayEnd =
        (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') &&
        element.closest(OWN_WORDS) === null;
      if ((cutX || cutY) && !mayEnd) findings.push('cut off: ' + quoted(node.data));
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
      if (right - left < 1 || bottom - top < 1) return null;
      if (style.position === 'fixed') break;
    }
    return { left, top, right, bottom };
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element === null || element.closest(NOT_WORDS) !== null) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const seen = seenOf(node, element, rect);
      if (seen !== null) pieces.push({ node, seen });
    }
  }
  pieces.sort((first, second) => first.seen.top - second.seen.top);
  for (const [index, { node, seen }] of pieces.entries())
    for (let next = index + 1; next < pieces.length && pieces[next].seen.top < seen.bottom; next++) {
      const other = pieces[next];
      if (other.node === node) continue;
      const width = Math.min(seen.right, other.seen.right) - Math.max(seen.left, other.seen.left);
      const height = Math.min(seen.bottom, other.seen.bottom) - other.seen.top;
      const least = Math.min(seen.bottom - seen.top, other.seen.bottom - other.seen.top);
      if (width < 2 || height < least * 0.4) continue;
      // A bar that floats over what scrolls below it covers its words.
      const x = (Math.max(seen.left, other.seen.left) + Math.min(seen.right, other.seen.right)) / 2;
      const y = (other.seen.top + Math.min(seen.bottom, other.seen.bottom)) / 2;
      const above = document.elementFromPoint(x, y);
      const covers = (piece) => above !== null && above.contains(piece.node.parentElement);
      const isOpaque = (element) => element !== null && getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)';
      const float = above === null ? null : above.closest('.floats, header, [role=dialog], dialog');
      if (float !== null && isOpaque(float) && float.contains(node) !== float.contains(other.node)) continue;
      if (covers({ node }) || covers(other)) findings.push('over each other: ' + quoted(node.data) + ' and ' + quoted(other.node.data));
    }
  return [...new Set(findings)];
})()`;

/** A line for each text that cannot be read on the page as it is. */
export const illegible = async (page: Page): Promise<readonly string[]> => {
  const findings: unknown = await page.evaluate(SCRIPT);
  return Array.isArray(findings) ? findings.map(String) : [];
};

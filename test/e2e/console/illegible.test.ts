/** The checker of words that cannot be read sees such words, and nothing else. */
import t from 'tap';
import { openPage, withoutBrowser } from './browser.js';
import { illegible } from './illegible.js';

const CASES: readonly (readonly [html: string, findings: readonly string[]])[] = [
  ['<p>A line of words</p><p>and another</p>', []],
  [
    '<button style="width:60px;overflow:hidden;white-space:nowrap">Kampagne veröffentlichen</button>',
    ['cut off: "Kampagne veröffentlichen"'],
  ],
  [
    '<div style="height:20px;overflow:hidden;width:80px;line-height:20px">Two lines of words here</div>',
    ['cut off: "Two lines of words here"'],
  ],
  // Content may end in an ellipsis, a label may not.
  [
    '<p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A very long name of a customer</p>',
    [],
  ],
  [
    '<label style="display:block;width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Maximum duration</label>',
    ['cut off: "Maximum duration"'],
  ],
  // What scrolls is reached, and what only screen readers have is not seen.
  ['<div style="width:60px;overflow:auto;white-space:nowrap">A long line that scrolls</div>', []],
  [
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap">For screen readers</span>',
    [],
  ],
  [
    '<div style="position:relative"><span>Answered</span><span style="position:absolute;left:10px;top:0">Failed</span></div>',
    ['over each other: "Answered" and "Failed"'],
  ],
];

t.test('words that are cut off or printed over others are found', { skip: withoutBrowser }, async (t) => {
  const { page } = await openPage(t);
  for (const [html, findings] of CASES) {
    await page.setContent(`<body style="font:16px/20px sans-serif">${html}</body>`);
    t.strictSame(await illegible(page), findings, html);
  }
});

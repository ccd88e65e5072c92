/**
 * The documents as a site that can be searched without a network: `npm run docs` builds it to `artefacts/docs`,
 * `npm run docs:dev` serves it while you write. The index (docs/README.md) is its start page and its sidebar.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme, MarkdownRenderer, UserConfig } from 'vitepress';
import { withMermaid } from 'vitepress-plugin-mermaid';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const ROOT = dirname(DOCS.replace(/\/$/, ''));

/** Files that pages link to, and that are no pages. */
const COPIED = [
  'docs/explanation/performance-plots.html',
  'docs/parley.config.schema.json',
  'docs/parley.simulation.schema.json',
];

/** Where a page of the repository is on the site: the documents at its root, the index first. */
const addressOf = (page: string): string => {
  if (page === 'docs/README.md') return 'index.md';
  const path = page.startsWith('docs/')
    ? page.slice('docs/'.length)
    : page === 'README.md'
      ? 'about.md'
      : page;
  return path.replace(/README\.md$/, 'index.md');
};

/** The sections of the index, each with its links in order. */
const sidebar = (): DefaultTheme.SidebarItem[] => {
  const sections = readFileSync(join(DOCS, 'README.md'), 'utf8').split(/^## /m).slice(1);
  return sections.map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    collapsed: true,
    items: [...section.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, text = '', path = '']) => ({
      text,
      link: `/${addressOf(normalize(join('docs', path))).replace(/(index)?\.md$/, '')}`,
    })),
  }));
};

/** Links of the pages lead to files of the repository; on the site, to pages. Files that are no pages are only named. */
const linksToPages = (md: MarkdownRenderer): void => {
  md.core.ruler.push('links_to_pages', ({ tokens, env }) => {
    const page = relative(ROOT, env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
      const [path = '', anchor] = href.split('#');
      if (path === '' || /^[a-z]+:/.test(path)) continue;
      const target = relative(ROOT, resolve(ROOT, dirname(page), path));
      if (target.endsWith('.md'))
        token.attrSet('href', `/${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`);
      else if (COPIED.includes(target)) {
        token.attrSet('href', `/${addressOf(target)}`);
        token.attrSet('target', '_self');
      } else token.attrs = [];
    }
  });
};

const config: UserConfig<DefaultTheme.Config> = {
  title: 'Parley',
  description: 'A runtime for real-time voice calls, messaging and campaigns',
  srcDir: ROOT,
  srcExclude: ['providers/**', 'artefacts/**'],
  rewrites: addressOf,
  outDir: '../artefacts/docs',
  cacheDir: '../artefacts/.docs-cache',
  cleanUrls: false,
  // The documents have no HTML: `<callId>` is text.
  markdown: { html: false, config: linksToPages },
  ignoreDeadLinks: [/performance-plots$/],
  buildEnd: ({ outDir }) => {
    for (const file of COPIED) copyFileSync(join(ROOT, file), join(outDir, addressOf(file)));
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Your first call', link: '/tutorials/first-call' },
      { text: 'Errors', link: '/reference/errors' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
  },
};

// biome-ignore lint/style/noDefaultExport: VitePress reads its configuration from the default export.
export default withMermaid(config);

import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import description from '../../package.json' with { type: 'json' };
import { writeLlmsText } from './llms-text.js';
import { adaptLinks } from './page-links.js';
import { sidebar } from './sidebar.js';
import { slugOf } from './slug.js';
import { adaptTypography } from './typography.js';
import { workerScript } from './worker-script.js';

const repository = (description as { repository?: { url: string } }).repository?.url.replace(/^git\+|\.git$/g, '');

const icon = readFileSync(new URL('../../src/dashboard/icon.svg', import.meta.url), 'utf8');

export default defineConfig({
  title: 'petstore-mock',
  description: description.description,
  lang: 'en-GB',
  // The pages tell where the control room is.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  themeConfig: {
    nav: [
      { text: 'Local fake', link: '/server' },
      { text: 'Tests', link: '/frontend-tests' },
      { text: 'Checks', link: '/contract-suite' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    notFound: {
      title: 'Page not found',
      quote: 'Search the docs, or start from the home page.',
      linkText: 'Home page',
      linkLabel: 'Home page',
    },
  },
  buildEnd: ({ srcDir, outDir }) => writeLlmsText(srcDir, outDir),
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      adaptLinks(markdown, repository);
      adaptTypography(markdown);
    },
  },
  vite: {
    plugins: [workerScript()],
    // The demo uses the package as it is built, by its own name.
    resolve: {
      alias: { 'petstore-mock/browser': new URL('../../dist/src/entries/browser.js', import.meta.url).pathname },
    },
    build: { chunkSizeWarningLimit: 1_000 },
  },
});

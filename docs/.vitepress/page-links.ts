import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { sidebar } from './sidebar.js';

const titles = new Map(sidebar.flatMap(({ items }) => items.map(({ link, text }) => [`${link.slice(1)}.md`, text])));

/**
 * Adapts links that are written for a Git host. The name of a page as text becomes its title. A link to another file of the
 * repository leads to `repository`, or is plain text while there is none.
 */
export function adaptLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('page-links', ({ tokens }) => {
    for (const { children } of tokens) {
      let isDropping = false;
      for (const [index, token] of (children ?? []).entries()) {
        if (token.type === 'link_open') {
          const target = String(token.attrGet('href'));
          const text = children?.[index + 1];
          if (text?.type === 'text' && text.content.endsWith('.md'))
            text.content = titles.get(text.content) ?? text.content;
          if (target.startsWith('../') && repository === undefined) isDropping = true;
          else if (target.startsWith('../'))
            token.attrSet('href', `${repository}/blob/main/${posix.normalize(target.slice(3))}`);
        }
        if (isDropping && token.type.startsWith('link_')) {
          isDropping = token.type === 'link_open';
          Object.assign(token, { type: 'text', tag: '', content: '' });
        }
      }
    }
  });
}

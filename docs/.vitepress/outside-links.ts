import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Links from docs/ to other files of the repository work on a Git host only. On the site they lead to `repository`, or are plain
 * text where there is none.
 */
export function outsideLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('outside-links', ({ tokens }) => {
    for (const { children } of tokens) {
      let isDropping = false;
      for (const token of children ?? []) {
        const target = token.type === 'link_open' ? String(token.attrGet('href')) : '';
        if (target.startsWith('../')) {
          if (repository !== undefined)
            token.attrSet('href', `${repository}/blob/main/${posix.normalize(target.slice(3))}`);
          else isDropping = true;
        }
        if (isDropping && token.type.startsWith('link_')) {
          isDropping = token.type === 'link_open';
          Object.assign(token, { type: 'text', tag: '', content: '' });
        }
      }
    }
  });
}

import type { MarkdownRenderer } from 'vitepress';

/** A number, the space after it, and its unit. */
const MEASURE = /(?<=\d) (?=(?:%|[µm]?s|[kM]B|[MG]iB|px)(?![\w/]))/gu;
const FLAG = /(?<=^|\s)--?\w\S*/g;
/** Characters from which a cell holds sentences. */
const LONG_CELL = 80;

/**
 * Keeps together what is read as one word when lines are narrow: a number with its unit, an option with its dashes. Marks
 * the cells of tables that hold sentences, so that the style can make their columns wide.
 */
export function adaptTypography(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('typography', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const opening = tokens[index - 1];
      if (opening?.type === 'td_open' && token.content.length >= LONG_CELL) opening.attrJoin('class', 'is-long');
      for (const child of token.children ?? []) {
        if (child.type === 'text') child.content = child.content.replaceAll(MEASURE, '\u00a0');
      }
    }
  });
  const inlineCode = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (...args) =>
    (inlineCode?.(...args) ?? '').replaceAll(/(?<=>)[^<]*(?=<\/code>)/g, (text) =>
      text.replaceAll(FLAG, '<span class="flag">$&</span>'),
    );
}

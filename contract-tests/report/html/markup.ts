import { createHash } from 'node:crypto';
import { plainLines } from '../../../src/spec/quoting.js';

/** Text that is HTML already. Only {@link html} makes it, so nothing gets into a page that was not escaped. */
export interface Markup {
  readonly markup: string;
}

type Insert = Markup | string | number | undefined | readonly Insert[];

/** Writes HTML: what is inserted is escaped unless it is markup itself; undefined is nothing. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return { markup: parts.reduce((text, part, index) => text + written(inserts[index - 1]) + part) };
}

/** Takes text of our own for markup: the style sheet. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** Shows what stands between backticks as code, as the document does. */
export function withCode(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function written(insert: Insert): string {
  if (insert === undefined) return '';
  if (typeof insert === 'number') return String(insert);
  if (typeof insert === 'string') return escapeHtml(insert);
  return 'markup' in insert ? insert.markup : insert.map(written).join('');
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return plainLines(text).replace(/[&<>"']/g, (char) => REFERENCES[char] ?? '');
}

/** The head of a page that may load and run nothing but the style sheet in it. */
export function pageHead(title: string, style: string): Markup {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>`;
}

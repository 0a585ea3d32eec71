import { plainLines } from '../../src/json/one-line.js';

export interface XmlElement {
  readonly name: string;
  /** Undefined ones are left out. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly content?: readonly XmlElement[] | string;
}

/** Writes an XML 1.0 document. What the format forbids even when escaped, such as control characters, is spelled out. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementLines(root, '').join('\n')}\n`;
}

function elementLines({ name, attributes = {}, content = [] }: XmlElement, indent: string): string[] {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeXml(String(value))}"`,
  );
  const start = `${indent}<${name}${written.join('')}`;
  if (content.length === 0) return [`${start}/>`];
  if (typeof content === 'string') return [`${start}>${escapeXml(content)}</${name}>`];
  return [`${start}>`, ...content.flatMap((each) => elementLines(each, `${indent}  `)), `${indent}</${name}>`];
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Else a parser makes spaces of them in an attribute.
  '\n': '&#10;',
  '\t': '&#9;',
  // Two begin a command in the logs of some CI systems.
  '##': '#&#35;',
};

function escapeXml(text: string): string {
  return plainLines(text)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(/##|[&<>"'\n\t]/g, (found) => REFERENCES[found] ?? '');
}

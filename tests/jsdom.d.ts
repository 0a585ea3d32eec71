/** The parts of jsdom that tests use. Its own types would add the browser's globals to every file. */
declare module 'jsdom' {
  export interface ParsedElement {
    readonly id: string;
    readonly tagName: string;
    readonly textContent: string;
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
    readonly children: Iterable<ParsedElement>;
    getAttribute(name: string): string | null;
    querySelector(selector: string): ParsedElement | null;
    querySelectorAll(selector: string): Iterable<ParsedElement>;
  }

  export interface ParsedDocument extends ParsedElement {
    readonly documentElement: ParsedElement;
    getElementById(id: string): ParsedElement | null;
  }

  export class JSDOM {
    constructor(text: string, options?: { readonly contentType?: string });
    readonly window: { readonly document: ParsedDocument };
  }
}

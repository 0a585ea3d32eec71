/** Text that is markup already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may contain; nothing is written for `false`, `null` and `undefined`. */
export type Part = Markup | string | number | false | null | undefined | readonly Part[];

/** Builds HTML or XML from a template. Inserted texts are escaped; line breaks of the template and the blanks after them are left out. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const texts = strings.map((text, index) => text.replace(/\n\s*/g, '') + render(parts[index]));
  return new Markup(texts.join(''));
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object' && part !== null) return part.map(render).join('');
  if (part === false || part === null || part === undefined) return '';
  return String(part).replace(/[&<>"']/g, (char) => escapes[char] ?? '');
}

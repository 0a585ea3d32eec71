import { html, type Markup } from './markup.js';

/** So many tell enough; all of them stand in the JSON. */
const MOST_LINKS = 20;

/** Links to exchanges; those that the page does not show are only named. */
export function exchangeLinks(numbers: readonly number[], shown: ReadonlySet<number>): Markup {
  const few = numbers.slice(0, MOST_LINKS);
  const more = numbers.length - few.length;
  const links = few.map((number) => html`${exchangeLink(number, `#${number}`, shown)} `);
  return html`<small class="links">${links}${more > 0 ? `and ${more.toLocaleString('en-GB')} more` : undefined}</small>`;
}

export function exchangeLink(number: number, text: string, shown: ReadonlySet<number>): Markup {
  return shown.has(number) ? html`<a href="#exchange-${number}">${text}</a>` : html`${text}`;
}

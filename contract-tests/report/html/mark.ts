import { marks, type Standing } from '../standing.js';
import { html, type Markup } from './markup.js';

export const standingNames: Readonly<Record<Standing, string>> = {
  violation: 'broken',
  waived: 'waived',
  inconclusive: 'could not be told',
  'not-run': 'not run',
  pass: 'kept',
};

/** The coloured sign in front of a rule; read aloud as a word. */
export function mark(standing: Standing): Markup {
  return html`<span class="mark ${standing}" role="img" aria-label="${standingNames[standing]}">${marks[standing]}</span>`;
}

import type { Traffic } from '../../admin/schemas/requests.js';
import type { Tone } from '../parts/tone.js';

/** The five ends of a request, as the traffic counts them, from the bottom of the chart to its top. */
export const outcomes = [
  { tone: 'ok', label: 'Answered', title: 'below 400' },
  { tone: 'refused', label: 'Refused', title: '400 to 499, but 429' },
  { tone: 'limited', label: 'Limited', title: '429' },
  { tone: 'failed', label: 'Failed', title: '500 and above' },
  { tone: 'broken', label: 'No answer', title: 'the connection broke before an answer came' },
] as const satisfies readonly { tone: Tone & keyof Traffic['seconds'][number]; label: string; title: string }[];

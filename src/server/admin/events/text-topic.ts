import type { AdminEventName } from '../../../admin/events.js';
import type { Topic } from './topic.js';

/** Makes a topic of what is told in full whenever its JSON is another one. */
export function createTextTopic(name: AdminEventName, read: () => string | undefined): Topic {
  let text: string | undefined;
  return {
    name,
    look() {
      text = read();
    },
    follow() {
      let told: string | undefined;
      return () => {
        if (text === told) return undefined;
        told = text;
        return text;
      };
    },
  };
}

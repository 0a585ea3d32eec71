import type { Message } from '../src/spec/schemas.js';

/** Characters of all messages that are remembered; the oldest are forgotten first. */
const MOST_CHARACTERS = 1_000_000;

/** The messages that were sent (§2.5, §4.3). */
export interface Messages {
  /** Queues a text and answers the message; ids are given in order and never twice. */
  send(text: string, nowMs: number): Message;
  /** The messages that are remembered, oldest first; the latest always is. */
  list(): readonly Message[];
  /** Forgets them all; ids begin anew. */
  clear(): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

export function createMessages(): Messages {
  let sent: Message[] = [];
  let count = 0;
  let characters = 0;
  return {
    send(text, nowMs) {
      const message: Message = {
        id: `msg_${++count}`,
        message: text,
        status: 'queued',
        createdAt: new Date(nowMs).toISOString(),
      };
      sent.push(message);
      characters += charactersOf(message);
      while (characters > MOST_CHARACTERS && sent.length > 1) characters -= charactersOf(sent.shift());
      return message;
    },
    list: () => [...sent],
    clear() {
      sent = [];
      count = 0;
      characters = 0;
    },
    save() {
      const saved = { sent: [...sent], count, characters };
      return () => {
        sent = [...saved.sent];
        count = saved.count;
        characters = saved.characters;
      };
    },
  };
}

/** Counts the text and, roughly, what goes with it. */
function charactersOf(message: Message | undefined): number {
  return message === undefined ? 0 : message.message.length + 100;
}

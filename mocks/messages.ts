import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import type { Message } from '../src/spec/schemas.js';
import { makeMessageId } from './make-message-id.js';
import { writeMoment } from './write-moment.js';

/** Characters of all messages that are remembered; the oldest are forgotten first. */
const MOST_CHARACTERS = 1_000_000;

/** The messages that were sent (§2.5, §4.3). */
export interface Messages {
  /** Queues a text and answers the message, its id and its moment written as the behaviour says; no id is given twice. */
  send(text: string, nowMs: number, behaviour?: MessageBehaviour): Message;
  /** The messages that are remembered, oldest first; the latest always is. */
  list(): readonly Message[];
  /** Forgets them all; ids begin anew. */
  clear(): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

type MessageBehaviour = Pick<Behaviour, 'message-id-format' | 'created-at-format'>;

/** `seed`: of what is drawn in ids. */
export function createMessages(seed = 1): Messages {
  let sent: Message[] = [];
  let count = 0;
  let characters = 0;
  return {
    send(text, nowMs, behaviour = defaultBehaviour) {
      count++;
      const message: Message = {
        id: makeMessageId(behaviour['message-id-format'], { count, nowMs, seed }),
        message: text,
        status: 'queued',
        createdAt: writeMoment(behaviour['created-at-format'], nowMs),
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

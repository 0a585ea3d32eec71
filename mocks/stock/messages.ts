import type { Message } from '../../src/service/petstore.js';

/** Characters of all messages that are remembered; the oldest are forgotten first. */
const MOST_CHARACTERS = 1_000_000;

export interface MessagesState {
  readonly count: number;
  readonly sent: readonly Message[];
}

/** The messages that were sent (§2.5, §4.3). */
export class Messages {
  #sent: Message[] = [];
  #count = 0;
  #characters = 0;

  /** Queues a text and returns the message. Ids are counted, so none is used twice. */
  send(text: string, nowMs: number): Message {
    const createdAt = new Date(nowMs).toISOString();
    const message: Message = { id: `msg_${++this.#count}`, message: text, status: 'queued', createdAt };
    this.#sent.push(message);
    this.#characters += charactersOf(message);
    while (this.#characters > MOST_CHARACTERS && this.#sent.length > 1) {
      this.#characters -= charactersOf(this.#sent.shift() as Message);
    }
    return message;
  }

  list(): readonly Message[] {
    return [...this.#sent];
  }

  state(): MessagesState {
    return { count: this.#count, sent: this.list() };
  }

  /** Continues from a state; without one, from the start. */
  restore({ count, sent }: MessagesState = { count: 0, sent: [] }): void {
    this.#sent = [...sent];
    this.#count = count;
    this.#characters = sent.reduce((sum, message) => sum + charactersOf(message), 0);
  }
}

function charactersOf({ message }: Message): number {
  return message.length + 100;
}

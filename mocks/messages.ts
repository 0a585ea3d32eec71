import type { Message } from '../src/spec/schemas.js';

/** Messages that are remembered; older ones are forgotten. */
const MOST_MESSAGES = 10_000;

/** The messages that were sent (§2.5, §4.3). */
export interface Messages {
  /** Queues a text and answers the message; ids are given in order and never twice. */
  send(text: string, nowMs: number): Message;
  list(): readonly Message[];
}

export function createMessages(): Messages {
  const sent: Message[] = [];
  let count = 0;
  return {
    send(text, nowMs) {
      const message: Message = {
        id: `msg_${++count}`,
        message: text,
        status: 'queued',
        createdAt: new Date(nowMs).toISOString(),
      };
      sent.push(message);
      if (sent.length > MOST_MESSAGES) sent.shift();
      return message;
    },
    list: () => [...sent],
  };
}

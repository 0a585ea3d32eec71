import { makeUpText } from '../src/fidelity/profile/text-format.js';
import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import type { Message } from '../src/spec/schemas.js';
import { drawsAt } from './imitation/draws.js';
import { writeMoment } from './write-moment.js';

/** Characters of all messages that are remembered; the oldest are forgotten first. */
const MOST_CHARACTERS = 1_000_000;

type MessageBehaviour = Pick<Behaviour, 'message-id-format' | 'created-at-format'>;

export interface MessagesState {
  /** How many were sent in all: ids continue from there. */
  readonly count: number;
  /** Those that are remembered, oldest first. */
  readonly sent: readonly Message[];
}

/** The messages that were sent (§2.5, §4.3). */
export class Messages {
  #seed: number;
  #sent: Message[] = [];
  #count = 0;
  #characters = 0;

  /** `seed`: for the random parts of ids. */
  constructor(seed = 1) {
    this.#seed = seed;
  }

  /** Queues a text and returns the message; formats of id and time come from the behaviour. No id is used twice. */
  send(text: string, nowMs: number, behaviour: MessageBehaviour = defaultBehaviour): Message {
    const count = ++this.#count;
    const message: Message = {
      id: makeMessageId(behaviour['message-id-format'], { count, nowMs, seed: this.#seed }),
      message: text,
      status: 'queued',
      createdAt: writeMoment(behaviour['created-at-format'], nowMs),
    };
    this.#sent.push(message);
    this.#characters += charactersOf(message);
    while (this.#characters > MOST_CHARACTERS && this.#sent.length > 1) {
      this.#characters -= charactersOf(this.#sent.shift());
    }
    return message;
  }

  /** The remembered messages, oldest first, including at least the latest. */
  list(): readonly Message[] {
    return [...this.#sent];
  }

  /** Deletes all messages; ids start again. */
  clear(): void {
    this.#sent = [];
    this.#count = 0;
    this.#characters = 0;
  }

  /** Returns what is remembered, and how many were sent. */
  state(): MessagesState {
    return { count: this.#count, sent: this.list() };
  }

  /** Continues from a state; the same seed gives the same ids. */
  restore({ count, sent }: MessagesState, seed: number): void {
    this.#seed = seed;
    this.#sent = [...sent];
    this.#count = count;
    this.#characters = sent.reduce((sum, message) => sum + charactersOf(message), 0);
  }
}

/** Counts the text and, roughly, the other fields. */
function charactersOf(message: Message | undefined): number {
  return message === undefined ? 0 : message.message.length + 100;
}

type MessageIdFormat = Behaviour['message-id-format'];

interface Occasion {
  readonly count: number;
  readonly nowMs: number;
  readonly seed: number;
}

interface Alphabet {
  readonly characters: string;
  /** An id begins with one character of each: it shows what it is written in. */
  readonly shown: readonly string[];
}

const digits = '0123456789';
const hexLetters = 'abcdef';
const otherLetters = 'ghijklmnopqrstuvwxyz';
const letters = hexLetters + otherLetters;
const signs = '-_';
const mixed = [otherLetters, otherLetters.toUpperCase(), digits];

const alphabets = {
  digits: { characters: digits, shown: [digits.slice(1)] },
  hex: { characters: digits + hexLetters, shown: [hexLetters] },
  HEX: { characters: digits + hexLetters.toUpperCase(), shown: [hexLetters.toUpperCase()] },
  base36: { characters: digits + letters, shown: [otherLetters] },
  BASE36: { characters: digits + letters.toUpperCase(), shown: [otherLetters.toUpperCase()] },
  base62: { characters: digits + letters + letters.toUpperCase(), shown: mixed },
  base64url: { characters: digits + letters + letters.toUpperCase() + signs, shown: [...mixed, signs] },
} as const satisfies Record<string, Alphabet>;

/** The alphabet of ULIDs, without ambiguous letters. */
const crockford: Alphabet = { characters: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', shown: [] };
const ULID = { time: 10, rest: 16 } as const;

const USUAL_LENGTH = 24;
const MOST_COUNTED = 6;
/** Coprime to the size of every alphabet: consecutive numbers look different, and none repeats. */
const STRIDE = 1_000_003;

/** Creates the id of a message in a format (open question `message-id-format`); unique and reproducible. */
export function makeMessageId(format: MessageIdFormat, { count, nowMs, seed }: Occasion): string {
  if (format === 'uri') return makeUpText('uri', count);
  const { prefix = '', characters, length = USUAL_LENGTH } = format;
  if (characters === 'number') return `${prefix}${count}`;
  if (characters === 'uuid') return prefix + makeUpText('uuid', count);
  const draw = drawsAt(seed, count, 0);
  if (characters === 'ulid') {
    const time = inAlphabet(Math.max(0, nowMs), ULID.time, crockford);
    return prefix + time + drawn(crockford, ULID.rest, count, draw);
  }
  return prefix + drawn(alphabets[characters], length, count, draw);
}

/** Ends with the count, so that no id is used twice. */
function drawn(alphabet: Alphabet, length: number, count: number, draw: (position: number) => number): string {
  const { characters, shown } = alphabet;
  const counted = Math.min(MOST_COUNTED, length - shown.length);
  const start = Array.from({ length: length - counted }, (_, position) => {
    const set = shown[position] ?? characters;
    return set[Math.floor(draw(position) * set.length)];
  });
  return start.join('') + inAlphabet(count * STRIDE, counted, alphabet);
}

/** Returns the last places of a number in an alphabet. */
function inAlphabet(number: number, places: number, { characters }: Alphabet): string {
  let text = '';
  for (let rest = Math.floor(number); text.length < places; rest = Math.floor(rest / characters.length)) {
    text = characters[rest % characters.length] + text;
  }
  return text;
}

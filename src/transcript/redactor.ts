/** Takes secrets out of texts. One run, or one recording, has one. */
export interface Redactor {
  /** Registers a secret; answers its pseudonym, `key#1` or `secret#1`, the same one for the same secret. */
  nameOf(secret: string, kind?: 'key' | 'secret'): string;
  /** Answers the text with every form of every registered secret replaced by its pseudonym. */
  redact(text: string): string;
}

/** What an operation answers when nothing was refused. */
export interface Success {
  readonly kind: 'success';
  readonly status: number;
  /** JSON text; undefined for an answer without a body. */
  readonly body: string | undefined;
  /** The body in UTF-8, where the operation has it already. */
  readonly encodedBody?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

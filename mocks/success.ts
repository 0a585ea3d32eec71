/** What an operation answers when nothing was refused. */
export interface Success {
  readonly kind: 'success';
  readonly status: number;
  /** JSON text; undefined for an answer without a body. */
  readonly body: string | undefined;
  /** Bytes of the body in UTF-8, where the operation knows them already. */
  readonly bodyBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

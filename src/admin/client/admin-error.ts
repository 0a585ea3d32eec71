/** A call of the admin API that came to nothing. The message says what was wrong and what would work; the token never stands in it. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** Status of the answer; undefined where none came. */
  readonly status: number | undefined;
  /** The answer's word for it, such as `not_found`; undefined where there is none. */
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

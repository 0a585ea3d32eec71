import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import icon from '../icon.svg';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { ErrorNotice } from '../parts/notice.js';
import { tokenIn } from './token-in.js';

interface SignInProps {
  /** Why the last token was refused. */
  readonly refusal: string | undefined;
  readonly onToken: (token: string) => void;
}

/** Asks for the token of the control room, and says where it is. */
export function SignIn({ refusal, onToken }: SignInProps) {
  const [token, setToken] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    const given = tokenIn(token);
    if (given !== '') onToken(given);
  };
  return (
    <main class="sign-in">
      <form class="card card-body" onSubmit={submit}>
        <div class="brand">
          <img src={icon} alt="" width="24" height="24" />
          petstore-mock
        </div>
        <div>
          <h1>Control room</h1>
          <p class="soft">
            <code>petstore-mock serve</code> prints the token when it starts, as a part of the address of this page; or
            it is what you gave it with <code>--admin-token</code>. Paste the token here, or the whole address.
          </p>
        </div>
        <ErrorNotice message={refusal} />
        <Field label="Token">
          <input
            ref={input}
            class="input"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={refusal !== undefined}
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </Field>
        <Button kind="main" type="submit">
          Sign in
        </Button>
      </form>
    </main>
  );
}

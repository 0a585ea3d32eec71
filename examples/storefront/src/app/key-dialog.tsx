import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeyQuestion } from '../api/key-ring';

interface Props {
  readonly question: KeyQuestion;
  onGive(key: string | undefined): void;
}

/** Asks for an API key. Closing it leaves the page without one. */
export function KeyDialog({ question, onGive }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [key, setKey] = useState('');
  const [error, setError] = useState(question === 'refused' ? 'The service did not accept the key.' : undefined);

  // A dialog gives the focus back to where it was, if it is closed before it leaves the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = key.trim();
    // Anything else cannot be sent in a header.
    if (/^[!-~]+$/.test(trimmed)) onGive(trimmed);
    else setError('A key is made of letters, digits and signs, without spaces.');
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="key-title"
      onCancel={(event) => {
        event.preventDefault();
        onGive(undefined);
      }}
    >
      <form onSubmit={submit}>
        <h2 id="key-title">A key, please</h2>
        <p id="key-help">
          The service answers only with one. It stays in this tab, and is forgotten when the tab closes.
        </p>
        <label htmlFor="key">API key</label>
        <input
          id="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          aria-describedby="key-error key-help"
          aria-invalid={error !== undefined}
          onChange={(event) => setKey(event.target.value)}
        />
        <p id="key-error" className="error" role="alert">
          {error}
        </p>
        <div className="buttons">
          <button type="button" onClick={() => onGive(undefined)}>
            Not now
          </button>
          <button type="submit" className="primary">
            Use this key
          </button>
        </div>
      </form>
    </dialog>
  );
}

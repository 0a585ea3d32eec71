import { hideNamed } from './recorded-secrets.js';
import type { Redactor } from './redactor.js';

/** Registers every secret that the URL of a request shows, and answers it without these and without its fragment, which is sent nowhere. */
export function hideInUrl(url: string, redactor: Redactor): string {
  const [sent = ''] = url.split('#', 1);
  return hideInReference(sent, redactor);
}

/**
 * Registers every secret that a URL shows, whole or relative, and answers it without these. After a login the fragment may hold
 * one, too. The user's name and password are dropped: a pseudonym in their place would end the host.
 */
export function hideInReference(url: string, redactor: Redactor): string {
  const [, start = '', user = '', rest = ''] = /^(?:((?:https?:)?\/\/)(?:([^/?#]*)@)?)?(.*)$/is.exec(url) ?? [];
  const password = user.slice(`${user}:`.indexOf(':') + 1);
  if (password !== '') redactor.nameOf(decode(password), 'secret');
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest) ?? [];
  return start + address + hideInParameters(query, redactor) + hideInParameters(fragment, redactor);
}

/** Takes them with the sign that they begin with. */
function hideInParameters(parameters: string, redactor: Redactor): string {
  if (parameters === '') return '';
  const each = parameters.slice(1).split('&');
  return parameters.charAt(0) + each.map((parameter) => hideInParameter(parameter, redactor)).join('&');
}

function hideInParameter(parameter: string, redactor: Redactor): string {
  const [name = '', ...value] = parameter.split('=');
  if (value.length === 0) return parameter;
  return `${name}=${hideNamed(decode(name), value.join('='), redactor, decode)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a client does about a rule of manners that it broke, by the rule's id: one sentence. */
export const mannersAdvice: Readonly<Record<string, string>> = {
  'manners/waits-for-retry-after':
    'Send nothing with this key until Retry-After has passed, whichever part of the app asks.',
  'manners/silent-while-banned': 'Send nothing with this key until Retry-After has passed: a ban is of the key.',
  'manners/backs-off-exponentially':
    'Wait as long as Retry-After says; where nobody says, wait twice as long before each retry.',
  'manners/leaves-deprecated-operations':
    'Call another operation: GET /inventory tells the stock and the status of every pet.',
  'manners/stops-at-sunset': 'Call another operation: GET /inventory tells the stock and the status of every pet.',
  'manners/keeps-key-out-of-url': 'Send the key as Authorization: Bearer <API_KEY>, and nowhere else.',
  'manners/sends-key-as-bearer': 'Send Authorization: Bearer <API_KEY>.',
  'manners/names-content-type': 'Send Content-Type: application/json with every body.',
};
